import type { CDPSession, Page } from '@playwright/test';

/** A phone of the middle class on a slow line, as Lighthouse has it: a quarter of this machine's pace. */
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
/** A page at rest: so long without a task that holds up input, in ms. */
const QUIET_MS = 5_000;

/** What a first visit cost. Bytes of the wire are compressed; times are from the navigation, in ms. */
export interface Load {
  scriptWireBytes: number;
  scriptBytes: number;
  wireBytes: number;
  firstPaintMs: number;
  /** When the last task ended that held up input for more than 50 ms; the first paint if there was none. */
  interactiveMs: number;
  /** 0.1 is good. */
  layoutShift: number;
}

/** What somebody's page does while something happens. */
export interface Work {
  longTasks: number;
  longestMs: number;
  layoutShift: number;
  /** Of the page's thread, at the slow pace, in ms. */
  taskMs: number;
}

interface Observed {
  shifts: { start: number; score: number }[];
  tasks: { start: number; ms: number }[];
}
declare global {
  interface Window {
    observed: Observed;
  }
}

/** Slows a page down, and measures it. */
export class Gauge {
  readonly #scripts = new Set<string>();
  #wire = 0;
  #scriptWire = 0;
  #script = 0;

  private constructor(
    readonly page: Page,
    readonly devtools: CDPSession,
  ) {}

  static async on(page: Page): Promise<Gauge> {
    const devtools = await page.context().newCDPSession(page);
    const gauge = new Gauge(page, devtools);
    await devtools.send('Network.enable');
    await devtools.send('Performance.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    devtools.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') gauge.#scripts.add(requestId);
    });
    devtools.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (gauge.#scripts.has(requestId)) gauge.#script += dataLength;
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      gauge.#wire += encodedDataLength;
      if (gauge.#scripts.has(requestId)) gauge.#scriptWire += encodedDataLength;
    });
    await page.addInitScript(observe);
    return gauge;
  }

  /** A first visit, until what it is for is shown and the page is at rest. */
  async load(address: string, shows: () => Promise<unknown>): Promise<Load> {
    await this.page.goto(address);
    await shows();
    await this.#rest();
    const { firstPaintMs, lastTaskMs, shifts } = await this.page.evaluate(() => ({
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      lastTaskMs: Math.max(0, ...window.observed.tasks.map(({ start, ms }) => start + ms)),
      shifts: window.observed.shifts,
    }));
    return {
      scriptWireBytes: this.#scriptWire,
      scriptBytes: this.#script,
      wireBytes: this.#wire,
      firstPaintMs,
      interactiveMs: Math.max(firstPaintMs, lastTaskMs),
      layoutShift: worstOf(shifts),
    };
  }

  /** What the page does while this goes on. */
  async during(what: () => Promise<void>): Promise<Work> {
    await this.page.evaluate(() => Object.assign(window.observed, { shifts: [], tasks: [] }));
    const before = await this.#taskMs();
    await what();
    const taskMs = (await this.#taskMs()) - before;
    const { shifts, tasks } = await this.page.evaluate(() => window.observed);
    return { longTasks: tasks.length, longestMs: Math.max(0, ...tasks.map(({ ms }) => ms)), layoutShift: worstOf(shifts), taskMs };
  }

  async #taskMs(): Promise<number> {
    const { metrics } = await this.devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  }

  async #rest(): Promise<void> {
    await this.page.waitForFunction(
      (quiet) => performance.now() - Math.max(0, ...window.observed.tasks.map(({ start, ms }) => start + ms)) > quiet,
      QUIET_MS,
    );
  }
}

/** Cumulative layout shift as it is defined: the worst of its bursts, which end after 1 s of rest and after 5 s. */
function worstOf(shifts: Observed['shifts']): number {
  let [worst, burst, begun, last] = [0, 0, -Infinity, -Infinity];
  for (const { start, score } of shifts) {
    if (start - last > 1_000 || start - begun > 5_000) [burst, begun] = [0, start];
    burst += score;
    last = start;
    worst = Math.max(worst, burst);
  }
  return worst;
}

/** Runs in the page before anything of its own does. */
function observe(): void {
  const observed: Observed = { shifts: [], tasks: [] };
  window.observed = observed;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) observed.shifts.push({ start: entry.startTime, score: entry.value });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) observed.tasks.push({ start: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}
