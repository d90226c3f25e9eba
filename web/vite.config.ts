import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { handbook } from './scripts/handbook';

// The built files are served under a strict content security policy: nothing
// inline, nothing from elsewhere, so no asset may become a data: address.
export default defineConfig({
  plugins: [svelte(), handbook(join(import.meta.dirname, '../docs'))],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', setupFiles: ['tests/texts.ts'] },
});
