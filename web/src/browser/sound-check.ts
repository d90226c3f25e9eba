/** A browser that holds sound back never says so. */
const HELD_MS = 1_000;

/** Whether this browser lets the page sound, now that somebody has pressed something on it. */
export async function maySound(): Promise<boolean> {
  try {
    const context = new AudioContext();
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, HELD_MS))]);
    const runs = context.state === 'running';
    void context.close();
    return runs;
  } catch {
    return false;
  }
}
