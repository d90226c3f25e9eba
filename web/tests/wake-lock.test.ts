import { beforeEach, describe, expect, it } from 'vitest';
import { keepAwake, type Place } from '../src/browser/wake-lock';
import { canKeepAwake } from '../src/browser/wake-lock-check';

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';

  turn(visible: boolean): void {
    this.visibilityState = visible ? 'visible' : 'hidden';
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

class Lock {
  released = false;
  release = async (): Promise<void> => void (this.released = true);
}

let document: Page;
let locks: Lock[];
let refuses: boolean;
let place: Place;
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
const held = (): Lock[] => locks.filter((lock) => !lock.released);

beforeEach(() => {
  document = new Page();
  locks = [];
  refuses = false;
  const request = async (): Promise<WakeLockSentinel> => {
    if (refuses) throw new DOMException('The battery is low.', 'NotAllowedError');
    locks.push(new Lock());
    return locks.at(-1) as unknown as WakeLockSentinel;
  };
  place = { navigator: { wakeLock: { request } }, document };
});

describe('the screen', () => {
  it('stays on until it need not any more', async () => {
    const end = keepAwake(place);
    await settled();
    expect(held()).toHaveLength(1);
    end();
    expect(held()).toEqual([]);
    document.turn(true);
    await settled();
    expect(held()).toEqual([]);
  });

  it('is kept on again when the page is back', async () => {
    const end = keepAwake(place);
    await settled();
    await locks[0]?.release();
    document.turn(false);
    await settled();
    expect(locks).toHaveLength(1);
    document.turn(true);
    document.turn(true);
    await settled();
    expect([locks.length, held().length]).toEqual([2, 1]);
    end();
  });

  it('is let go where the end came before the answer', async () => {
    keepAwake(place)();
    await settled();
    expect([locks.length, held().length]).toEqual([1, 0]);
  });

  it('goes dark where the device refuses, and is asked for again later', async () => {
    refuses = true;
    const end = keepAwake(place);
    await settled();
    refuses = false;
    document.turn(true);
    await settled();
    expect(held()).toHaveLength(1);
    end();
  });

  it('is left alone where the browser cannot keep it on', () => {
    expect(() => keepAwake({ navigator: {}, document })()).not.toThrow();
  });

  it('tells whether it can be kept on, and is not kept on for that', async () => {
    expect(await canKeepAwake(place)).toBe(true);
    expect(held()).toEqual([]);
    refuses = true;
    expect(await canKeepAwake(place)).toBe(false);
    expect(await canKeepAwake({ navigator: {}, document })).toBe(false);
    document.turn(false);
    expect(await canKeepAwake(place), 'nobody looks').toBe(null);
  });
});
