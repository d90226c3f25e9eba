import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Those that take longest begin first, so that none of them goes on alone at the end. */
const LONG = /(table|accessibility|event|world-championship)\.test\.ts$/;
const REPORT = process.env.BROWSER_REPORT;
/** Without its windows it takes a third less of the processor. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell';

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'artefacts/failed',
  // Files go on beside each other; the tests of a file, which is one journey, one after the other.
  workers: 2,
  fullyParallel: false,
  timeout: 300_000,
  globalTimeout: 30 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [['list', { printSteps: true }], ...(REPORT ? [['junit', { outputFile: REPORT, includeRetries: true }] as const] : [])],
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    // The app is kept on a device by the journey alone that is about it: the others would fetch all of it each time.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Copenhagen',
    // Without its film, which costs as much again as the journey.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? (existsSync(WINDOWLESS) ? WINDOWLESS : '/usr/bin/chromium'),
      chromiumSandbox: false,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
});
