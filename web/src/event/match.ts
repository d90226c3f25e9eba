import type { AnnouncedGame, Board, Tournament } from '../contract/types';
import { asWords, facts, t } from '../i18n';
import { language } from '../i18n/language';

/** What a match is called: `final`, `semi_final_1`, `playoff_4_5`. */
export function matchTitle(id: string): string {
  const [, kind = id, places = ''] = /^(.*?)(?:_(\d+(?:_\d+)?))?$/.exec(id) ?? [];
  const named = { places: places.replace('_', '–') };
  if (kind.startsWith('tie_playoff')) return t('match.tie_playoff');
  switch (kind) {
    case 'final':
      return t('match.final');
    case 'third_place':
      return t('match.third_place');
    case 'womens_final':
      return t('match.womens_final');
    case 'semi_final':
      return t('match.semi_final', named);
    case 'playoff':
      return t('match.playoff', named);
    case 'womens_playoff':
      return t('match.womens_playoff', named);
    default:
      return asWords(id);
  }
}

/**
 * Who chooses the colours of an announced game now: after the notice, the opponent of whoever kept silent; from the
 * start on, nobody.
 */
export function chooserOf(announced: Tournament['announced'], game: AnnouncedGame, nowMs: number): string | null {
  const { chooser_entrant_id: first, better_entrant_id: better, worse_entrant_id: worse } = game;
  if (announced === null || first === null) return first;
  if (nowMs >= announced.starts_at_ms) return null;
  const passed = game.choices.length === 0 && nowMs > announced.choice_until_ms;
  return passed ? (first === better ? worse : better) : first;
}

/** Whether an entrant who chooses may let the other choose instead, and win a draw: only who has the right. */
export const mayPassOn = (game: AnnouncedGame, chooser: string): boolean =>
  game.draw_win && game.choices.length === 0 && chooser === game.chooser_entrant_id;

/** What a board of the finals counts for; empty for boards of the qualification. */
export function purposeTitle(board: Board): string {
  if (board.game > 0) return t('match.game', { title: matchTitle(board.purpose), game: board.game });
  if (board.purpose === 'side_swiss') return t('match.side_swiss');
  return board.purpose === 'extra_round' ? t('match.extra_round') : '';
}

/** The games that would be announced next, in words. */
export const dueGamesText = (next: Tournament['next']): string =>
  facts(
    language === 'en'
      ? (next?.games ?? [])
      : (next?.due_games ?? []).map((due) => t('match.game', { title: matchTitle(due.match_id), game: due.game })),
  );
