/** The lists of a World Championship, reckoned from nothing but who met whom, who had the bye, who withdrew and the discs. */
import type { Schemas } from '../../harness/rest';
import { found } from '../../harness/until';

/** The constant of the Brightwell Quotient (WOC A.2). */
const CONSTANT = 6;
const SQUARES = 64;
/** Discs of a bye in the disc-count. */
const BYE_DISCS = 40;
export const QUALIFYING_ROUNDS = 13;

export interface Line {
  entrant: string;
  halfPoints: number;
  /** In halves, as an opponent's half-points count. */
  brightwellHalves: number;
  discs: number;
}

type Done = { kind: 'met'; opponent: string; discs: number } | { kind: 'bye' } | { kind: 'nothing' };

/** The list of the qualification by its rounds that have results, best first; lots are not drawn. */
export function listOf({ entrants, rounds }: Pick<Schemas['Tournament'], 'entrants' | 'rounds'>): Line[] {
  const counted = rounds.filter(({ number }) => number <= QUALIFYING_ROUNDS);
  const gone = new Set(entrants.filter((one) => one.withdrawn_from_round > 0).map(({ id }) => id));
  const done = new Map(entrants.map(({ id }) => [id, counted.map((round) => doneIn(round, id))]));
  const points = new Map([...done].map(([id, each]) => [id, sum(each.map(halfPoints))]));
  const lines = entrants.map(({ id: entrant }): Line => {
    const [own, each] = [found(points.get(entrant)), found(done.get(entrant))];
    const brightwell = each.map((one) =>
      one.kind === 'met' && !gone.has(one.opponent) ? 2 * one.discs + CONSTANT * found(points.get(one.opponent)) : SQUARES + CONSTANT * own,
    );
    return { entrant, halfPoints: own, brightwellHalves: sum(brightwell), discs: sum(each.map(discsOf)) };
  });
  return lines.sort(
    (one, other) => other.halfPoints - one.halfPoints || other.brightwellHalves - one.brightwellHalves || other.discs - one.discs,
  );
}

/** The half-points of each team: its three best, without the host's additional player where three others are there. */
export function teamsOf({ entrants }: Pick<Schemas['Tournament'], 'entrants'>, list: readonly Line[]): Map<string, number> {
  const teams = new Map<string, number>();
  for (const country of new Set(entrants.map((one) => one.country))) {
    const members = entrants.filter((one) => one.country === country);
    const regular = members.filter((one) => !one.additional);
    const counted = regular.length < 3 ? members : regular;
    const points = counted.map(({ id }) => found(list.find((line) => line.entrant === id)).halfPoints);
    const best = points.sort((one, other) => other - one).slice(0, 3);
    teams.set(country, sum(best));
  }
  return teams;
}

/** Half-points as lists print them: `7½`. */
export function pointsText(halves: number): string {
  const whole = Math.floor(halves / 2);
  return halves % 2 === 0 ? `${whole}` : `${whole > 0 ? whole : ''}½`;
}

function doneIn(round: Schemas['Round'], entrant: string): Done {
  if (round.bye_entrant_ids.includes(entrant)) return { kind: 'bye' };
  for (const { black_entrant_id: black, white_entrant_id: white, result } of round.boards) {
    if (result && black === entrant) return { kind: 'met', opponent: white, discs: result.black_discs };
    if (result && white === entrant) return { kind: 'met', opponent: black, discs: result.white_discs };
  }
  return { kind: 'nothing' };
}

function halfPoints(done: Done): number {
  if (done.kind === 'met') return 1 + Math.sign(2 * done.discs - SQUARES);
  return done.kind === 'bye' ? 2 : 0;
}

function discsOf(done: Done): number {
  if (done.kind === 'met') return done.discs;
  return done.kind === 'bye' ? BYE_DISCS : 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
