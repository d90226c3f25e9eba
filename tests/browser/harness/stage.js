import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';

const HERE = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const ARTEFACTS = resolve(HERE, '../artefacts');
const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** How much of a page's text is told when a journey failed, in characters. */
const SHOWN = 1_500;
export const DESKTOP = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' };
export const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true };

/** One Chromium with a profile of its own, and everybody who looks through it. */
export class Stage {
  #browser;
  #visitors = [];

  static async open() {
    const stage = new Stage();
    stage.#browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: SWITCHES,
      chromiumSandbox: false,
    });
    return stage;
  }

  /** Somebody with a browser profile of their own, who reaches the server at `base`. */
  async visitor(name, base, settings = DESKTOP) {
    const context = await this.#browser.newContext({ baseURL: base, locale: 'en-GB', timezoneId: 'Europe/Copenhagen', ...settings });
    context.setDefaultTimeout(60_000);
    const visitor = new Visitor(name, base, context);
    this.#visitors.push(visitor);
    return visitor;
  }

  /** Nothing came from elsewhere, and nothing went wrong that was not meant to. */
  assertClean() {
    for (const visitor of this.#visitors) {
      assert.ok(visitor.requests > 0, `${visitor.name} asked for nothing`);
      assert.deepEqual(visitor.foreign, [], `${visitor.name} asked others than the server`);
      assert.deepEqual(visitor.troubles, [], `${visitor.name} had trouble`);
      assert.deepEqual(visitor.refusalsToCome, [], `${visitor.name} was not refused`);
    }
  }

  /** What everybody saw when a journey failed: pictures, addresses, the beginning of the texts, troubles. */
  async keepEvidence() {
    for (const visitor of this.#visitors) {
      console.log(`${visitor.name}: ${JSON.stringify(visitor.troubles)}`);
      for (const [place, page] of visitor.context.pages().entries()) {
        const name = `failed-${visitor.name.replaceAll(/\W+/g, '-')}-${place + 1}`;
        console.log(`  ${page.url()} as in ${name}.png`);
        await picture(page, name).catch((error) => console.log(`  no picture: ${error.message}`));
        const text = await page.innerText('body', { timeout: 2_000 }).catch((error) => `no text: ${error.message}`);
        console.log(`  ${text.replaceAll(/\s+/g, ' ').slice(0, SHOWN)}`);
      }
    }
  }

  async close() {
    await this.#browser.close();
  }
}

/** One browser profile; it remembers every request and every trouble of its pages. */
export class Visitor {
  requests = 0;
  foreign = [];
  troubles = [];
  /** Refusals that a journey is about and that have not come yet: each is no trouble once. */
  refusalsToCome = [];
  /** While the line is cut on purpose, failing requests are no trouble. */
  cutOff = false;

  constructor(name, base, context) {
    Object.assign(this, { name, base, context });
    context.on('request', (request) => this.#asked(request.url()));
    context.on('page', (page) => page.on('websocket', (socket) => this.#asked(socket.url())));
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      if (this.#comesAsExpected(message)) return;
      this.#trouble(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.troubles.push(`page error: ${error.error().stack}`));
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText;
      // A page that is left drops what it was asking for.
      if (why !== 'net::ERR_ABORTED') this.#trouble(`${request.method()} ${request.url()}: ${why}`);
    });
  }

  #asked(address) {
    this.requests += 1;
    const { protocol, host } = new URL(address.replace(/^blob:/, ''));
    const own = ['http:', 'ws:'].includes(protocol) && host === new URL(this.base).host;
    if (!own) this.foreign.push(address);
  }

  /** The server refuses one request to this path with this status, which the browser tells its console. */
  expectRefusal(status, path) {
    this.refusalsToCome.push({ status, path });
  }

  #comesAsExpected(message) {
    const { pathname } = new URL(message.location().url || this.base);
    const place = this.refusalsToCome.findIndex(({ status, path }) => path === pathname && message.text().includes(`status of ${status} `));
    if (place >= 0) this.refusalsToCome.splice(place, 1);
    return place >= 0;
  }

  #trouble(what) {
    if (!this.cutOff) this.troubles.push(what);
  }

  /** Opens a page and marks it, so that a reload would show. */
  async open(path) {
    const page = await this.context.newPage();
    await page.goto(path);
    await mark(page);
    return page;
  }
}

export async function mark(page) {
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
}

/** Fails if the page was loaded again since it was opened. */
export async function assertNeverReloaded(page) {
  assert.equal(await page.evaluate(() => window.neverReloaded), true, 'the page was loaded again');
}

/** Keeps a picture of what the page shows now. */
export async function picture(page, name) {
  mkdirSync(ARTEFACTS, { recursive: true });
  // Fonts are there, and no disc is on its edge.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  });
  await page.screenshot({ path: resolve(ARTEFACTS, `${name}.png`) });
}

/** A line of progress for each journey. */
export function progress(journey) {
  const begun = Date.now();
  return (what) => console.log(`${journey}: ${what} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
}

/** Walks a journey on this stage; if it fails, keeps what everybody saw. */
export async function walk(stage, journey) {
  try {
    await journey();
    stage.assertClean();
  } catch (error) {
    await stage.keepEvidence();
    throw error;
  }
}
