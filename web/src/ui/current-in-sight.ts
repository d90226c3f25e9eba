import type { Attachment } from 'svelte/attachments';

/** Scrolls a bar of links to the current one, where there are more of them than it is wide; again when another is shown. */
export function currentInSight(shown: () => unknown): Attachment<HTMLElement> {
  return (bar) => {
    shown();
    const current = bar.querySelector<HTMLElement>('[aria-current]');
    if (current) bar.scrollLeft = current.offsetLeft - bar.offsetLeft;
  };
}
