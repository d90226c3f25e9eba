import type { BrowserContext, Page } from '@playwright/test';

/** Has the pages of a browser note what a screen reader says: live regions as they change, and what gets the focus. */
export async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const LIVE = '[aria-live="polite"], [aria-live="assertive"], [role="alert"], [role="status"], [role="log"]';
    const said: string[] = [];
    const last = new Map<Element, string>();
    const words = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
    const urgency = (region: Element): string =>
      region.getAttribute('aria-live') ?? (region.getAttribute('role') === 'alert' ? 'assertive' : 'polite');
    const note = (region: Element): void => {
      // A blank at the end makes the same words new.
      const text = region.textContent ?? '';
      if (last.get(region) === text) return;
      last.set(region, text);
      if (words(text)) said.push(`${urgency(region)}: ${words(text)}`);
    };
    const noted = (node: Node): void => {
      const element = node instanceof Element ? node : node.parentElement;
      const region = element?.closest(LIVE);
      if (region) note(region);
      else if (element) for (const one of element.querySelectorAll(LIVE)) note(one);
    };
    new MutationObserver((changes) => {
      const nodes = new Set(changes.flatMap(({ target, addedNodes }) => (addedNodes.length > 0 ? [...addedNodes] : [target])));
      for (const node of nodes) if (node.isConnected) noted(node);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    const roleOf = (element: Element): string => {
      const own = { BUTTON: 'button', A: 'link', H1: 'heading', H2: 'heading', TEXTAREA: 'textbox' } as Record<string, string>;
      return element.getAttribute('role') ?? own[element.tagName] ?? element.tagName.toLowerCase();
    };
    window.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) said.push(`focus: ${roleOf(target)} “${words(target.ariaLabel ?? target.textContent)}”`);
    });
    Object.assign(window, { said });
  });
}

/** What was said since the page was loaded, or since it was last asked. */
export const heard = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
