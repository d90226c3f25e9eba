import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Draw, Tournament } from '../src/contract/types';
import { checkDraws, drawTitle, faultText, fitText, keyOf } from '../src/event/draws';

type Drawn = Pick<Tournament, 'draw_anchor' | 'draws'>;
interface Revealed {
  type: string;
  index: number;
  seed: string;
  purpose: string;
  nonces?: { entrant: string; nonce: string }[];
  draw_anchor?: string;
}

const sha256 = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

/** What a released server drew, as its journal of an event has it. */
function kept(name: string): { anchor: string; drawn: Revealed[] } {
  const file = join(import.meta.dirname, `../../tests/fixtures/0.1.0/streams/${name}.jsonl`);
  const entries = readFileSync(file, 'utf8').trim().split('\n');
  const events = entries.flatMap((entry) => {
    const { body } = JSON.parse(entry) as { body: string };
    return (JSON.parse(body) as { events?: Revealed[] }).events ?? [];
  });
  const anchor = events.find((one) => one.draw_anchor !== undefined)?.draw_anchor ?? '';
  return { anchor, drawn: events.filter((one) => one.type === 'draw_revealed') };
}

/** The same as the contract tells it. */
function told(name: string): Drawn {
  const { anchor, drawn } = kept(name);
  const draws = drawn.map(({ index, seed, purpose, nonces = [] }): Draw => {
    const given = nonces.map(({ entrant, nonce }) => ({ entrant_id: entrant, nonce, commitment: sha256(nonce), given: true }));
    const mixed = [...nonces.map(({ nonce }) => nonce)].sort();
    const key = mixed.length === 0 ? seed : sha256(seed + mixed.join(''));
    return { index, seed, purpose, nonces: given, key };
  });
  return { draw_anchor: anchor, draws };
}

/** A draw as a server told it, with the numbers of two players in it and one who did not give his. */
const HELD: Drawn = {
  draw_anchor: '8f68a3667b96bee9ee1a2a621fd94a95bcf25ab6e893ff6f1e901356f1ee244c',
  draws: [
    {
      index: 1,
      purpose: 'round 1',
      seed: 'fa59f129620cfda217e2ba57490619eb5d4682c6aeb105fa95c48c27a797b500',
      nonces: [
        {
          entrant_id: 'AG9Wlxh0VPFbOFn0wbFBFg',
          commitment: '544e62cee8033709e389e5b2755343d0d0fa8c4850215cfb6331717e80d1aea3',
          nonce: '2a'.repeat(32),
          given: true,
        },
        {
          entrant_id: 'Yj40MnWOtpGtZG-8LV_70Q',
          commitment: 'f41bbd1c296f06d2de45e1c2bc64c9ee642b69264ec461688515ca5d54e3a2ea',
          nonce: '1a'.repeat(32),
          given: true,
        },
        {
          entrant_id: 'ohu8UuztBib5AiVvOE6GJw',
          commitment: 'f584d26bcf92beda049559a38a4ff3dafe06facf831f7dbe07351bcec5c1964b',
          nonce: null,
          given: false,
        },
      ],
      key: '077521f77ab90b1bd68dfabb998f4d7b447f178de5681a05b7bd32fe0dd5615f',
    },
  ],
};

const KEPT = ['acts', 'kinds', 'lots', 'mid-round', 'round-robin', 'world'];
const kindsOf = (drawn: Drawn): string[][] => checkDraws(drawn).map(({ faults }) => faults.map(({ kind }) => kind));
/** The digit at a place of a value is another one. */
const altered = (hex: string, place = 10): string => hex.slice(0, place) + (hex[place] === '0' ? '1' : '0') + hex.slice(place + 1);

/** The draws of `kinds`, with one of them changed. */
function changed(place: number, change: (draw: Draw) => Partial<Draw>): Drawn {
  const { draw_anchor, draws } = told('kinds');
  return { draw_anchor, draws: draws.map((draw, at) => (at === place ? { ...draw, ...change(draw) } : draw)) };
}

describe('the check of draws', () => {
  it.each(KEPT)('finds every draw right that a released server held: %s', (name) => {
    const drawn = told(name);
    expect(drawn.draws.length).toBeGreaterThan(0);
    expect(kindsOf(drawn)).toEqual(drawn.draws.map(() => []));
  });

  it('comes to the key that a server drew from, with the numbers of players in it', () => {
    expect(kindsOf(HELD)).toEqual([[]]);
    const [held] = HELD.draws as [Draw];
    const without = { ...held, nonces: held.nonces.slice(1) };
    expect(kindsOf({ ...HELD, draws: [without] })).toEqual([['key']]);
  });

  it('takes the digits in either case', () => {
    const drawn = told('lots');
    expect(kindsOf({ draw_anchor: drawn.draw_anchor.toUpperCase(), draws: drawn.draws })).toEqual([[], []]);
  });

  it('finds a seed that does not lead to the anchor, and what was built on it', () => {
    expect(kindsOf({ ...told('lots'), draw_anchor: altered(told('lots').draw_anchor) })).toEqual([['seed'], ['before']]);
    const seed = changed(0, (draw) => ({ seed: altered(draw.seed), nonces: [], key: altered(draw.seed) }));
    expect(kindsOf(seed).slice(0, 3)).toEqual([['seed'], ['seed'], ['before']]);
  });

  it('finds draws that are left out or change places', () => {
    const { draw_anchor, draws } = told('kinds');
    expect(kindsOf({ draw_anchor, draws: draws.slice(1) })[0]).toEqual(['order', 'seed']);
    expect(kindsOf({ draw_anchor, draws: [draws[0], draws[2], draws[1]] as Draw[] })[1]).toEqual(['order', 'seed']);
  });

  it('finds another number than the one somebody was bound to', () => {
    const other = changed(0, ({ nonces, seed }) => {
      const nonce = 'a5'.repeat(32);
      return { nonces: nonces.map((one) => ({ ...one, nonce })), key: keyOf(seed, [nonce]) };
    });
    expect(kindsOf(other)[0]).toEqual(['number']);
  });

  it('finds a number that was left out of the key, and one that was put in though it was not given', () => {
    expect(kindsOf(changed(0, ({ seed }) => ({ key: seed })))[0]).toEqual(['key']);
    const hidden = changed(0, ({ nonces }) => ({ nonces: nonces.map((one) => ({ ...one, nonce: null, given: false })) }));
    expect(kindsOf(hidden)[0]).toEqual(['key']);
    const odd = changed(0, ({ nonces }) => ({ nonces: nonces.map((one) => ({ ...one, given: false })) }));
    expect(kindsOf(odd)[0]).toContain('number');
  });

  it.each(['', 'round', 'zz'.repeat(32), 'ab'.repeat(31)])('says of a value that is none that it cannot be read: "%s"', (seed) => {
    expect(kindsOf(changed(1, () => ({ seed })))[1]).toEqual(['unreadable']);
  });

  it('finds every alteration of a digit, wherever it is', () => {
    const { draw_anchor, draws } = told('kinds');
    const [first] = draws as [Draw];
    for (let place = 0; place < 64; place += 1) {
      expect(kindsOf({ draw_anchor, draws: [{ ...first, seed: altered(first.seed, place) }] })[0]).toContain('seed');
      expect(kindsOf({ draw_anchor, draws: [{ ...first, key: altered(first.key, place) }] })).toEqual([['key']]);
    }
  });
});

describe('the key of a draw', () => {
  it('is its seed where nobody gave a number', () => {
    expect(keyOf('AB'.repeat(32), [])).toBe('ab'.repeat(32));
  });

  it('takes numbers in the order of their bytes, whoever gave them', () => {
    const [one, other] = ['01'.repeat(32), 'fe'.repeat(32)];
    expect(keyOf('ab'.repeat(32), [other, one])).toBe(sha256('ab'.repeat(32) + one + other));
    expect(keyOf('ab'.repeat(32), [one.toUpperCase(), other])).toBe(keyOf('ab'.repeat(32), [other, one]));
  });
});

describe('the words for draws', () => {
  const [first, second, , ties] = told('kinds').draws as [Draw, Draw, Draw, Draw];

  it('say what a draw was for', () => {
    expect(drawTitle(second)).toBe('Draw 2, for round 2');
    expect(drawTitle(ties)).toBe('Draw 4, lots between players who are equal');
    expect(drawTitle({ ...ties, purpose: 'first_board' })).toBe('Draw 4, for first board');
  });

  it('say what fits', () => {
    expect(fitText(first)).toBe(
      'the seed belongs to the end of the chain. 1 number was given, the one that its player was bound to. The key follows from seed and numbers.',
    );
    expect(fitText(second)).toBe(
      'the seed belongs to that of draw 1, and so to the end of the chain. No player gave a number: the key is the seed.',
    );
  });

  it('say what does not, and whose number it is', () => {
    const text = (kind: 'seed' | 'before' | 'key', draw: Draw): string => faultText({ kind }, draw, () => '');
    expect(text('seed', first)).toBe('The digest of its seed is not the end of the chain.');
    expect(text('seed', second)).toBe('The digest of its seed is not the seed of draw 1.');
    expect(text('before', second)).toBe('Its seed belongs to that of draw 1, which does not lead to the end of the chain.');
    expect(text('key', first)).toBe('The key does not follow from seed and numbers.');
    expect(faultText({ kind: 'number', entrant: 'e1' }, first, (entrant) => `Ida Holm (${entrant})`)).toBe(
      'The number of Ida Holm (e1) does not belong to the digest that was told before the draw.',
    );
  });
});
