import { keepText, keptText } from '../browser/kept';
import type { Entrant } from '../contract/types';
import { fullName } from '../i18n/names';

const NAME = 'following';

/** Somebody who is followed: what they are known by here, and what they are called. */
export interface FollowedPlayer {
  key: string;
  name: string;
}

interface Kept {
  players: readonly FollowedPlayer[];
  /** ISO alpha-3. */
  countries: readonly string[];
}

function stored(): Kept {
  try {
    const { players = [], countries = [] } = JSON.parse(keptText(NAME) ?? '{}') as Partial<Kept>;
    return { players: players.filter((one) => typeof one.key === 'string'), countries: countries.filter((one) => typeof one === 'string') };
  } catch {
    return { players: [], countries: [] };
  }
}

type Person = Pick<Entrant, 'surname' | 'given_names' | 'country' | 'federation_number' | 'claimed' | 'new_player'>;

/** The number by which a player is known everywhere; 0 where it is not settled who that is. */
export const settledNumber = ({ claimed, new_player: isNew, federation_number: number }: Person): number => (claimed || isNew ? 0 : number);

/** By what somebody is known here in whatever language, the best first: by number in every event, by name and country in this one. */
function keysOf(tournament: string, person: Person): string[] {
  const number = settledNumber(person);
  return [...(number ? [`number ${number}`] : []), `name ${tournament} ${person.country} ${person.surname}, ${person.given_names}`];
}

/** Whom this browser's user follows: players and countries, kept in this browser only. */
class Following {
  #kept = $state.raw(stored());

  /** Another tab follows or lets go. */
  reread(): void {
    this.#kept = stored();
  }

  get players(): readonly FollowedPlayer[] {
    return this.#kept.players;
  }

  get countries(): readonly string[] {
    return this.#kept.countries;
  }

  get isEmpty(): boolean {
    return this.players.length + this.countries.length === 0;
  }

  hasPlayer(tournament: string, person: Person): boolean {
    const keys = keysOf(tournament, person);
    return this.players.some(({ key }) => keys.includes(key));
  }

  hasCountry(code: string): boolean {
    return this.countries.includes(code);
  }

  /** Whether a player of an event is followed, alone or with the country. */
  has(tournament: string, person: Person | null): boolean {
    return person !== null && (this.hasCountry(person.country) || this.hasPlayer(tournament, person));
  }

  togglePlayer(tournament: string, person: Person): void {
    const keys = keysOf(tournament, person);
    const [key = ''] = keys;
    const others = this.players.filter((one) => !keys.includes(one.key));
    this.#keep({ players: others.length < this.players.length ? others : [...others, { key, name: fullName(person) }] });
  }

  /** Lets one who is followed go, or follows one again who was let go. */
  changePlayer(player: FollowedPlayer): void {
    const others = this.players.filter((one) => one.key !== player.key);
    this.#keep({ players: others.length < this.players.length ? others : [...others, player] });
  }

  toggleCountry(code: string): void {
    const others = this.countries.filter((one) => one !== code);
    this.#keep({ countries: others.length < this.countries.length ? others : [...others, code] });
  }

  #keep(changed: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...changed };
    keepText(NAME, JSON.stringify(this.#kept));
  }
}

export const following = new Following();

globalThis.addEventListener?.('storage', () => following.reread());
