/** Whether a page of another site holds this one in a frame. */
export function inForeignFrame(): boolean {
  if (window.top === window.self) return false;
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    // What may not be read is another site's.
    return true;
  }
}
