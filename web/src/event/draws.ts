import { bytesOf, hexOf, sha256 } from '../browser/sha256';
import type { Draw, Tournament } from '../contract/types';
import { asWords, t } from '../i18n';

/** What of a draw does not fit. */
export type DrawFault =
  | { kind: 'unreadable' | 'order' | 'key' }
  /** Its seed does not lead to the draw before it, or to the anchor; or that one leads nowhere itself. */
  | { kind: 'seed' | 'before' }
  /** Somebody's number is not the one that he was bound to. */
  | { kind: 'number'; entrant: string };

export interface CheckedDraw {
  draw: Draw;
  /** Nothing: everything fits. */
  faults: DrawFault[];
}

type Drawn = Pick<Tournament, 'draw_anchor' | 'draws'>;

const DIGITS = /^[0-9a-f]{64}$/i;
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const digestOf = (hex: string): string => hexOf(sha256(bytesOf(hex)));
const givenIn = ({ nonces }: Draw): string[] => nonces.flatMap(({ given, nonce }) => (given && nonce !== null ? [nonce] : []));

/** What a draw's numbers come from: its seed, or where players gave numbers the digest of it and of those, in the order of their bytes. */
export function keyOf(seed: string, nonces: readonly string[]): string {
  if (nonces.length === 0) return seed.toLowerCase();
  const inOrder = nonces.map((one) => one.toLowerCase()).toSorted();
  return digestOf(seed + inOrder.join(''));
}

/** Checks every draw by what is public: its seed against the draw before it, each number against its digest, its key against both. */
export function checkDraws({ draw_anchor: anchor, draws }: Drawn): CheckedDraw[] {
  /** Every seed so far leads to the anchor. */
  let leads = true;
  return draws.map((draw, place) => {
    const faults = faultsOf(draw, place, draws[place - 1]?.seed ?? anchor);
    const own = !faults.some(({ kind }) => kind === 'seed' || kind === 'unreadable');
    if (own && !leads) faults.push({ kind: 'before' });
    leads &&= own;
    return { draw, faults };
  });
}

function faultsOf(draw: Draw, place: number, before: string): DrawFault[] {
  const { seed, nonces, key, index } = draw;
  const digits = [seed, key, ...nonces.map(({ commitment }) => commitment), ...givenIn(draw)];
  if (!digits.every((one) => DIGITS.test(one))) return [{ kind: 'unreadable' }];
  const faults: DrawFault[] = [];
  if (index !== place + 1) faults.push({ kind: 'order' });
  if (!same(digestOf(seed), before)) faults.push({ kind: 'seed' });
  for (const { entrant_id: entrant, nonce, commitment, given } of nonces) {
    const fits = given ? nonce !== null && same(digestOf(nonce), commitment) : nonce === null;
    if (!fits) faults.push({ kind: 'number', entrant });
  }
  if (!same(keyOf(seed, givenIn(draw)), key)) faults.push({ kind: 'key' });
  return faults;
}

/** Which draw it was and what for: `Draw 3, for round 3`. */
export function drawTitle({ index, purpose }: Draw): string {
  const round = /^round (\d+)$/.exec(purpose)?.[1];
  if (round !== undefined) return t('draws.of.round', { index, round });
  return purpose === 'final ties' ? t('draws.of.ties', { index }) : t('draws.of.other', { index, purpose: asWords(purpose) });
}

/** What does not fit, in a sentence. */
export function faultText(fault: DrawFault, { index }: Draw, nameOf: (entrant: string) => string): string {
  if (fault.kind === 'number') return t('draws.fault.number', { name: nameOf(fault.entrant) });
  if (fault.kind === 'before') return t('draws.fault.before', { before: index - 1 });
  if (fault.kind === 'seed') return index > 1 ? t('draws.fault.seed', { before: index - 1 }) : t('draws.fault.seed.first');
  return t(`draws.fault.${fault.kind}`);
}

/** What was found of a draw that fits. */
export function fitText({ index, nonces }: Draw): string {
  const seed = index > 1 ? t('draws.fits.seed', { before: index - 1 }) : t('draws.fits.seed.first');
  const given = nonces.filter((one) => one.given).length;
  if (given === 0) return `${seed} ${t('draws.fits.key.seed')}`;
  return `${seed} ${t('draws.fits.numbers', { count: given })} ${t('draws.fits.key')}`;
}
