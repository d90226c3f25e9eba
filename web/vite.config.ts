import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { handbook } from './scripts/handbook';
import { pictureFonts } from './scripts/picture-fonts';
import { serviceWorker } from './scripts/service-worker';

/** Without its windows, which no test looks at, Chromium takes a third less of the processor. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell';

/** The styles of all pages come before those of their parts, in whatever order the chunks are fetched. */
const baseFirst: Plugin = {
  name: 'base-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const [links, base] = [/ *<link rel="stylesheet"[^>]*>\n/, / *<link rel="stylesheet"[^>]*\/base-[^>]*>\n/];
      return html.replace(base, '').replace(links, (first) => (base.exec(html)?.[0] ?? '') + first);
    },
  },
};

// The built files are served under a strict content security policy: nothing
// inline, nothing from elsewhere, so no asset may become a data: address.
export default defineConfig({
  plugins: [
    svelte(),
    baseFirst,
    handbook(join(import.meta.dirname, '../docs')),
    pictureFonts(),
    serviceWorker(join(import.meta.dirname, 'src/worker/worker.ts')),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first load names every file: short marks of what they hold are enough, and weigh less.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            { name: 'base', test: /\/styles\/base\.css$/, priority: 1 },
            // What most chunks share is one chunk: many small ones are larger together, and asked for one by one.
            { name: 'shell', test: /\.(?:js|ts|svelte)$/, minShareCount: 31 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  test: {
    projects: [
      // What needs no browser, and what a browser shows.
      {
        extends: true,
        test: { name: 'node', include: ['tests/*.test.ts'], environment: 'node', setupFiles: ['tests/texts.ts'] },
      },
      {
        extends: true,
        // Found beforehand: a dependency that is found while the tests run loads their page anew.
        optimizeDeps: { include: ['svelte', 'svelte/reactivity', 'vitest-browser-svelte', 'axe-core'] },
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          setupFiles: ['tests/texts.ts', 'tests/browser/page.ts'],
          testTimeout: 30_000,
          // A machine that does much else takes longer: what never comes fails all the same.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM ?? (existsSync(WINDOWLESS) ? WINDOWLESS : '/usr/bin/chromium'),
                args: ['--no-sandbox', '--disable-gpu'],
              },
            }),
            // Which of its two themes a page shows.
            commands: {
              colors: ({ page }, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),
              // Larger than what is tested in it: that would be shrunk otherwise.
              room: ({ page }, width: number, height: number) => page.setViewportSize({ width: width + 40, height: height + 40 }),
            },
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
});
