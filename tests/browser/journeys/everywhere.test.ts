import type { Page } from '@playwright/test';
import { DESK_SECTIONS, EVENT_VIEWS, OFFICE_VIEWS, PAGE_NAMES, matchRoute } from '../../../web/src/browser/routes';
import { assertAccessible } from '../harness/axe';
import { expect, test } from '../harness/fixtures';
import { misfits } from '../harness/fits';
import { confederation } from '../harness/season-scenes';
import { Rest } from '../harness/rest';
import * as scenes from '../harness/scenes';
import type { Server } from '../harness/server';
import { signedIn } from '../harness/signed-in';
import { PHONE, picture } from '../harness/stage';
import { found } from '../harness/until';

/** The narrowest screen, and a laptop's at 200 %. */
const NARROW = { width: 320, height: 640 };
const ENLARGED = { width: 640, height: 400 };
/** Of a player who is not there. */
const NOBODY = '/players/1';
/** The one with the longest words, and the one with the other script. */
const LANGUAGES = ['fr', 'ja'] as const;

test('in every language every page fits the narrowest screen and a page at 200 %, and is accessible', async ({ server, stage }) => {
  test.setTimeout(600_000);
  const { scene, administrator, game, player, season } = await test.step('an event with long names, half played', () => setScene(server));
  const addresses = addressesOf(scene.id, game, season);
  // The gallery is no page for anybody, and has a test of its own.
  expect(new Set(addresses.map(([, address]) => matchRoute(new URL(address, server.base).pathname).page))).toStrictEqual(
    new Set([...PAGE_NAMES.filter((one) => one !== 'gallery'), 'missing']),
  );
  const found: string[] = [];
  for (const [who, login] of [
    ['nobody', null],
    ['player', player.login],
    ['director', scene.director.login],
    ['administrator', administrator.login],
  ] as const) {
    await test.step(`what ${who} sees`, async () => {
      const visitor = await stage.visitor(who, server.base, { ...PHONE, viewport: NARROW });
      if (login) await signedIn(visitor.context, login);
      const page = await visitor.context.newPage();
      for (const [whose, address] of addresses) {
        if (whose !== who) continue;
        for (const language of LANGUAGES) {
          if (address === NOBODY) visitor.expectRefusal(404, '/api/v1/archive/players/1');
          found.push(...(await lookAt(page, address, language)));
        }
      }
    });
  }
  expect(found).toStrictEqual([]);
});

/** What is wrong with a page in a language. */
async function lookAt(page: Page, address: string, language: string): Promise<string[]> {
  const [path, hash] = address.split('#');
  await page.goto(`${path}${path?.includes('?') ? '&' : '?'}lang=${language}${hash ? `#${hash}` : ''}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await page.locator('main :is(h1, h2, p, li, td, svg), .overlay').first().waitFor({ state: 'attached' });
  await expect(page.locator('main [data-loading]')).toHaveCount(0);
  const wrong: string[] = [];
  const what = `${address.replaceAll(/[\w-]{22}/g, '')} in ${language}`;
  for (const size of [NARROW, ENLARGED]) {
    await page.setViewportSize(size);
    wrong.push(...(await misfits(page)).map((one) => `${what} at ${size.width} px: ${one}`));
  }
  await page.setViewportSize(NARROW);
  await picture(page, `everywhere-${what.replaceAll(/\W+/g, '-')}`, { whole: true });
  // In another script it is the same page.
  if (language === 'fr') await assertAccessible(page, what).catch((error: Error) => wrong.push(error.message));
  return wrong;
}

/** Every page of the app, and who looks at it. */
function addressesOf(
  id: string,
  game: string,
  season: string,
): readonly (readonly [who: 'nobody' | 'player' | 'director' | 'administrator', address: string])[] {
  return [
    ['nobody', '/'],
    ['nobody', '/sign-in'],
    ['nobody', '/sign-in?new'],
    ['nobody', '/welcome#code'],
    ['nobody', '/claim'],
    ['nobody', '/no/such/page'],
    ['nobody', `/t/${id}`],
    ...EVENT_VIEWS.map((view) => ['nobody', `/t/${id}/${view}`] as const),
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
    ['administrator', '/webhooks'],
    ['administrator', `/seasons/${season}`],
  ];
}

/** Six players with long names; one round is over, and the next is under way. */
async function setScene(server: Server) {
  const administrator = { name: 'Aase Lindmose', login: 'administrator', rest: new Rest(server) };
  await administrator.rest.createAccount(administrator.name, administrator.login, new URL(await server.administratorLink()).hash.slice(1));
  await confederation(administrator, administrator, 'NOROF');
  const { summary } = await administrator.rest.call('announce_season', {
    body: { name: 'Det Nordiske Grand Prix-mesterskapet', year: 2026, federation: 'NOROF' },
  });
  const scene = await scenes.newEvent(server, { name: 'Øvre Fjordholmenskjærgårdens Internasjonale Othellomesterskap' });
  for (let place = 0; place < 6; place += 1) {
    const names = { surname: `Kristoffersen-Brandvoldsdatter ${'ABCDEF'.charAt(place)}`, given_names: 'Aleksandrina Wilhelmina' };
    await scenes.seat(scene, await scenes.enter(scene, { ...names, rating: 2100 - 60 * place }));
  }
  const first = await scenes.publishRound(scene);
  await scenes.playOut(scene, first);
  await scenes.finishRound(scene, first);
  const second = await scenes.publishRound(scene);
  await scenes.playOut(scene, second, { plies: 24 });
  const board = found(second.boards[0]);
  return { scene, administrator, season: summary.id, game: board.game_id, player: scenes.playerOf(scene, board.black_entrant_id) };
}
