/** The scenes of webhooks: an administrator has one that leads into a private network, where nothing is sent. */
import * as scenes from './scenes';
import type { Set, Setting } from './trial-sets';
import type { House } from './trials';

const HOST = 'localhost:9443';
const OTHER_HOST = 'localhost:9444';
let made = 0;

async function hooked(house: House): Promise<Set> {
  made += 1;
  const administrator = await scenes.person(house, 'Aase Lindmose', 'administrator');
  await makeRoom(administrator);
  const url = `https://${HOST}/hall-${made}/`;
  const { webhook } = await administrator.rest.call('add_webhook', { body: { url } });
  const facts = {
    webhook: webhook.webhook_id,
    host: HOST,
    address: url,
    other_host: OTHER_HOST,
    other_address: `https://${OTHER_HOST}/hall-${made}/`,
  };
  return { people: { administrator }, facts };
}

/** An account has a bounded number of them, and all trials are one’s. */
async function makeRoom({ rest }: scenes.Person): Promise<void> {
  const { webhooks } = await rest.call('list_webhooks', { mine: true });
  for (const { webhook_id } of webhooks.slice(0, -8)) await rest.call('remove_webhook', { webhook_id });
}

/** `hooked`, where something was done to it. */
const then =
  (what: (set: Set, ids: { webhook_id: string }) => Promise<unknown>): Setting =>
  async (house) => {
    const set = await hooked(house);
    await what(set, { webhook_id: `${set.facts['webhook']}` });
    return set;
  };

export const WEBHOOK_SCENES: Readonly<Record<string, Setting>> = {
  webhook: hooked,
  'webhook paused': then(async ({ people, facts }, ids) =>
    people['administrator']?.rest.call('change_webhook', { ...ids, body: { url: `${facts['address']}`, paused: true } }),
  ),
  'webhook tested': then(async ({ people }, ids) => people['administrator']?.rest.call('ping_webhook', ids)),
};
