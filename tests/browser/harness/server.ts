import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { until } from './until';

const TARGET = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../../target');

/** The built binary. */
export const BINARY = process.env.OUTFLANK_BINARY ?? join(TARGET, 'debug', 'outflank');

/** How the line with its address begins. */
const AT = 'Outflank is at ';
/** How long a start may take, and several of them after one another. */
const START_MS = 60_000;
const LATER_MS = 3 * START_MS;

/** The binary as a child process, with its data in a temporary folder. */
export class Server {
  /** Its address, `http://127.0.0.1:PORT`. */
  base = '';
  port = 0;
  /** So far its clock is put ahead of this machine's, in ms. */
  #aheadMs = 0;
  #child: ChildProcessByStdio<null, Readable, null> | null = null;
  #lines: string[] = [];
  #failure: Error | null = null;

  private constructor(
    /** The folder that holds what it keeps. */
    readonly data: string,
    readonly args: readonly string[],
  ) {}

  /** Starts on a port of the system's choice, which its first line names, and waits until it is ready. */
  static async start(...args: string[]): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'outflank-browser-')), args);
    await server.#run();
    return server;
  }

  async #run(): Promise<void> {
    this.#failure = null;
    const clock = this.#aheadMs === 0 ? [] : [`--clock-offset-ms=${this.#aheadMs}`];
    const command = ['serve', '--data', this.data, '--listen', `127.0.0.1:${this.port}`, ...this.args, ...clock];
    const child = spawn(BINARY, command, {
      env: { ...process.env, OUTFLANK_NO_LIMITS: 'true', OUTFLANK_FOUNDING: 'accounts' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.#lines = [];
    child.on('error', (error) => (this.#failure = error));
    createInterface({ input: child.stdout }).on('line', (line) => this.#lines.push(line));
    await until(
      `${BINARY} answers`,
      async () => {
        if (this.#failure || child.exitCode !== null) return true;
        const said = this.#lines.find((line) => line.startsWith(AT));
        if (!said) return false;
        this.base = said.slice(AT.length);
        this.port = Number(new URL(this.base).port);
        return (await fetch(`${this.base}/readyz`)).ok;
      },
      START_MS,
    );
    if (this.#failure) throw this.#failure;
    if (child.exitCode !== null) throw new Error(`the server ended at its start with exit code ${child.exitCode}`);
  }

  /** Ends it and starts it again at its address, as if so many ms had passed meanwhile: whoever was signed in signs in anew. */
  async later(ms: number): Promise<void> {
    this.#aheadMs += ms;
    // Whoever looks for a free port meanwhile has it for a moment; one that did not come up is ended before the next.
    await until(
      'it has its address again',
      async () => {
        await this.#end();
        await this.#run();
        return true;
      },
      LATER_MS,
    );
  }

  /** The printed link of the first administrator. */
  async administratorLink(): Promise<string> {
    const line = await until('a line with the administrator link', () => this.#lines.find((one) => one.includes('/welcome#')));
    return line.slice(line.indexOf('http'));
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
  }

  /** Ends it and removes its data. */
  async stop(): Promise<void> {
    await this.#end();
    await rm(this.data, { recursive: true, force: true });
  }
}
