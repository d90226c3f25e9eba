import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import type { ShellFiles } from '../src/worker/decisions';

const WORKER = 'service-worker.js';
const INDEX = 'index.html';
const HASHED = 'assets/';
/** Of the font every text needs one part; the others are kept when a name needs them. */
const FONT = /^assets\/inter-latin-opsz-normal-.*\.woff2$/;
/** The handbook's pictures, and the icons of an installed app, which the system keeps. */
const PICTURE = /\.png$/;

const digest = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** What of the built files is kept on a device. */
export function shellOf(built: ReadonlyMap<string, Uint8Array>): ShellFiles {
  const index = built.get(INDEX);
  if (!index) throw new Error(`${INDEX} was not built.`);
  const names = [...built.keys()].sort();
  const hashed = names.filter((name) => /^assets\/.*\.(js|css)$/.test(name) || FONT.test(name));
  const named = names.filter((name) => !name.includes('/') && name !== INDEX && name !== WORKER && !PICTURE.test(name));
  // What is named by its content says it; the others may be other files under the same names.
  const contents = [...named, INDEX].map((name) => digest(built.get(name) ?? new Uint8Array()));
  return {
    version: digest([...hashed, ...named, ...contents].join('\n')).slice(0, 16),
    index: digest(index),
    hashed: hashed.map((name) => `/${name}`),
    named: named.map((name) => `/${name}`),
  };
}

function read(folder: string): Map<string, Uint8Array> {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile());
  const assets = readdirSync(join(folder, HASHED)).map((name) => HASHED + name);
  return new Map([...inside.map(({ name }) => name), ...assets].map((name) => [name, readFileSync(join(folder, name))]));
}

/** Builds the worker that keeps the app's files, once it is known which those are. It is one script of the classic kind: not every browser has others. */
export function serviceWorker(entry: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) throw new Error('The app is built into no folder.');
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __SHELL__: JSON.stringify(shellOf(read(dir))) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2023',
          modulePreload: false,
          rollupOptions: { input: entry, output: { format: 'iife', entryFileNames: WORKER } },
        },
      });
    },
  };
}
