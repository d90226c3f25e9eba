import { call } from '../../../contract/call';
import type { ListedPlayer } from '../../../contract/types';

/** Letters of which every list of players holds one. */
const LETTERS = ['a', 'e', 'o'];

/** Whether the server has a players list at all. */
export async function holdsPlayers(): Promise<boolean> {
  for (const query of LETTERS) {
    const { players } = await call('find_players', { path: {}, query: { query, limit: 1 } });
    if (players.length > 0) return true;
  }
  return false;
}

/** Whoever has this number in the players list. */
export async function playerNumbered(number: number): Promise<ListedPlayer | null> {
  const { players } = await call('find_players', { path: {}, query: { query: String(number), limit: 20 } });
  return players.find((one) => one.federation_number === number) ?? null;
}

/** The one player of the list who is called so and plays for that country; null where there is none, or several. */
export async function playerNamed(surname: string, givenNames: string, country: string): Promise<ListedPlayer | null> {
  const query = `${surname} ${givenNames}`.trim();
  const { players } = await call('find_players', { path: {}, query: { query, limit: 5 } });
  const same = players.filter((one) => one.country === country && isSame(one.surname, surname) && isSame(one.given_names, givenNames));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** The same name but for letters' cases and marks. */
export const isSame = (one: string, other: string): boolean => one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;
