import { test as base } from '@playwright/test';
import { Server } from './server';
import { Stage } from './stage';

export { expect } from '@playwright/test';

interface Fixtures {
  /** What a journey's server is started with, besides its address and its data. */
  serverArguments: string[];
  /** A server of the test's own. */
  server: Server;
  /** Whoever looks at it; at the end nobody had trouble, and after a failure everybody's evidence is kept. */
  stage: Stage;
}

export const test = base.extend<Fixtures>({
  serverArguments: [[], { option: true }],
  server: async ({ serverArguments }, use) => {
    const server = await Server.start(...serverArguments);
    await use(server);
    await server.stop();
  },
  stage: async ({ browser, server: _ }, use, info) => {
    const stage = new Stage(browser);
    await use(stage);
    const isGood = () => info.status === 'passed' && stage.isClean();
    if (info.expectedStatus === 'passed' && !isGood()) await stage.keepEvidence(info);
    await stage.close();
    if (info.status === 'passed') stage.assertClean();
  },
});
