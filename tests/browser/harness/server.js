import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './until.js';

const HERE = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const TARGET = process.env.CARGO_TARGET_DIR ?? resolve(HERE, '../../../target');

/** The built binary. */
export const BINARY = process.env.OUTFLANK_BINARY ?? join(TARGET, 'debug', 'outflank');

/** How the line with its address begins. */
const AT = 'Outflank is at ';

/** The binary as a child process, with its data in a temporary folder. */
export class Server {
  #child;
  #lines = [];

  /** Starts on a port of the system's choice, which its first line names, and waits until it is ready. */
  static async start(...args) {
    const server = new Server();
    server.data = await mkdtemp(join(tmpdir(), 'outflank-browser-'));
    const command = ['serve', '--data', server.data, '--listen', '127.0.0.1:0', ...args];
    const child = spawn(BINARY, command, {
      env: { ...process.env, OUTFLANK_NO_LIMITS: 'true', OUTFLANK_FOUNDING: 'accounts' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.on('error', (error) => (server.failure = error));
    createInterface({ input: child.stdout }).on('line', (line) => server.#lines.push(line));
    server.#child = child;
    await until(
      `${BINARY} answers`,
      async () => {
        if (server.failure || child.exitCode !== null) return true;
        const said = server.#lines.find((line) => line.startsWith(AT));
        if (!said) return false;
        server.base = said.slice(AT.length);
        server.port = Number(new URL(server.base).port);
        return (await fetch(`${server.base}/readyz`)).ok;
      },
      60_000,
    );
    if (server.failure) throw server.failure;
    if (child.exitCode !== null) throw new Error(`the server ended at its start with exit code ${child.exitCode}`);
    return server;
  }

  /** The printed link of the first administrator. */
  async administratorLink() {
    const line = await until('a line with the administrator link', () => this.#lines.find((one) => one.includes('/welcome#')));
    return line.slice(line.indexOf('http'));
  }

  /** Ends it and removes its data. */
  async stop() {
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
