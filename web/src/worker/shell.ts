import { allOfThem, cacheName, isAway, isGone, toPutOut, type ShellFiles } from './decisions';

/** What lies outside: what is kept, the network, and time. */
export interface World {
  caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>;
  fetch(asked: Request | string, how?: RequestInit): Promise<Response>;
  /** SHA-256, in hex. */
  digest(bytes: ArrayBuffer): Promise<string>;
  after(ms: number): Promise<void>;
}

/** How a page was answered. */
export interface Answered {
  response: Response;
  /** What was kept, where that is the answer: the server did not answer in time. */
  kept: Response | null;
  /** What the server answers, however late; null where no answer comes. */
  network: Promise<Response | null>;
}

const INDEX = '/index.html';
const WORKER = '/service-worker.js';
/** A server that needs longer for the first page is taken to be away. */
export const BOUND_MS = 2_500;
const AT_ONCE = 4;
/** However an answer was compressed, it is the same file. */
const WHATEVER_CODING: CacheQueryOptions = { ignoreVary: true };

/**
 * The files of one version of the app, kept on this device. What is given without a server is the newest version that is kept
 * whole, whichever worker gives it: a page needs no new worker to begin with a new version, and none comes under one that is open.
 */
export class Shell {
  readonly #files: ShellFiles;
  readonly #world: World;
  #forgotten = false;

  constructor(files: ShellFiles, world: World) {
    this.#files = files;
    this.#world = world;
  }

  /** Keeps every file, or fails. What was fetched before a failure is not fetched again. */
  async install(): Promise<void> {
    const name = cacheName(this.#files.version);
    // An older version that comes back is the newest again.
    if (await this.#in(name, INDEX)) await this.#world.caches.delete(name);
    const cache = await this.#open();
    const waiting = [...this.#files.hashed];
    const next = async (): Promise<void> => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await this.#keepHashed(cache, path);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    for (const path of this.#files.named) await cache.put(path, await this.#fetched(path, { cache: 'no-cache' }));
    const index = await this.#fetched(INDEX, { cache: 'no-cache' });
    // Of several servers one may have another version.
    if ((await this.#digest(index)) !== this.#files.index) throw new Error('The first page is that of another version.');
    await cache.put(INDEX, index);
  }

  async activate(): Promise<void> {
    const { caches } = this.#world;
    for (const name of toPutOut(await caches.keys(), this.#files.version)) await caches.delete(name);
  }

  /** The server's page; the one that is kept where none comes in time. */
  async page(asked: Request): Promise<Answered> {
    const network = this.#world.fetch(asked).catch(() => null);
    const inTime = await this.#inTime(network);
    if (inTime) return { response: inTime, kept: null, network };
    const kept = (await this.#newest(INDEX)) ?? null;
    return { response: kept?.clone() ?? (await network) ?? Response.error(), kept, network };
  }

  /** A file whose name carries its content: wherever it comes from, it is the same. */
  async hashed(asked: Request): Promise<Response> {
    const kept = await this.#world.caches.match(asked, WHATEVER_CODING);
    if (kept) return kept;
    const response = await this.#world.fetch(asked);
    // A device without room keeps it not, and shows it all the same.
    if (response.ok && !this.#forgotten) await this.#keep(asked, response.clone()).catch(() => undefined);
    return response;
  }

  async #keep(asked: Request, response: Response): Promise<void> {
    await (await this.#open()).put(asked, response);
  }

  /** A file that every version has, `ofKept` for a page that is kept itself. */
  async named(asked: Request, ofKept: boolean): Promise<Response> {
    const kept = await this.#newest(asked);
    if (kept && ofKept) return kept;
    const network = this.#world.fetch(asked).catch(() => null);
    return (await this.#inTime(network)) ?? kept ?? (await network) ?? Response.error();
  }

  /** Whether the server's page is of another version than the one that was given. */
  async isOther(page: Response, given: Response): Promise<boolean> {
    return page.ok && (await this.#digest(page)) !== (await this.#digest(given));
  }

  /** Whether the server has no worker any more. One that does not answer may have one. */
  async isGone(): Promise<boolean> {
    const answer = await this.#world.fetch(WORKER, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    return answer !== null && isGone(answer.status, answer.headers.get('content-type') ?? '');
  }

  async forget(): Promise<void> {
    const { caches } = this.#world;
    // The pages that are open go on asking.
    this.#forgotten = true;
    for (const name of allOfThem(await caches.keys())) await caches.delete(name);
  }

  async #inTime(network: Promise<Response | null>): Promise<Response | null> {
    const late = this.#world.after(BOUND_MS).then(() => null);
    const response = await Promise.race([network, late]);
    return response && !isAway(response.status) ? response : null;
  }

  #in(cacheName: string, asked: Request | string): Promise<Response | undefined> {
    return this.#world.caches.match(asked, { ...WHATEVER_CODING, cacheName });
  }

  /** A file of the newest version that is whole: its first page is kept last. */
  async #newest(asked: Request | string): Promise<Response | undefined> {
    for (const name of allOfThem(await this.#world.caches.keys()).toReversed())
      if (await this.#in(name, INDEX)) return this.#in(name, asked);
    return undefined;
  }

  #open(): Promise<Cache> {
    return this.#world.caches.open(cacheName(this.#files.version));
  }

  async #keepHashed(cache: Cache, path: string): Promise<void> {
    if (await cache.match(path, WHATEVER_CODING)) return;
    await cache.put(path, (await this.#world.caches.match(path, WHATEVER_CODING)) ?? (await this.#fetched(path)));
  }

  async #fetched(path: string, how: RequestInit = {}): Promise<Response> {
    const response = await this.#world.fetch(path, { priority: 'low', ...how });
    if (!response.ok) throw new Error(`${path} is not there: ${response.status}`);
    return response;
  }

  async #digest(page: Response): Promise<string> {
    return this.#world.digest(await page.clone().arrayBuffer());
  }
}
