/** What a worker is built with: the files of one version of the app. */
export interface ShellFiles {
  /** Follows from the content of all files. */
  version: string;
  /** SHA-256 of `index.html`, in hex. */
  index: string;
  /** Paths whose names carry a digest of their content. */
  hashed: string[];
  /** Paths of the other files that a page needs at its start. */
  named: string[];
}

/** Who answers a request: the server if it does in time, what is kept, or the browser as if there were no worker. */
export type Way = 'page' | 'hashed' | 'named' | 'pass';

const HASHED = '/assets/';
/** What is the server's own: an answer of it is never kept, and none is put in its place. */
const SERVERS = ['/api', '/.well-known', '/healthz', '/readyz', '/metrics'];

export function wayOf(asked: { method: string; mode: string; url: string }, origin: string, named: readonly string[]): Way {
  const { origin: from, pathname } = new URL(asked.url);
  if (asked.method !== 'GET' || from !== origin) return 'pass';
  if (SERVERS.some((one) => pathname === one || pathname.startsWith(`${one}/`))) return 'pass';
  if (pathname.startsWith(HASHED)) return 'hashed';
  if (named.includes(pathname)) return 'named';
  return asked.mode === 'navigate' ? 'page' : 'pass';
}

/** A server whose proxy answers for it is away as well. */
export const isAway = (status: number): boolean => status >= 500;

/** Whether the server has no worker any more: it says so, or it answers with a page of the app as it does to any address. */
export function isGone(status: number, type: string): boolean {
  return status === 404 || status === 410 || (status === 200 && type.startsWith('text/html'));
}

const CACHE = 'outflank-shell-';
export const cacheName = (version: string): string => CACHE + version;

/** All that workers of the app keep, of these caches, oldest first. */
export const allOfThem = (names: readonly string[]): string[] => names.filter((name) => name.startsWith(CACHE));

/** What a worker puts out when no page is left that began with an older one. A later version may be kept already. */
export function toPutOut(names: readonly string[], version: string): string[] {
  const all = allOfThem(names);
  return all.slice(0, Math.max(0, all.indexOf(cacheName(version))));
}
