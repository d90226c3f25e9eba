const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Brings the part of the page that a fragment names into sight, as soon as it is there. Whoever moves before it comes is left where he is. Answers how to end that. */
export function comeTo(fragment: string): () => void {
  const look = (): boolean => {
    const part = fragment === '' ? null : document.getElementById(decoded(fragment));
    part?.scrollIntoView();
    return part !== null;
  };
  if (fragment === '' || look()) return () => undefined;
  const watch = new MutationObserver(() => {
    if (look()) end();
  });
  const end = (): void => {
    watch.disconnect();
    for (const hand of HANDS) window.removeEventListener(hand, end);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  for (const hand of HANDS) window.addEventListener(hand, end, { passive: true });
  return end;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
