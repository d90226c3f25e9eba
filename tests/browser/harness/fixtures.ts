import { test as base } from '@playwright/test';
import { Cable } from './cable';
import { Server } from './server';
import { Stage } from './stage';

export { expect } from '@playwright/test';

interface Fixtures {
  /** What a journey's server is started with, besides its address and its data. */
  serverArguments: string[];
  /** A server of the test's own. */
  server: Server;
  /** A line to it that can be cut; a test asks for it before the stage, so that it goes after it. */
  cable: Cable;
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
  cable: async ({ server }, use) => {
    const line = await Cable.to(server);
    await use(line);
    line.close();
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
