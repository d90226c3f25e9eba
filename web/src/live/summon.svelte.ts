import { untrack } from 'svelte';
import { announcer } from '../ui/announcer.svelte';
import type { Round } from '../contract/types';
import { live } from './live.svelte';
import { sentences, t, things } from '../i18n';
import { title } from '../ui/title.svelte';
import { preferences } from '../browser/preferences.svelte';
import { soundSummons } from '../browser/sound';

export interface Call {
  /** The event’s id, and what it is called. */
  tournament: string;
  of: string;
  round: Round;
  table: number;
  /** The page itself says from then on whose turn it is: the title does not stay changed. */
  once?: boolean;
}

/**
 * Calls the player when the round starts: the title of the tab changes, a sound, a
 * notification where the browser allows it, and a word to the screen reader. To be called while a
 * component is being made; ends with it, or when there is no table to go to any more.
 */
export function summon(call: () => Call | null): void {
  const key = $derived.by(() => {
    const now = call();
    return now ? `${now.round.number} ${now.table} ${now.round.starts_at_ms} ${now.tournament}` : '';
  });
  const once = $derived(call()?.once === true);
  $effect(() => {
    if (!key) return;
    const [round = 0, table = 0, startsAt = 0] = key.split(' ').slice(0, 3).map(Number);
    const text = t('summons.title', { round, table });
    const wait = startsAt - live.clock.now();
    let end = (): void => undefined;
    const started = (): void => {
      if (!once) end = untrack(() => title.summon(key, text));
      // A page opened long after the start needs no bell.
      if (live.clock.now() - startsAt > 5_000) return;
      ring(things([text, untrack(() => call()?.of ?? '')]), key);
    };
    const timer = setTimeout(started, Math.max(0, wait));
    return () => {
      clearTimeout(timer);
      end();
    };
  });
}

/** What is told within so long is read out together, in ms. */
const TOGETHER_MS = 1_000;
let told = { text: '', atMs: -Infinity };

/** Calls whoever looks elsewhere: a sound, a notification where the browser allows it, and a word to the screen reader. */
export function ring(text: string, tag: string): void {
  const atMs = performance.now();
  const before = atMs - told.atMs < TOGETHER_MS ? told.text : '';
  told = { text: before.includes(text) ? before : sentences([before, text]), atMs };
  announcer.alarm(told.text);
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
