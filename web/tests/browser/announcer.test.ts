import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { announcer } from '../../src/ui/announcer.svelte';

const later = (): Promise<void> => new Promise((over) => void setTimeout(over));

test('what is said at once is said together, the same again as news, and nothing of it on another page', async () => {
  await later();
  announcer.say('Your move.');
  announcer.say('One minute left.');
  announcer.say('Your move.');
  announcer.alarm('Offline.');
  flushSync();
  expect([announcer.polite, announcer.assertive]).toStrictEqual(['Your move. One minute left.', 'Offline.']);
  await later();
  announcer.say('Saved.');
  announcer.leave();
  expect([announcer.polite, announcer.assertive]).toStrictEqual(['Saved.', '']);
  await later();
  announcer.say('Saved.');
  expect(announcer.polite).toBe('Saved.\u00a0');
  await later();
  announcer.leave();
  expect(announcer.polite).toBe('');
});
