import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** Pictures of every page, to be looked at. */
export default defineConfig({
  ...journeys,
  testDir: 'pictures',
  retries: 0,
  reporter: [['line']],
  projects: [{ name: 'pictures' }],
  use: { ...journeys.use, trace: 'off' },
});
