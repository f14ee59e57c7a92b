"""A server that records requests to any host, and answers as both forms of the API do."""

import gzip
import http.server
import json
import re
import ssl
import threading

LEGACY = {
    "id": "1", "name": "c0", "groupId": "g", "stateName": "IDLE", "clusterType": "REPLICASET",
    "mongoURI": "mongodb://h", "mongoURIWithOptions": "mongodb://h/?x", "srvAddress": "mongodb+srv://h",
    "providerBackupEnabled": True, "replicationFactor": 3, "numShards": 1, "autoScaling": {"diskGBEnabled": True},
    "providerSettings": {
        "providerName": "AWS", "instanceSizeName": "M10", "regionName": "US_EAST_1", "diskIOPS": 3000,
    },
    "links": [],
}
VERSIONED = {
    "id": "1", "name": "c0", "groupId": "g", "stateName": "IDLE", "clusterType": "REPLICASET",
    "connectionStrings": {"standard": "mongodb://h/?x", "standardSrv": "mongodb+srv://h"}, "backupEnabled": True,
    "replicationSpecs": [{
        "numShards": 1,
        "regionConfigs": [{
            "regionName": "US_EAST_1", "providerName": "AWS", "priority": 7,
            "electableSpecs": {"instanceSize": "M10", "nodeCount": 3, "diskIOPS": 3000},
        }],
    }],
    "links": [],
}
VERSION = re.compile(r"application/vnd\.atlas\.\d{4}-\d\d-\d\d\+")
LEFT_OUT = {"host", "connection", "content-length", "transfer-encoding"}


def body_of(request):
    if request.headers.get("transfer-encoding") != "chunked":
        return request.rfile.read(int(request.headers.get("content-length") or 0))
    body = b""
    while size := int(request.rfile.readline().strip() or b"0", 16):
        body += request.rfile.read(size)
        request.rfile.readline()
    request.rfile.readline()
    return body


def answer_to(host, path):
    where, _, query = path.partition("?")
    cluster = VERSIONED if "/api/atlas/v2" in where else LEGACY
    if "/clusters/" in where:
        return cluster
    if where.endswith("/clusters"):
        return {"results": [cluster], "links": [], "totalCount": 1}
    if "/oauth/" in where:
        return {"access_token": "t", "expires_in": 3600}
    links = [{"rel": "self", "href": f"https://{host}{where}"}]
    if "pageNum" not in query:
        links.append({"rel": "next", "href": f"https://{host}{where}?pageNum=2"})
    return {"results": [{"id": "1", "name": "n"}], "links": links, "totalCount": 1, "id": "1", "name": "n"}


class Recorder(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *given):
        pass

    def record(self):
        host = self.headers.get("host", "")
        body = body_of(self).decode("utf-8", "replace")
        headers = sorted([name.lower(), value] for name, value in self.headers.items()
                         if name.lower() not in LEFT_OUT)
        self.server.sent.append(
            {"method": self.command, "url": f"https://{host}{self.path}", "headers": headers, "body": body})
        refused = "/api/atlas/v2" in self.path and not VERSION.match(self.headers.get("accept", ""))
        data = json.dumps(answer_to(host, self.path)).encode()
        data = gzip.compress(b"log") if self.path.split("?")[0].endswith(".gz") else data
        self.send_response(406 if refused else 200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = record


def start(certificate, key):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
    server.daemon_threads = True
    server.sent = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
