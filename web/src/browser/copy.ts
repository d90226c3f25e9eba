/**
 * Puts a text on the clipboard; on plain HTTP, where browsers withhold it, by way of a selection. A text that still has to be
 * fetched is promised: a browser that lets a page copy only at once takes the promise. Throws what the promise is broken with.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  if (await toClipboard(text)) return true;
  return bySelection(await text);
}

async function toClipboard(text: string | Promise<string>): Promise<boolean> {
  if (!navigator.clipboard) return false;
  const ways = [
    ...(typeof text === 'string' || typeof ClipboardItem === 'undefined' ? [] : [() => promise(text)]),
    async () => navigator.clipboard.writeText(await text),
  ];
  for (const way of ways) {
    try {
      await way();
      return true;
    } catch {
      // Refused: another way may still be open.
    }
  }
  return false;
}

function promise(text: Promise<string>): Promise<void> {
  const fetched = text.then((one) => new Blob([one], { type: 'text/plain' }));
  // Whoever waits for the text itself hears that it does not come.
  fetched.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': fetched })]);
}

function bySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  // Behind a dialog nothing can be selected.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
