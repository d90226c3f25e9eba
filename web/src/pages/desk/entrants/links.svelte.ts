import { storage } from '../../../browser/storage';
import type { Entrant, IssuedSeatCode } from '../../../contract/types';
import { absoluteLink } from '../../../event/seat-link';

const ADDRESS = 'outflank.address';
const SENT = 'outflank.links.';

interface Made {
  issued: IssuedSeatCode;
  /** The seat was taken already: the link is for a device in its place. */
  again: boolean;
}

/** The address that players reach this server by, where its own links do not say it: kept in this browser. */
class Address {
  #typed = $state(storage.getItem(ADDRESS) ?? '');

  get typed(): string {
    return this.#typed;
  }

  set typed(address: string) {
    this.#typed = address;
    if (address === '') storage.removeItem(ADDRESS);
    else storage.setItem(ADDRESS, address);
  }
}
export const address = new Address();

/** The seat links of an event that this tab has made. A code is told once: afterwards only that there was one is known. */
export class SeatLinks {
  #made = $state.raw<Readonly<Record<string, Made>>>({});
  #sent = $state.raw<Readonly<Record<string, number>>>({});
  readonly #key: string;

  constructor(tournament: string) {
    this.#key = SENT + tournament;
    try {
      this.#sent = JSON.parse(storage.getItem(this.#key) ?? '{}') as Record<string, number>;
    } catch {
      // Whatever stands there is none of ours.
    }
  }

  keep(entrant: Entrant, issued: IssuedSeatCode): void {
    this.#made = { ...this.#made, [entrant.id]: { issued, again: entrant.seated } };
    this.#sent = { ...this.#sent, [entrant.id]: issued.expires_at_ms };
    storage.setItem(this.#key, JSON.stringify(this.#sent));
  }

  /** The link that somebody may still use, as far as this tab has it. */
  of(entrant: Entrant): (IssuedSeatCode & { address: string }) | null {
    const made = this.#made[entrant.id];
    if (!made || (entrant.seated && !made.again)) return null;
    return { ...made.issued, address: absoluteLink(made.issued.link, address.typed) };
  }

  /** When the last link that this browser made ends; null where it has made none, or it has ended. */
  sentUntil(entrant: Entrant, nowMs: number): number | null {
    const until = this.#sent[entrant.id];
    return until !== undefined && until > nowMs ? until : null;
  }
}

const known = new Map<string, SeatLinks>();

/** The links of an event: they stay while one looks at another page. */
export function linksOf(tournament: string): SeatLinks {
  const links = known.get(tournament) ?? new SeatLinks(tournament);
  known.set(tournament, links);
  return links;
}
