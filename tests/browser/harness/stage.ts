import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type TestInfo,
  expect,
} from '@playwright/test';

const ARTEFACTS = resolve(import.meta.dirname, '../artefacts');
/** What Playwright says where it lets a page keep nothing on the device. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';
/** How much of a page's text is told when a journey failed, in characters. */
const SHOWN = 1_500;
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true };

/** Everybody who looks through one Chromium, each with a profile of their own. */
export class Stage {
  readonly #browser: Browser;
  readonly #visitors: Visitor[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Somebody with a browser profile of their own, who reaches the server at `base`. */
  async visitor(name: string, base: string, settings = DESKTOP): Promise<Visitor> {
    const visitor = new Visitor(name, base, await this.#browser.newContext({ baseURL: base, ...settings }));
    this.#visitors.push(visitor);
    return visitor;
  }

  /** Whether `assertClean` finds nothing. */
  isClean(): boolean {
    return this.#visitors.every(
      ({ requests, foreign, troubles, refusalsToCome }) => requests > 0 && foreign.length + troubles.length + refusalsToCome.length === 0,
    );
  }

  /** Nothing came from elsewhere, and nothing went wrong that was not meant to. */
  assertClean(): void {
    for (const visitor of this.#visitors) {
      expect(visitor.requests, `${visitor.name} asked for nothing`).toBeGreaterThan(0);
      expect(visitor.foreign, `${visitor.name} asked others than the server`).toStrictEqual([]);
      expect(visitor.troubles, `${visitor.name} had trouble`).toStrictEqual([]);
      expect(visitor.refusalsToCome, `${visitor.name} was not refused`).toStrictEqual([]);
    }
  }

  /** What everybody saw when a journey failed: pictures, addresses, the beginning of the texts, troubles. */
  async keepEvidence(info: TestInfo): Promise<void> {
    for (const visitor of this.#visitors) {
      console.log(`${visitor.name}: ${JSON.stringify(visitor.troubles)}`);
      for (const [place, page] of visitor.context.pages().entries()) {
        const name = `${visitor.name.replaceAll(/\W+/g, '-')}-${place + 1}.png`;
        const path = info.outputPath(name);
        console.log(`  ${page.url()} as in ${path}`);
        await page.screenshot({ path, timeout: 5_000 }).then(
          () => info.attachments.push({ name, path, contentType: 'image/png' }),
          (error: Error) => console.log(`  no picture: ${error.message}`),
        );
        const text = await page.innerText('body', { timeout: 2_000 }).catch((error: Error) => `no text: ${error.message}`);
        console.log(`  ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN)}`);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#visitors.map(({ context }) => context.close()));
  }
}

/** A refusal that a journey is about: its status, and the path that is refused. */
interface Refusal {
  status: number;
  path: string;
}

/** One browser profile; it remembers every request and every trouble of its pages. */
export class Visitor {
  requests = 0;
  readonly foreign: string[] = [];
  readonly troubles: string[] = [];
  /** Refusals that a journey is about and that have not come yet: each is no trouble once. */
  readonly refusalsToCome: Refusal[] = [];
  /** While the line is cut on purpose, failing requests are no trouble. */
  cutOff = false;

  constructor(
    readonly name: string,
    readonly base: string,
    readonly context: BrowserContext,
  ) {
    // What the framework warns of says where it came from.
    void context.addInitScript(() => {
      const warn = console.warn.bind(console);
      console.warn = (...said: unknown[]) => warn(...said, ...(String(said[0]).includes('svelte.dev/e/') ? [new Error().stack] : []));
    });
    context.on('request', (request) => this.#asked(request.url()));
    context.on('page', (page) => page.on('websocket', (socket) => this.#asked(socket.url())));
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (message.text() === WORKER_BLOCKED || this.#comesAsExpected(message)) return;
      this.#trouble(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.troubles.push(`page error: ${error.error().stack}`));
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText;
      // A page that is left drops what it was asking for.
      if (why !== 'net::ERR_ABORTED') this.#trouble(`${request.method()} ${request.url()}: ${why}`);
    });
  }

  #asked(address: string): void {
    this.requests += 1;
    const { protocol, host } = new URL(address.replace(/^blob:/, ''));
    const own = ['http:', 'ws:'].includes(protocol) && host === new URL(this.base).host;
    if (!own) this.foreign.push(address);
  }

  /** The server refuses one request to this path with this status, which the browser tells its console. */
  expectRefusal(status: number, path: string): void {
    this.refusalsToCome.push({ status, path });
  }

  #comesAsExpected(message: ConsoleMessage): boolean {
    const { pathname } = new URL(message.location().url || this.base);
    const place = this.refusalsToCome.findIndex(({ status, path }) => path === pathname && message.text().includes(`status of ${status} `));
    if (place >= 0) this.refusalsToCome.splice(place, 1);
    return place >= 0;
  }

  #trouble(what: string): void {
    if (!this.cutOff) this.troubles.push(what);
  }

  /** Opens a page and marks it, so that a reload would show. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path);
    await mark(page);
    return page;
  }
}

export async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
}

/** Fails if the page was loaded again since it was opened. */
export async function assertNeverReloaded(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'neverReloaded' in window), 'the page was loaded again').toBe(true);
}

/** Keeps a picture of what the page shows now. */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<string> {
  // Fonts are there, and no disc is on its edge.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  });
  const path = resolve(ARTEFACTS, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage: whole });
  return path;
}
