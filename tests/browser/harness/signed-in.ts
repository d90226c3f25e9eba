import { type BrowserContext, expect } from '@playwright/test';
import { PASSWORD, type Schemas } from './rest';

/** By what a browser remembers that somebody is signed in here. */
const HINT = 'outflank.signed-in';

/** Leaves a browser as one is where this account has signed in before. */
export async function signedIn(context: BrowserContext, login: string, password = PASSWORD): Promise<void> {
  const answer = await context.request.post('/api/v1/sessions', { data: { login, password, cookie: true } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { account } = (await answer.json()) as Schemas['Session'];
  if (!account) throw new Error(`${login} signed in as nobody`);
  const { origin } = new URL(answer.url());
  const { cookies, origins } = await context.storageState();
  const kept = origins.find((one) => one.origin === origin)?.localStorage ?? [];
  const localStorage = [...kept.filter(({ name }) => name !== HINT), { name: HINT, value: account.id }];
  await context.setStorageState({ cookies, origins: [...origins.filter((one) => one.origin !== origin), { origin, localStorage }] });
}
