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

/** The binary as a child process, with its data in a temporary folder. */
export class Server {
  /** Its address, `http://127.0.0.1:PORT`. */
  base = '';
  port = 0;
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly #lines: string[] = [];
  #failure: Error | null = null;

  private constructor(
    /** The folder that holds what it keeps. */
    readonly data: string,
    args: string[],
  ) {
    const command = ['serve', '--data', data, '--listen', '127.0.0.1:0', ...args];
    this.#child = spawn(BINARY, command, {
      env: { ...process.env, OUTFLANK_NO_LIMITS: 'true', OUTFLANK_FOUNDING: 'accounts' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.on('error', (error) => (this.#failure = error));
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#lines.push(line));
  }

  /** Starts on a port of the system's choice, which its first line names, and waits until it is ready. */
  static async start(...args: string[]): Promise<Server> {
    const server = new Server(await mkdtemp(join(tmpdir(), 'outflank-browser-')), args);
    const child = server.#child;
    await until(
      `${BINARY} answers`,
      async () => {
        if (server.#failure || child.exitCode !== null) return true;
        const said = server.#lines.find((line) => line.startsWith(AT));
        if (!said) return false;
        server.base = said.slice(AT.length);
        server.port = Number(new URL(server.base).port);
        return (await fetch(`${server.base}/readyz`)).ok;
      },
      60_000,
    );
    if (server.#failure) throw server.#failure;
    if (child.exitCode !== null) throw new Error(`the server ended at its start with exit code ${child.exitCode}`);
    return server;
  }

  /** The printed link of the first administrator. */
  async administratorLink(): Promise<string> {
    const line = await until('a line with the administrator link', () => this.#lines.find((one) => one.includes('/welcome#')));
    return line.slice(line.indexOf('http'));
  }

  /** Ends it and removes its data. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
    }
    await rm(this.data, { recursive: true, force: true });
  }
}
