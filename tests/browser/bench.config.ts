import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** What the pages cost a slow phone; nothing else runs meanwhile, and nothing is tried again. */
export default defineConfig({
  ...journeys,
  testDir: 'bench',
  workers: 1,
  retries: 0,
  reporter: [['line']],
  projects: [{ name: 'bench' }],
  use: { ...journeys.use, trace: 'off' },
});
