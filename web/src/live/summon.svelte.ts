import { announcer } from '../ui/announcer.svelte';
import type { Round } from '../contract/types';
import { live } from './live.svelte';
import { t } from '../i18n';
import { title } from '../ui/title.svelte';
import { preferences } from '../browser/preferences.svelte';
import { soundSummons } from '../browser/sound';

export interface Call {
  round: Round;
  table: number;
}

/**
 * Calls the player when the round starts: the title of the tab changes, a sound, a
 * notification where the browser allows it, and a word to the screen reader. To be called while a
 * component is being made; ends with it, or when there is no table to go to any more.
 */
export function summon(call: () => Call | null): void {
  const key = $derived.by(() => {
    const now = call();
    return now ? `${now.round.number} ${now.table} ${now.round.starts_at_ms}` : '';
  });
  $effect(() => {
    if (!key) return;
    const [round = 0, table = 0, startsAt = 0] = key.split(' ').map(Number);
    const text = t('summons.title', { round, table });
    const wait = startsAt - live.clock.now();
    const started = (): void => {
      title.summons = text;
      // A page opened long after the start needs no bell.
      if (live.clock.now() - startsAt > 5_000) return;
      ring(text, key);
    };
    const timer = setTimeout(started, Math.max(0, wait));
    return () => {
      clearTimeout(timer);
      title.summons = '';
    };
  });
}

/** Calls whoever looks elsewhere: a sound, a notification where the browser allows it, and a word to the screen reader. */
export function ring(text: string, tag: string): void {
  announcer.alarm(text);
  soundSummons();
  shake();
  notify(text, tag);
}

/** Where a phone allows it; browsers let a page do so once somebody has touched it, and complain before. */
function shake(): void {
  if (preferences.sound && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 400]);
}

function notify(text: string, tag: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    new Notification(t('app.name'), { body: text, tag, icon: '/icon.svg' });
  } catch {
    // Some phones allow notifications to service workers only; the title has changed.
  }
}
