import { type Browser, test as base } from '@playwright/test';
import { TRIALS } from '../../../web/src/acts/trials';
import { isLater } from '../harness/later-scenes';
import { Stage } from '../harness/stage';
import { type House, houseOf, laterHouseOf, tryOnce } from '../harness/trials';

interface Houses {
  house: House;
  /** Where time has passed. */
  later: House;
}

// Each trial has an event of its own; the server and whoever is signed in are there for all that one worker tries.
const test = base.extend<object, Houses>({
  house: [({ browser }, use) => lent(browser, houseOf, use), { scope: 'worker' }],
  later: [({ browser }, use) => lent(browser, laterHouseOf, use), { scope: 'worker', timeout: 240_000 }],
});

async function lent(browser: Browser, of: (stage: Stage) => Promise<House>, use: (house: House) => Promise<void>): Promise<void> {
  const stage = new Stage(browser);
  const house = await of(stage);
  await use(house);
  await stage.close();
  await house.stop();
}

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

const trials = Object.entries(TRIALS);
for (const [name, trial] of trials) if (!isLater(trial.scene)) test(name, ({ house }) => tryOnce(house, name, trial));

test.describe('once time has passed', () => {
  // One server for all of them: none waits for the others.
  test.describe.configure({ mode: 'default' });
  for (const [name, trial] of trials) if (isLater(trial.scene)) test(name, ({ later }) => tryOnce(later, name, trial));
});
