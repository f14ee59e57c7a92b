// Loaded before a client (node --import): connections to the hosts of the API end at the service of SERVICE_PORT
// instead, in plain text. Whatever library a client uses, it gets there by tls.connect.
import net from 'node:net';
import tls from 'node:tls';

const HOSTS = /^cloud(-dev|-qa)?\.mongodb\.com$/;
const port = Number(process.env['SERVICE_PORT']);

const hostOf = (options) => options.servername || options.hostname || options.host;

/** What looks like a TLS socket to a library that waits for one. */
const plainSocket = (onSecure) => {
  const socket = net.connect({ host: '127.0.0.1', port });
  Object.assign(socket, {
    encrypted: true,
    authorized: true,
    alpnProtocol: false,
    getSession: () => undefined,
  });
  if (onSecure) socket.once('secureConnect', onSecure);
  socket.once('connect', () => socket.emit('secureConnect'));
  return socket;
};

tls.connect = (...args) => {
  const options = args.find((arg) => typeof arg === 'object') ?? {};
  const onSecure = args.find((arg) => typeof arg === 'function');
  if (HOSTS.test(hostOf(options) ?? '')) return plainSocket(onSecure);
  throw new Error(`a client of the tests wants to reach ${hostOf(options)}`);
};
