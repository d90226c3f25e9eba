import type { CasualGame, CasualPlayer, CasualTerms, CasualVariant, Color } from '../contract/types';
import { t, things } from '../i18n';
import { formatMinutes } from '../i18n/numbers';

/** What may be played, in the order in which it is offered. */
export const CASUAL_VARIANTS = [
  'othello',
  'anti_reversi',
  'reversi_1883',
  'reversi_1883_may_flip',
  'reversi_1883_must_flip',
  'othello_6x6',
  'othello_4x4',
  'othello_drawn_opening',
  'othello_one_corner',
  'othello_two_corners',
  'othello_three_corners',
  'othello_four_corners',
] as const satisfies readonly CasualVariant[];

export const variantName = (variant: CasualVariant): string => t(`variant.name.${variant}`);

/** The time of each player: `3 min + 2 s`. */
export function timeText({ main_ms, increment_ms }: Omit<CasualTerms, 'variant'>): string {
  const minutes = formatMinutes(main_ms);
  return increment_ms === 0 ? t('casual.time', { minutes }) : t('casual.time.increment', { minutes, seconds: increment_ms / 1_000 });
}

/** What is played and how long: `Othello, 5 min`. */
export const termsText = (terms: CasualTerms): string => things([variantName(terms.variant), timeText(terms)]);

export const sameTerms = (one: CasualTerms, other: CasualTerms): boolean =>
  one.variant === other.variant && one.main_ms === other.main_ms && one.increment_ms === other.increment_ms;

type Rated = Pick<CasualPlayer, 'live_rating' | 'provisional'>;

/** A live rating as it is written, with a sign behind one of few games. */
export const ratingText = ({ live_rating, provisional }: Rated): string =>
  provisional ? t('casual.rating.provisional', { rating: String(live_rating) }) : String(live_rating);

/** The same within a sentence. */
export const ratingSaid = ({ live_rating, provisional }: Rated): string =>
  provisional ? t('casual.rating.provisional.said', { rating: String(live_rating) }) : String(live_rating);

type Operated = Pick<CasualPlayer, 'operator_account_id' | 'operator_display_name'> & Partial<Pick<CasualPlayer, 'by_key'>>;

/** What operates this server's own programs: nobody's account. */
const HOUSE = 'house';

export const isOfHouse = ({ operator_account_id }: Pick<Operated, 'operator_account_id'>): boolean => operator_account_id === HOUSE;

/** What plays, where it is a program: `program of Pat Example`; null for a person. */
export function programText(account: Operated): string | null {
  const { operator_account_id, operator_display_name, by_key } = account;
  if (isOfHouse(account)) return t('casual.program.house');
  if (operator_account_id === null) return by_key ? t('casual.program.under') : null;
  return operator_display_name === null ? t('casual.program') : t('casual.program.of', { name: operator_display_name });
}

/** What an account is called, and that it is a program where it is one: `Edge Counter (program of Pat Example)`. */
export function namedText(account: Operated & Pick<CasualPlayer, 'display_name'>): string {
  const name = account.display_name || t('account.nameless');
  const program = programText(account);
  return program === null ? name : t('casual.program.named', { name, program });
}

/** Who plays whom. */
export const namesOf = ({ black, white }: Pick<CasualGame, 'black' | 'white'>): string =>
  t('casual.name', { black: black.display_name, white: white.display_name });

/** Why a game that is over is not rated; `cornered` where both have moved and one side had corners. */
export function unratedText({ one_person, black, white }: Pick<CasualGame, 'one_person' | 'black' | 'white'>, cornered: boolean): string {
  if (one_person) return t('casual.unrated.one_person');
  if ([black, white].some(isOfHouse)) return t('casual.unrated.house');
  // Where nothing else is wrong, whoever had the corners was the stronger.
  return t(cornered ? 'casual.unrated.corners' : 'casual.unrated');
}

/** Both who play, by their accounts. */
export const playersOf = ({ black, white }: Pick<CasualGame, 'black' | 'white'>): string[] => [black.account_id, white.account_id];

/** Which side an account has; null where none. */
export function sideOf({ black, white }: Pick<CasualGame, 'black' | 'white'>, account: string | undefined): Color | null {
  if (account === black.account_id) return 'black';
  return account === white.account_id ? 'white' : null;
}
