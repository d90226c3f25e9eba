import { t } from '../messages';

/** What the table of acts says of one act: `logged`, `consent` or `refused`. */
export interface ActAnswer {
  act: string;
  own_game: string;
  opponent: string;
  rival: string;
  in_office: boolean;
}

/** What the caller plays in an event, and what that keeps them from. */
export interface Interests {
  entrant_ids: string[];
  opponent_entrant_ids: string[];
  acts: ActAnswer[];
  consents: { id: string; act: string; official_account_id: string; by_account_id: string }[];
}

/** A consent to one act of one official, about a board or an entrant. */
export interface ConsentAsked {
  act: string;
  official_account_id: string;
  round: number | null;
  table: number | null;
  entrant_id: string | null;
}

/** Why an act about these entrants is not the caller's; null where it is. */
export function barred(told: Interests | null, act: string, entrants: string[]): string | null {
  const row = told?.acts.find((one) => one.act === act);
  if (!told || !row) return null;
  const touches = (own: string[]): boolean => entrants.some((entrant) => own.includes(entrant));
  if (touches(told.entrant_ids)) return said(told, row, row.own_game, t('interest.own_game'));
  if (touches(told.opponent_entrant_ids)) return said(told, row, row.opponent, t('interest.opponent'));
  return null;
}

function said(told: Interests, row: ActAnswer, answer: string, why: string): string | null {
  if (answer === 'logged' || told.consents.some((consent) => consent.act === row.act)) return null;
  return why;
}

/** The acts to which somebody may have to consent. */
export const consentable = (told: Interests): string[] =>
  told.acts.filter((row) => [row.own_game, row.opponent, row.rival].some((answer) => answer !== 'logged')).map((row) => row.act);
