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

/** Single keys of the table; never in text fields or under a dialog, which has its own, never when switched off. */
export function tableKey(event: KeyboardEvent, keys: TableKeys): void {
  if (!preferences.keys || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (inTextField(event.target) || document.querySelector('dialog:modal')) return;
  const act = ACTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  keys[act]();
}

export interface StepKeys {
  /** One position on, or back. */
  step(by: 1 | -1): void;
  first(): void;
  last(): void;
}

/** Keys that step through a game: arrows, Home and End where nothing has a use of its own for them, comma and full stop anywhere. */
export function stepKey(event: KeyboardEvent, keys: StepKeys): void {
  if (!preferences.keys || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (inTextField(event.target) || document.querySelector('dialog[open]')) return;
  const own = event.target instanceof Element && event.target.closest('[role="grid"], [role="region"], input, select') !== null;
  const acts: Record<string, () => void> = {
    ',': () => keys.step(-1),
    '.': () => keys.step(1),
    ...(own ? {} : { ArrowLeft: () => keys.step(-1), ArrowRight: () => keys.step(1), Home: () => keys.first(), End: () => keys.last() }),
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

export function inTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}
