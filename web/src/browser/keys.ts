import { preferences } from './preferences.svelte';

export interface TableKeys {
  pass(): unknown;
  call(): unknown;
  nextLegal(): unknown;
  clocks(): unknown;
  transcript(): unknown;
  sound(): unknown;
  help(): unknown;
  back(): unknown;
}

const ACTS: Record<string, keyof TableKeys> = {
  p: 'pass',
  c: 'call',
  h: 'nextLegal',
  t: 'clocks',
  '/': 'transcript',
  m: 'sound',
  '?': 'help',
  Escape: 'back',
};

/** Single keys of the table; never in text fields, never when switched off. */
export function tableKey(event: KeyboardEvent, keys: TableKeys): void {
  if (!preferences.keys || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (inTextField(event.target)) return;
  const act = ACTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  keys[act]();
}

export function inTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}
