import { untrack } from 'svelte';

/** What the screen reader is told. Each text replaces the one before it. */
class Announcer {
  polite = $state('');
  assertive = $state('');

  say(text: string): void {
    // The same sentence twice must be read twice: a changing blank makes it new.
    this.polite = untrack(() => this.polite) === text ? `${text}\u00a0` : text;
  }

  alarm(text: string): void {
    this.assertive = untrack(() => this.assertive) === text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
