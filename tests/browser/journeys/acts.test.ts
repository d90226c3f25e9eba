import { test as base } from '@playwright/test';
import { TRIALS } from '../../../web/src/acts/trials';
import { Stage } from '../harness/stage';
import { type House, houseOf, tryOnce } from '../harness/trials';

// Each trial has an event of its own; the server and whoever is signed in are there for all that one worker tries.
const test = base.extend<object, { house: House }>({
  house: [
    async ({ browser }, use) => {
      const stage = new Stage(browser);
      const house = await houseOf(stage);
      await use(house);
      await stage.close();
      await house.stop();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'parallel', timeout: 60_000 });

for (const [name, trial] of Object.entries(TRIALS)) test(name, ({ house }) => tryOnce(house, name, trial));
