import type { Color, Overtime, Ruling, Table } from '../contract/types';
import { formatClock } from '../clock/clock';
import { asWords, t, textOf } from '../i18n';

/** A game of no event. */
export const isCasual = (table: Pick<Table, 'tournament_id'>): boolean => table.tournament_id === '';

/** Whether the side to move has to seal its move: the announced adjournment has come. */
export function isSealing(table: Table, nowMs: number): boolean {
  return table.phase === 'live' && table.adjourns_at_ms !== null && nowMs >= table.adjourns_at_ms;
}

/** Whether what lies on the board is kept from whoever looks here. */
export function isHidden(table: Table): boolean {
  return table.board_hidden && table.board === '';
}

/** Whether somebody was ever seen at a table, as far as its reader is told: whoever moved was. */
export function hasCome(table: Pick<Table, 'black_arrived' | 'white_arrived' | 'plies'>, color: Color): boolean {
  return (color === 'black' ? table.black_arrived : table.white_arrived) || table.plies.some((ply) => ply.color === color);
}

/** Who has not come yet, for a player at the table: the opponent. Spectators are told nothing of it. */
export function notHere(table: Pick<Table, 'black_arrived' | 'white_arrived' | 'plies'>, own: Color | null): Color[] {
  return (['black', 'white'] as const).filter((color) => own !== null && color !== own && !hasCome(table, color));
}

/** Whether a player is on move who has not moved yet. */
export const owesFirstMove = ({ phase, to_move, plies }: Pick<Table, 'phase' | 'to_move' | 'plies'>, own: Color | null): boolean =>
  own !== null && phase === 'live' && to_move === own && !plies.some(({ color }) => color === own);

/** Why both clocks stand, in a sentence. */
export function pauseText(table: Table): string {
  switch (table.pause?.cause) {
    case 'call':
      return t('table.pause.call', { color: table.called_by ? t(`color.${table.called_by}`) : '' });
    case 'server_fault':
      return t('table.pause.server_fault');
    case 'move':
      return t('table.pause.move');
    default:
      return t('table.pause.official');
  }
}

/** As much of a ruling as its sentence needs. */
export type Told = Pick<Ruling, 'act' | 'upheld'> & Partial<Pick<Ruling, 'color' | 'ms'>>;

/** What an official did, in a sentence. A later server may have acts that nobody knows here. */
export function ruledText({ act, upheld, color, ms }: Told): string {
  if (color && ms)
    return t(ms < 0 ? 'table.ruled.took' : 'table.ruled.gave', {
      time: formatClock(Math.abs(ms), false),
      color: t(`color.${color as Color}`),
    });
  if (act === 'settle_dispute' && upheld !== false)
    return t(upheld ? 'table.ruled.settle_dispute.upheld' : 'table.ruled.settle_dispute.untold');
  return textOf(`table.ruled.${act}`) ?? t('table.ruled', { act: asWords(act) });
}

/** How often a player may still call for the director. */
export function callsLeft(table: Table, own: Color): number {
  return own === 'black' ? table.black_calls_left : table.white_calls_left;
}

/** What a clock shows beside the time until its flag; null under a control without more to say. */
export function overtimeText(table: Table, color: Color): string | null {
  const control = color === 'black' ? table.black_time_control : table.white_time_control;
  const overtime: Overtime | null = color === 'black' ? table.clocks.black_overtime : table.clocks.white_overtime;
  switch (control?.kind) {
    case 'fischer':
      return t('table.overtime.fischer', { time: formatClock(control.increment_ms, false) });
    case 'bronstein':
      return t('table.overtime.bronstein', { time: formatClock(control.delay_ms, false) });
    case 'byoyomi':
      return t('table.overtime.byoyomi', { count: overtime?.periods_left ?? control.periods, time: formatClock(control.period_ms, false) });
    case 'canadian':
      return overtime && overtime.main_ms <= 0
        ? t('table.overtime.canadian.now', { count: overtime.moves_left })
        : t('table.overtime.canadian', { count: control.moves, time: formatClock(control.block_ms, false) });
    default:
      return null;
  }
}
