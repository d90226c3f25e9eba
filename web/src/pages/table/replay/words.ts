import { wordOf } from '../../../contract/plies';
import type { ReplayPosition } from '../../../contract/types';
import { t } from '../../../i18n';
import type { Replay } from '../../../live/replay.svelte';

/** Where in the game its viewer is. */
export function whereText(replay: Replay): string {
  if (replay.trial) return t('replay.at.trial', { ply: replay.trial.from });
  return replay.at === 0 ? t('replay.at.start') : t('replay.at', { ply: replay.at, last: replay.last });
}

/** The move that led to a position; nothing at the start. */
export function moveText(position: ReplayPosition): string {
  if (position.color === null) return '';
  const color = t(`color.${position.color}`);
  const square = wordOf(position);
  return square === null ? t('replay.pass', { color }) : t('replay.move', { color, square });
}

/** What a screen reader hears of a step. */
export function stepSaid(replay: Replay, position: ReplayPosition): string {
  const discs = { black: position.black_discs, white: position.white_discs };
  const move = moveText(position);
  if (!move) return t('replay.said.start', discs);
  const where = whereText(replay);
  return position.square === null
    ? t('replay.said.pass', { where, move, ...discs })
    : t('replay.said', { where, move, flips: position.flips.length, ...discs });
}
