import { flips } from '../../board/squares';
import { leftAt } from '../../clock/clock';
import type { Color, Ruling, Table } from '../../contract/types';
import { t } from '../../i18n';
import { isHidden } from '../../event/life';
import { resultText } from '../../event/result';
import { pauseSaid } from './pause';

/** What a screen reader hears when a table goes from one state to a later one. */
export interface Narration {
  polite: string;
  assertive: string;
}

/** What is told of these by what they do: clocks that stand, and that go on. */
const TOLD_OTHERWISE = new Set(['pause', 'resume']);

export function narrate(before: Table, after: Table, own: Color | null, ruled: (ruling: Ruling) => string): Narration {
  const said: string[] = [];
  // What was hidden and comes back is no news.
  for (const [place, ply] of (isHidden(before) ? [] : after.plies.slice(before.plies.length)).entries()) {
    const color = t(`color.${ply.color}`);
    const { square } = ply;
    if (square === null) said.push(t('table.pass_said', { color }));
    else if (ply.ply === after.plies.length) said.push(t('table.move_said', { color, square, flips: after.last_flips.length }));
    else if (place === 0) said.push(t('table.move_said', { color, square, flips: flips(before.board, square, ply.color) }));
    // What it flipped is not known here: more was played since.
    else said.push(t('table.move_said.late', { color, square }));
  }
  if (said.length > 0 && !after.result) {
    if (own && after.to_move === own) said.push(t(after.must_pass ? 'table.pass_now_said' : 'table.yours_said'));
    said.push(t('table.discs_said', { black: after.black_discs, white: after.white_discs }));
  }
  const signed = after.confirmation?.state === 'confirmed' ? after.confirmation : null;
  if (own && signed && before.confirmation?.state !== 'confirmed') {
    said.push(t(signed.by_silence ? 'table.confirmed.silence' : 'table.confirmed'));
  }
  const known = before.rulings.at(-1)?.seq ?? 0;
  const alarms = after.rulings.filter(({ seq, act }) => seq > known && !TOLD_OTHERWISE.has(act)).map(ruled);
  if (after.defaulted && !before.defaulted) alarms.push(t('table.flag.short', { color: t(`color.${after.defaulted}`) }));
  if (after.pause && !before.pause) alarms.push(pauseSaid(after, own));
  if (before.pause && !after.pause && after.phase === 'live') alarms.push(t('table.resumed_said'));
  if (after.result && !before.result) {
    alarms.push(resultText(after, own) ?? '');
    if (own && after.confirmation?.state === 'pending' && !after.confirmation[`${own}_confirmed`]) alarms.push(t('table.sign'));
  }
  return { polite: said.join(' '), assertive: alarms.join(' ') };
}

const WARNINGS_S = [60, 30, 10] as const;

/** The last warning, in seconds, that lies between two readings of a running clock; null when none does. */
export function warningBetween(beforeMs: number, afterMs: number): number | null {
  return WARNINGS_S.findLast((seconds) => beforeMs > seconds * 1000 && afterMs <= seconds * 1000) ?? null;
}

/** Both clocks, as they are read out. */
export function clocksSaid(table: Table, nowMs: number): string {
  const read = (color: Color): string => {
    const seconds = Math.floor(leftAt(table.clocks, color, nowMs) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  return t('table.clocks_said', { black: read('black'), white: read('white') });
}
