import type { components } from '../contract/schema';
import { t } from '../i18n';
import { fullName } from '../i18n/names';

type Schemas = components['schemas'];
export type ArchivedGame = Schemas['ArchivedGame'];
export type ArchivedPlayer = Schemas['ArchivedPlayer'];
export type PlayerRecord = Schemas['PlayerRecord'];
export type OfficialDistance = Schemas['OfficialDistance'];

/** What of the archive's games is asked for, as it stands in the address of the page. */
export const ASKED = ['player', 'opponent', 'name', 'from_year', 'to_year', 'opening', 'position', 'outcome', 'with_moves'] as const;
export type Asked = Partial<Record<(typeof ASKED)[number], string>>;

/** The query of an address, with what the archive can be asked alone. */
export function askedOf(query: URLSearchParams): Asked {
  const given = ASKED.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** What the games that are asked for can be taken away as. */
export const FILE_FORMATS = ['csv', 'txt', 'ggf', 'wthor'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What the file is called; a WTHOR base is several in one ZIP. */
export const gamesFileName = (format: FileFormat): string => (format === 'wthor' ? 'games.zip' : `games.${format}`);

/** The file of the games that are asked for, as the client asks for it. */
export const gamesFileAddress = (format: FileFormat, asked: Asked): string =>
  `/archive/games/file?${new URLSearchParams({ format, ...asked })}`;

/** Name and nation of whoever played, or that nobody knows. */
export function playerName(player: ArchivedPlayer | null | undefined): string {
  const name = player ? fullName(player) : '';
  return name || t('archive.nobody');
}

/** How a game ended, from the first-named player’s side; the result in words where no discs are known. */
export function scoreOf({ black_discs: black, white_discs: white, outcome }: ArchivedGame): string {
  if (black !== null && white !== null) return `${black}–${white}`;
  if (outcome === 'draw') return t('archive.drawn');
  return t(outcome === 'black' ? 'archive.won.first' : 'archive.won.second');
}
