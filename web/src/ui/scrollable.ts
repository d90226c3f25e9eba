import type { Attachment } from 'svelte/attachments';

/** Whoever has no pointer scrolls what is wider than its place by arrow keys: it is a stop of Tab as long as it is. */
export const scrollable: Attachment<HTMLElement> = (place) => {
  const look = () => {
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
    else place.removeAttribute('tabindex');
  };
  const watch = new ResizeObserver(look);
  watch.observe(place);
  for (const part of place.children) watch.observe(part);
  return () => watch.disconnect();
};
