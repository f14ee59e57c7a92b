import { askGit } from './process.ts';

/** Web page of a repository's code. */
export interface Remote {
  /** `example.org` */
  readonly host: string;
  /** `owner/name` */
  readonly path: string;
  /** A commit that the remote has, or `HEAD`, which names its default branch. */
  readonly commit: string;
}

const WEB = /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/(.+)$/;
const SHORT = /^(?:[\w.-]+@)?([\w.-]+\.[a-z]{2,}):(?!\/\/)(.+)$/i;

/** Host and path of a remote's URL, without what logs in to it; `undefined` for a folder. */
export const remoteIn = (url: string): Pick<Remote, 'host' | 'path'> | undefined => {
  const [, host, rest] = WEB.exec(url) ?? SHORT.exec(url) ?? [];
  const path = rest?.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return host === undefined || path === undefined || !/^[\w.~/-]+$/.test(path) ? undefined : { host, path };
};

/** The commit that is checked out, where a branch of the remote holds it. */
const sharedCommit = (root: string): string => {
  const head = askGit(root, 'rev-parse', '--verify', '--quiet', 'HEAD');
  if (!/^[0-9a-f]{40,64}$/.test(head)) return 'HEAD';
  const holds = askGit(root, 'for-each-ref', '--count=1', '--contains', head, 'refs/remotes/');
  return holds === '' ? 'HEAD' : head.slice(0, 12);
};

/** The remote `origin` of a repository; `undefined` where there is none that a browser reaches. */
export const readRemote = (root: string): Remote | undefined => {
  const found = remoteIn(askGit(root, 'config', '--get', 'remote.origin.url'));
  return found && { ...found, commit: sharedCommit(root) };
};

/** URL syntax of a line of a file, by a part of the host's name. */
const FORGES: readonly (readonly [part: RegExp, line: string])[] = [
  [/github/i, 'blob/{commit}/{file}#L{line}'],
  [/gitlab/i, '-/blob/{commit}/{file}#L{line}'],
  [/bitbucket/i, 'src/{commit}/{file}#lines-{line}'],
  [/gitea|forgejo|codeberg/i, 'src/commit/{commit}/{file}#L{line}'],
];

/** The URL of a line with `{file}` and `{line}`; `undefined` for a host that is not known. */
export const lineUrlOf = ({ host, path, commit }: Remote): string | undefined => {
  const line = FORGES.find(([part]) => part.test(host))?.[1];
  // `HEAD` is no commit: there the branch is named.
  const place = commit === 'HEAD' ? line?.replace('src/commit/{commit}', 'src/HEAD') : line;
  return place && `https://${host}/${path}/${place.replace('{commit}', commit)}`;
};
