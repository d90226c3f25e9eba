import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { shellOf } from '../scripts/service-worker';
import { allOfThem, isAway, isGone, toPutOut, wayOf, type ShellFiles } from '../src/worker/decisions';
import { Shell, type World } from '../src/worker/shell';

const ORIGIN = 'https://play.example';
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const at = (path: string): Request => new Request(ORIGIN + path);
const pathOf = (asked: Request | string): string => new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).pathname;

/** Caches in the order in which they were opened. */
class Caches {
  readonly named = new Map<string, Map<string, Response>>();

  async open(name: string): Promise<Cache> {
    const kept = this.named.get(name) ?? new Map<string, Response>();
    this.named.set(name, kept);
    return {
      match: async (asked: Request | string) => kept.get(pathOf(asked))?.clone(),
      put: async (asked: Request | string, response: Response) => void kept.set(pathOf(asked), response),
    } as unknown as Cache;
  }

  async match(asked: Request | string, { cacheName }: { cacheName?: string }): Promise<Response | undefined> {
    const searched = [...this.named].filter(([name]) => cacheName === undefined || name === cacheName);
    for (const [, kept] of searched) if (kept.has(pathOf(asked))) return kept.get(pathOf(asked))?.clone();
    return undefined;
  }

  keys = async (): Promise<string[]> => [...this.named.keys()];
  delete = async (name: string): Promise<boolean> => this.named.delete(name);
}

/** A server of the app's files: `null` is no answer, a function one that comes when it is let go. */
class Served {
  files: Record<string, string | number | null | Promise<string>> = {};
  readonly asked: string[] = [];

  async answer(asked: Request | string): Promise<Response> {
    const path = pathOf(asked);
    this.asked.push(path);
    const file = path in this.files ? await this.files[path] : 404;
    if (file === null || file === undefined) throw new TypeError('the line is cut');
    if (typeof file === 'number') return new Response('', { status: file });
    return new Response(file, { headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html' } });
  }
}

let caches: Caches;
let served: Served;
/** Lets the time pass after which a server is taken to be away. */
let passes: () => void;
let world: World;

const files = (version: string, index: string, ...hashed: string[]): ShellFiles => ({
  version,
  index: digest(index),
  hashed,
  named: ['/theme.js'],
});
const shellIn = (version: string, index: string, ...hashed: string[]): Shell => new Shell(files(version, index, ...hashed), world);

beforeEach(() => {
  caches = new Caches();
  served = new Served();
  const late = new Promise<void>((pass) => (passes = pass));
  world = {
    caches,
    fetch: (asked) => served.answer(asked),
    digest: async (bytes) => digest(new TextDecoder().decode(bytes)),
    after: () => late,
  };
  served.files = { '/index.html': 'one', '/t/e1': 'one', '/theme.js': 'theme', '/assets/a.js': 'a', '/service-worker.js': 'worker' };
});

describe('who answers a request', () => {
  const way = (path: string, { method = 'GET', mode = 'navigate', origin = ORIGIN } = {}): string =>
    wayOf({ method, mode, url: origin + path }, ORIGIN, ['/theme.js']);

  it.each([
    ['/', 'page'],
    ['/t/e1/seat?x=1', 'page'],
    ['/g/g1', 'page'],
    ['/assets/a-1234.js', 'hashed'],
    ['/theme.js', 'named'],
    ['/api', 'pass'],
    ['/api/docs', 'pass'],
    ['/api/v1/socket', 'pass'],
    ['/.well-known/jwks.json', 'pass'],
    ['/metrics', 'pass'],
    ['/apis', 'page'],
  ])('%s: %s', (path, wanted) => expect(way(path)).toBe(wanted));

  it('leaves to the browser what is no page, what changes something, and what is elsewhere', () => {
    expect(way('/t/e1', { mode: 'cors' })).toBe('pass');
    expect(way('/assets/a-1234.js', { method: 'POST' })).toBe('pass');
    expect(way('/assets/a-1234.js', { origin: 'https://other.example' })).toBe('pass');
  });
});

describe('what a server’s answer means', () => {
  it.each([
    [404, '', true],
    [410, '', true],
    [200, 'text/html; charset=utf-8', true],
    [200, 'text/javascript; charset=utf-8', false],
    [503, 'text/html', false],
    [429, 'application/problem+json', false],
  ])('%i as %s: the worker is gone: %s', (status, type, gone) => expect(isGone(status, type)).toBe(gone));

  it('of a proxy that has no server behind it is none', () => {
    expect([200, 304, 404, 499, 500, 502, 503].filter(isAway)).toEqual([500, 502, 503]);
  });
});

describe('a worker whose older pages have gone', () => {
  it('puts out older versions, and nothing of later ones or of anybody else', () => {
    const names = ['outflank-shell-1', 'other', 'outflank-shell-2', 'outflank-shell-3'];
    expect(toPutOut(names, '3')).toEqual(['outflank-shell-1', 'outflank-shell-2']);
    expect(toPutOut(names, '2')).toEqual(['outflank-shell-1']);
    expect(toPutOut(names, '4')).toEqual([]);
    expect(allOfThem(names)).toEqual(['outflank-shell-1', 'outflank-shell-2', 'outflank-shell-3']);
  });
});

describe('the files that are kept', () => {
  const built = (contents: Record<string, string>): Map<string, Uint8Array> =>
    new Map(Object.entries(contents).map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const BUILT = {
    'index.html': 'one',
    'theme.js': 'theme',
    'icon.svg': 'mark',
    'icon-192.png': 'mark',
    'service-worker.js': 'worker',
    'assets/index-1234.js': 'code',
    'assets/index-5678.css': 'style',
    'assets/round-90ab.png': 'picture',
    'assets/inter-latin-opsz-normal-cdef.woff2': 'font',
    'assets/inter-greek-opsz-normal-cdef.woff2': 'font',
  };

  it('are code, styles and the font, without the worker, pictures and other writings', () => {
    const shell = shellOf(built(BUILT));
    expect(shell.hashed).toEqual(['/assets/index-1234.js', '/assets/index-5678.css', '/assets/inter-latin-opsz-normal-cdef.woff2']);
    expect(shell.named).toEqual(['/icon.svg', '/theme.js']);
    expect(shell.index).toBe(digest('one'));
  });

  it('are another version where one of them differs, and only there', () => {
    const { version } = shellOf(built(BUILT));
    expect(shellOf(built({ ...BUILT, 'service-worker.js': 'another' })).version).toBe(version);
    const others: Record<string, string>[] = [{ 'index.html': 'two' }, { 'theme.js': 'two' }, { 'assets/more-1111.js': '' }];
    expect(new Set(others.map((other) => shellOf(built({ ...BUILT, ...other })).version)).add(version).size).toBe(4);
  });
});

describe('the shell', () => {
  it('is kept whole, or not at all', async () => {
    served.files['/assets/b.js'] = 404;
    const shell = shellIn('1', 'one', '/assets/a.js', '/assets/b.js');
    await expect(shell.install()).rejects.toThrow('/assets/b.js');
    served.files['/assets/b.js'] = 'b';
    await shell.install();
    expect(
      served.asked.filter((path) => path === '/assets/a.js'),
      'it was there already',
    ).toHaveLength(1);
  });

  it('is not kept where another server gave the page of another version', async () => {
    served.files['/index.html'] = 'two';
    await expect(shellIn('1', 'one').install()).rejects.toThrow('another version');
  });

  it('takes from the version before it what is the same', async () => {
    await shellIn('1', 'one', '/assets/a.js').install();
    served.files = { ...served.files, '/index.html': 'two', '/assets/b.js': 'b' };
    served.asked.length = 0;
    await shellIn('2', 'two', '/assets/a.js', '/assets/b.js').install();
    expect(served.asked.toSorted()).toEqual(['/assets/b.js', '/index.html', '/theme.js']);
  });

  it('gives the server’s page where it comes in time, whatever is kept', async () => {
    const shell = shellIn('1', 'one');
    await shell.install();
    served.files['/t/e1'] = 'two';
    const { response, kept } = await shell.page(at('/t/e1'));
    expect([await response.text(), kept]).toEqual(['two', null]);
  });

  it.each([null, 502])('gives the kept page where the server answers with %s', async (answer) => {
    const shell = shellIn('1', 'one');
    await shell.install();
    served.files['/t/e1'] = answer;
    const { response, kept } = await shell.page(at('/t/e1'));
    expect([await response.text(), await kept?.text()]).toEqual(['one', 'one']);
  });

  it('gives the kept page where the server’s is late, and then tells whether that was a newer one', async () => {
    const shell = shellIn('1', 'one');
    await shell.install();
    let comes: (page: string) => void = () => undefined;
    served.files['/t/e1'] = new Promise((go) => (comes = go));
    const answered = shell.page(at('/t/e1'));
    passes();
    const { response, kept, network } = await answered;
    const given = kept?.clone() ?? new Response();
    expect([await response.text(), await kept?.text()]).toEqual(['one', 'one']);
    comes('two');
    const late = await network;
    expect(late && (await shell.isOther(late, given))).toBe(true);
    expect(await shell.isOther(new Response('one'), given)).toBe(false);
    expect(await shell.isOther(new Response('', { status: 503 }), given), 'a proxy’s word is no version').toBe(false);
  });

  it('waits for the server where nothing is kept', async () => {
    passes();
    const { response, kept } = await shellIn('1', 'one').page(at('/t/e1'));
    expect([await response.text(), kept]).toEqual(['one', null]);
  });

  it('gives files by their content from any version, and keeps those that it did not have', async () => {
    await shellIn('1', 'one', '/assets/a.js').install();
    served.files = { '/assets/greek.woff2': 'font' };
    const shell = shellIn('2', 'two');
    expect(await (await shell.hashed(at('/assets/a.js'))).text()).toBe('a');
    expect(await (await shell.hashed(at('/assets/greek.woff2'))).text()).toBe('font');
    served.files = {};
    expect(await (await shell.hashed(at('/assets/greek.woff2'))).text()).toBe('font');
    expect((await shell.hashed(at('/assets/gone.js'))).status, 'what is gone is told as that').toBe(404);
  });

  it('gives other files as the server has them now, and to a page that is kept as they are kept', async () => {
    const shell = shellIn('1', 'one');
    await shell.install();
    served.files['/theme.js'] = 'later';
    expect(await (await shell.named(at('/theme.js'), false)).text()).toBe('later');
    expect(await (await shell.named(at('/theme.js'), true)).text()).toBe('theme');
    served.files['/theme.js'] = null;
    expect(await (await shell.named(at('/theme.js'), false)).text()).toBe('theme');
  });

  it('knows a server that has no worker any more from one that is away, and forgets all of it then', async () => {
    const shell = shellIn('1', 'one');
    await shell.install();
    expect(await shell.isGone()).toBe(false);
    served.files['/service-worker.js'] = null;
    expect(await shell.isGone()).toBe(false);
    served.files['/service-worker.js'] = 404;
    expect(await shell.isGone()).toBe(true);
    await caches.open('other');
    await shell.forget();
    await shell.named(at('/theme.js'), false);
    await shell.hashed(at('/assets/a.js'));
    expect(await caches.keys()).toEqual(['other']);
  });

  it('gives without a server the newest version that is whole, whichever worker is asked', async () => {
    const first = shellIn('1', 'one');
    await first.install();
    const page = async (): Promise<string> => (await first.page(at('/t/e1'))).response.text();
    served.files = { ...served.files, '/index.html': 'two', '/t/e1': null, '/theme.js': 'later' };
    await expect(shellIn('2', 'two', '/assets/b.js').install(), 'a file is missing').rejects.toThrow();
    expect(await page()).toBe('one');
    served.files['/assets/b.js'] = 'b';
    await shellIn('2', 'two', '/assets/b.js').install();
    expect(await page()).toBe('two');
    expect(await (await first.named(at('/theme.js'), true)).text()).toBe('later');
    served.files['/index.html'] = 'one';
    await shellIn('1', 'one').install();
    expect(await page(), 'it came back').toBe('one');
  });

  it('puts out what is older once no older page is left', async () => {
    for (const version of ['1', '2', '3']) {
      served.files['/index.html'] = version;
      await shellIn(version, version).install();
    }
    await shellIn('2', '2').activate();
    expect(await caches.keys()).toEqual(['outflank-shell-2', 'outflank-shell-3']);
  });
});
