/** What stands at the foot of every printed sheet, beside its number: a margin box takes no text but from a style sheet. */
const sheet = new CSSStyleSheet();

/** A text as a style sheet quotes it. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`;

/** Has each printed sheet say this at its foot, as it is when it is printed. Answers how to end that. */
export function footOfSheets(text: () => string): () => void {
  const write = (): void => sheet.replaceSync(`@page { @bottom-left { content: ${quoted(text())}; } }`);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  window.addEventListener('beforeprint', write);
  return () => {
    window.removeEventListener('beforeprint', write);
    sheet.replaceSync('');
  };
}

/** Marks in the document what is printed alone, and the way to it. */
const ALONE = 'data-print-alone';
const WAY = 'data-print-way';

/** Prints one part of the page and nothing beside it. */
export function printAlone(part: HTMLElement): void {
  const way: HTMLElement[] = [];
  for (let above = part.parentElement; above; above = above.parentElement) way.push(above);
  part.setAttribute(ALONE, '');
  for (const one of way) one.setAttribute(WAY, '');
  const end = (): void => {
    part.removeAttribute(ALONE);
    for (const one of way) one.removeAttribute(WAY);
  };
  window.addEventListener('afterprint', end, { once: true });
  try {
    window.print();
  } catch (error) {
    end();
    throw error;
  }
}
