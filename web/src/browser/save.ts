/** Lets the browser save a text as a file. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** Lets the browser save bytes as a file. */
export function saveBytes(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): void {
  saveBlob(name, new Blob([bytes], { type }));
}

/** Lets the browser save what came as a file. */
export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
