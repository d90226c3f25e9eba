/** Who plays in the World Championship of these journeys: 26 players of 12 nations. */

export interface Cast {
  surname: string;
  given: string;
  country: string;
  rating: number;
  woman: boolean;
  additional: boolean;
}

/** Nations as their countries are called, and how many players each sends; the first holds the event. */
export const NATIONS = [
  { code: 'NOR', name: 'Norway', players: 4 },
  { code: 'SWE', name: 'Sweden', players: 4 },
  { code: 'DNK', name: 'Denmark', players: 3 },
  { code: 'FIN', name: 'Finland', players: 3 },
  { code: 'POL', name: 'Poland', players: 2 },
  { code: 'DEU', name: 'Germany', players: 2 },
  { code: 'NLD', name: 'Netherlands', players: 2 },
  { code: 'BEL', name: 'Belgium', players: 1 },
  { code: 'LVA', name: 'Latvia', players: 1 },
  { code: 'EST', name: 'Estonia', players: 1 },
  { code: 'ISL', name: 'Iceland', players: 1 },
  { code: 'LTU', name: 'Lithuania', players: 1 },
] as const;
/** Nations without a federation, each with somebody to write to (WOC I.2.1). */
export const CONTACT_PERSONS: readonly string[] = ['ISL', 'LTU'];
/** The nation whose team changes late (WOC I.2.2). */
export const LATE = NATIONS[4];
export const HOST = NATIONS[0];

/** Who of the players, in their order, are women. */
const WOMEN: readonly number[] = [3, 7, 13, 15, 17];
/** By so many places a woman of these teams is weaker than her place says: none comes into the semi-finals. */
const BEHIND = 9;

const NAMES = [
  'Ove Sandmark',
  'Torstein Brandvold',
  'Aslak Fjeldheim',
  'Sigrun Ostvik',
  'Gustav Ekenstam',
  'Nils Wallgrund',
  'Henrik Tornquist',
  'Majken Lindmose',
  'Sofus Klitgaard',
  'Villads Aalbek',
  'Rasmus Hedelund',
  'Eero Kuusilampi',
  'Onni Vihrealo',
  'Aino Suopelto',
  'Marek Borowinski',
  'Halina Dabkowska',
  'Jochen Uferbach',
  'Greta Zinnweiler',
  'Pieter Quakkel',
  'Wouter Ijzerveld',
  'Lucas Maesbroek',
  'Janis Cirulnieks',
  'Tarmo Paasmae',
  'Bjarni Hraundal',
  'Rimas Juodbalis',
  'Eskil Myrvang',
] as const;

/** In the order of their strength, women apart; the last is the host's additional player. */
export const PLAYERS: readonly Cast[] = countries().map((country, place) => {
  const [given = '', surname = ''] = (NAMES[place] ?? '').split(' ');
  return {
    surname,
    given,
    country,
    rating: 2_400 - 20 * place,
    woman: WOMEN.includes(place),
    additional: place === NAMES.length - 1,
  };
});

export const ADDITIONAL = PLAYERS[PLAYERS.length - 1] as Cast;
/** Everybody but the additional player: who comes by the list. */
export const LISTED = PLAYERS.filter(({ additional }) => !additional);

export const nameOf = ({ given, surname }: { given: string; surname: string }): string => `${given} ${surname}`;

/** The smaller the stronger. */
export function strengthOf(surname: string): number {
  const place = PLAYERS.findIndex((one) => one.surname === surname);
  return place + (WOMEN.includes(place) ? BEHIND : 0);
}

/** The stronger wins, by more the larger the difference: Black's discs. */
export function blackDiscs(black: string, white: string): number {
  const [own, other] = [strengthOf(black), strengthOf(white)];
  const lead = 2 + Math.abs(own - other);
  return own < other ? 32 + lead : 32 - lead;
}

function countries(): string[] {
  return [...NATIONS.flatMap(({ code, players }) => Array.from({ length: players }, () => code)), HOST.code];
}
