import type { Cell } from '../../../contract/types';
import type { LiveEvent } from '../../../event/event.svelte';
import { listText, t } from '../../../i18n';
import { isOf } from './plan';
import type { Preview } from './draft.svelte';
import type { Place, Seating } from './seating';
import type { Departure } from '../../../event/departures';
import { deviationText } from '../../../event/rules/words';

export type PreviewedBoard = Preview['boards'][number];
export type PlayerBefore = PreviewedBoard['players'][number];

/** A sentence in which the server names entrants by their ids, with their names. */
const withNames = (event: LiveEvent, text: string): string =>
  text.replace(/[\w-]{16,}/g, (word) => (event.entrant(word) ? event.nameOf(word) : word));

/** What publishing the round departs from, with entrants by their names. */
export const saidDeparture = (event: LiveEvent, { what, ...departure }: Departure): string =>
  deviationText({ ...departure, what: withNames(event, what) });

/** A place in words: `table 3, Black`, `the bye`. */
export function placeText(seating: Seating, { row, color }: Place): string {
  return row < seating.pairs.length ? t('pairing.place', { table: row + 1, color: t(`color.${color}`) }) : t('pairing.place.bye');
}

/** What the server says of these two playing each other, or of the one who has the bye; null where it says nothing. */
export function previewed(preview: Preview | null, one: string, two: string | null): PreviewedBoard | null {
  const found = preview?.boards.find(({ players: [first, second] }) => {
    if (!first) return false;
    return two === null
      ? !second && first.entrant_id === one
      : Boolean(second) && isOf([first.entrant_id, second?.entrant_id ?? ''], one, two);
  });
  return found ?? null;
}

/** What the pairing reads of everybody, by entrant. */
export const befores = (preview: Preview | null): Map<string, PlayerBefore> =>
  new Map((preview?.boards ?? []).flatMap(({ players }) => players.map((one) => [one.entrant_id, one] as const)));

/** The colours somebody had, from the cells of the list. */
export const coloursOf = (cells: readonly Cell[]): string[] =>
  cells.map(({ kind, black }) => (kind === 'bye' || kind === 'unplayed' ? 'none' : black ? 'black' : 'white'));

/** The colours somebody had, a letter a round. */
export const coloursText = (colours: readonly string[]): string =>
  colours.map((one) => (one === 'black' ? 'B' : one === 'white' ? 'W' : '–')).join('');

/** Those letters as words. */
export const spokenColours = (letters: string): string =>
  listText(
    [...letters].map((one) => t(one === 'B' ? 'pairing.colour.black' : one === 'W' ? 'pairing.colour.white' : 'pairing.colour.none')),
  );

/** The pairs of an alternative that this round has not: what would be played instead. */
export function instead(
  seating: Seating,
  alternative: readonly { black_entrant_id: string; white_entrant_id: string }[],
): [string, string][] {
  return alternative
    .filter(
      ({ black_entrant_id: black, white_entrant_id: white }) => !seating.pairs.some((pair) => isOf([pair.black, pair.white], black, white)),
    )
    .map(({ black_entrant_id: black, white_entrant_id: white }) => [black, white]);
}
