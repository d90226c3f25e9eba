import { type Page, expect } from '@playwright/test';
import { DESK_SECTIONS, EVENT_VIEWS, MODERATION_VIEWS, OFFICE_VIEWS } from '../../../web/src/browser/routes';
import { enter, newLadder } from './contest-scenes';
import { named } from './moderation-scenes';
import { Rest } from './rest';
import * as scenes from './scenes';
import { confederation } from './season-scenes';
import type { Server } from './server';
import { found } from './until';

/** Of a player who is not there. */
export const NOBODY = '/players/1';

export type Who = 'nobody' | 'player' | 'director' | 'administrator';

interface Wishes {
  event: string;
  /** Given names and surname of each player. */
  names: readonly (readonly [string, string])[];
}

/** What there is to be looked at. */
interface There {
  scene: scenes.Scene;
  administrator: { login: string; rest: Rest };
  player: scenes.Player;
  /** A game under way, in which that player plays. */
  game: string;
  season: string;
  challenge: string;
  contest: string;
}

/** As whom they sign in. */
export const loginOf = ({ scene, administrator, player }: There): readonly (readonly [who: Who, login: string | null])[] => [
  ['nobody', null],
  ['player', player.login],
  ['director', scene.director.login],
  ['administrator', administrator.login],
];

/** A page shows what it is about. */
export async function isThere(page: Page): Promise<void> {
  await page.locator('main :is(h1, h2, p, li, td, svg), .overlay').first().waitFor({ state: 'attached' });
  await expect(page.locator('main [data-loading]')).toHaveCount(0);
}

/** Every page of the app, and who looks at it. */
export function addressesOf({
  scene: { id },
  administrator,
  game,
  player,
  season,
  challenge,
  contest,
}: There): readonly (readonly [who: Who, address: string])[] {
  return [
    ['nobody', '/'],
    ['nobody', '/sign-in'],
    ['nobody', '/sign-in?new'],
    ['nobody', '/welcome#code'],
    ['nobody', '/claim'],
    ['nobody', '/no/such/page'],
    ['nobody', `/t/${id}`],
    ...EVENT_VIEWS.map((view) => ['nobody', `/t/${id}/${view}`] as const),
    ['nobody', `/t/${id}/players/${player.entrant}`],
    ['nobody', `/t/${id}/wall`],
    ['nobody', `/g/${game}`],
    ['nobody', `/embed/g/${game}`],
    ['nobody', `/embed/t/${id}/table/1`],
    ['nobody', `/embed/t/${id}/standings`],
    ['nobody', `/overlay/g/${game}`],
    ['nobody', `/overlay/t/${id}?table=1`],
    ['nobody', '/help'],
    // Every role's help has a journey of its own.
    ['nobody', '/help/player'],
    ['nobody', '/help/reference/director'],
    ['nobody', '/help/rules/egp-2020'],
    ['nobody', '/archive'],
    ['nobody', '/players'],
    ['nobody', NOBODY],
    ['nobody', '/rating-list'],
    ['nobody', '/rating-files'],
    ['nobody', '/seasons'],
    ['nobody', '/play'],
    ['nobody', `/play/games/${administrator.rest.account.id}`],
    ['nobody', `/challenge/${challenge}`],
    ['nobody', '/contests'],
    ['nobody', `/contests/${contest}`],
    ['player', '/play/games'],
    ['player', '/contests'],
    ['player', `/contests/${contest}`],
    ['player', `/t/${id}/seat`],
    ['player', `/g/${game}`],
    ['player', '/me/games'],
    ['player', '/account'],
    ['director', '/new'],
    ['director', `/t/${id}/desk`],
    ...DESK_SECTIONS.map((section) => ['director', `/t/${id}/desk/${section}`] as const),
    ['administrator', '/rating-office'],
    ...OFFICE_VIEWS.map((view) => ['administrator', `/rating-office/${view}`] as const),
    ['administrator', '/federations'],
    ['player', '/moderation'],
    ['administrator', '/moderation'],
    ...MODERATION_VIEWS.map((view) => ['administrator', `/moderation/${view}`] as const),
    ['administrator', `/contests/${contest}`],
    ['administrator', '/webhooks'],
    ['administrator', `/seasons/${season}`],
  ];
}

/** An event of these players: one round is over, and the next is under way. */
export async function setScene(server: Server, { event, names }: Wishes): Promise<There> {
  const administrator = { name: 'Aase Lindmose', login: 'administrator', rest: new Rest(server) };
  await administrator.rest.createAccount(administrator.name, administrator.login, new URL(await server.administratorLink()).hash.slice(1));
  await confederation(administrator, administrator, 'NOROF');
  await named(administrator.rest, administrator.rest.account.id);
  const { summary } = await administrator.rest.call('announce_season', {
    body: { name: 'Det Nordiske Grand Prix-mesterskapet', year: 2026, federation: 'NOROF' },
  });
  const { id: challenge } = await administrator.rest.call('create_challenge', {
    body: { terms: { variant: 'othello', main_ms: 300_000, increment_ms: 0 } },
  });
  const { id: contest } = await newLadder(administrator.rest, 'Leiterturnier der Schachabteilung');
  const scene = await scenes.newEvent(server, { name: event });
  for (const [place, [given_names, surname]] of names.entries()) {
    await scenes.seat(scene, await scenes.enter(scene, { surname, given_names, rating: 2100 - 60 * place }));
  }
  const first = await scenes.publishRound(scene);
  await scenes.playOut(scene, first);
  await scenes.finishRound(scene, first);
  const second = await scenes.publishRound(scene);
  await scenes.playOut(scene, second, { plies: 24 });
  const board = found(second.boards[0]);
  const player = scenes.playerOf(scene, board.black_entrant_id);
  const other = scenes.playerOf(scene, board.white_entrant_id);
  for (const one of [other, player, administrator]) await enter(one.rest, contest);
  await player.rest.call('challenge_on_ladder', { contest_id: contest, body: { account_id: other.rest.account.id } });
  return {
    scene,
    administrator,
    season: summary.id,
    challenge,
    contest,
    game: board.game_id,
    player,
  };
}
