/**
 * Whoever goes by keyboard never loses their place: where what has the focus goes away or is disabled, `instead` gets it, and
 * not the top of the document.
 */
export function heldFocus(instead: () => HTMLElement | null | undefined): (whole: HTMLElement) => () => void {
  return (whole) => {
    let held: EventTarget | null = null;
    const hold = (event: FocusEvent): void => void (held = event.target);
    // Whoever presses beside everything lets it go.
    const release = (): void => void (held = null);
    const watch = new MutationObserver(() => {
      const gone = held;
      if (!(gone instanceof HTMLElement) || (gone.isConnected && !gone.matches(':disabled'))) return;
      held = null;
      // What is disabled keeps the focus until the page is drawn.
      if ([null, document.body, gone].includes(document.activeElement as HTMLElement | null)) instead()?.focus({ preventScroll: true });
    });
    whole.addEventListener('focusin', hold);
    whole.addEventListener('pointerdown', release, true);
    watch.observe(whole, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      watch.disconnect();
      whole.removeEventListener('focusin', hold);
      whole.removeEventListener('pointerdown', release, true);
    };
  };
}
