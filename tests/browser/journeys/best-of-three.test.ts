import type { BrowserContextOptions, Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { pass } from '../harness/hall';
import { type Color, SHORTEST } from '../harness/othello';
import { PASSWORD, Rest, type Schemas } from '../harness/rest';
import { type Player, type Scene, finishRound, look, playerOf, publishRound, seatedEvent, typedQualification } from '../harness/scenes';
import { Seat, capital, pointer } from '../harness/seat';
import { DESKTOP, PHONE, assertNeverReloaded, mark } from '../harness/stage';
import { found, until } from '../harness/until';

/** So long before their game the finalists may choose, and before one in which nothing is chosen, in ms. */
const TO_CHOOSE_MS = 12_000;
const AT_ONCE_MS = 1_000;

interface Finalist {
  player: Player;
  seat: Seat;
}
interface Final {
  scene: Scene;
  finalists: Finalist[];
  spectator: Page;
}

test('two play a final of three games, choose their colours at their seats, and a spectator follows', async ({ server, stage }) => {
  const event = { rule_set_document: await withoutNotice(new Rest(server)), accept_deviations: true };
  const scene = await seatedEvent(server, { players: 2, event });
  await typedQualification(scene);
  const { matches } = await scene.director.rest.call('get_finals', { tournament_id: scene.id });
  const match = found(matches.find(({ match_id }) => match_id === 'final'));
  const sit = async (entrant: string, settings: BrowserContextOptions): Promise<Finalist> => {
    const player = playerOf(scene, entrant);
    const visitor = await stage.visitor(player.name, server.base, settings);
    const { page } = await signedInAt(new Desk(await visitor.context.newPage()), player, `/t/${scene.id}/seat`);
    await page.getByRole('heading', { name: 'Your next match: Final.' }).waitFor();
    return { player, seat: new Seat(page, pointer) };
  };
  const finalists = [await sit(match.better_entrant_id, DESKTOP), await sit(match.worse_entrant_id, PHONE)];
  const [better, worse] = [found(finalists[0]), found(finalists[1])];
  const spectator = await (await stage.visitor('the spectator', server.base)).open(`/t/${scene.id}/finals`);
  const final: Final = { scene, finalists, spectator };

  await test.step('game 1: the better of the list takes Black, and wins', async () => {
    await choose(final, better, 'black');
    await playGame(final, better);
    await assertScore(final, [1, 0]);
  });
  await test.step('game 2: the colours are reversed without a choice, and Black wins again', async () => {
    await announce(final, AT_ONCE_MS);
    for (const { seat } of finalists)
      await seat.page.getByRole('heading', { name: /^(Your next game: Final, game 2\.|Round \d+ )/ }).waitFor();
    await playGame(final, worse);
    await assertScore(final, [1, 1]);
  });
  await test.step('game 3: White is taken, and the match is decided by it', async () => {
    await choose(final, better, 'white');
    await playGame(final, worse);
    await assertScore(final, [1, 2]);
  });
  await test.step('both are told, and the spectator sees the champion', () => assertDecided(final, worse));
  for (const page of [spectator, ...finalists.map(({ seat }) => seat.page)]) await assertNeverReloaded(page);
});

/** The rules of a Grand Prix, but for the time that finalists have to choose: a start may be announced at any notice. */
async function withoutNotice(rest: Rest): Promise<object> {
  const { rule_set_document: text } = await rest.call('get_rule_set', { name: 'egp-2020' });
  return JSON.parse(JSON.stringify(text), (key, value: unknown) => (key === 'choice_notice_ms' ? 0 : value)) as object;
}

async function signedInAt(desk: Desk, { login }: Player, path: string): Promise<Desk> {
  await desk.signIn(login, PASSWORD, path);
  await mark(desk.page);
  return desk;
}

async function announce({ scene }: Final, inMs: number): Promise<Schemas['AnnouncedGame']> {
  const body = { starts_at_ms: Date.now() + inMs, accept_deviations: true };
  await scene.director.rest.call('announce_finals_round', { tournament_id: scene.id, body });
  return found((await look(scene)).announced?.games.find(({ match_id }) => match_id === 'final'));
}

/** Who has the right chooses at the seat; the other waits for it, and the spectator reads what was chosen. */
async function choose(final: Final, chooser: Finalist, color: Color): Promise<void> {
  const { finalists, spectator } = final;
  const { game, chooser_entrant_id: right } = await announce(final, TO_CHOOSE_MS);
  const { page } = chooser.seat;
  const other = found(finalists.find((one) => one !== chooser));
  expect(right).toBe(chooser.player.entrant);
  await page.getByRole('heading', { name: 'Choose your colour.' }).waitFor();
  await page.getByText(`Final, game ${game} against ${other.player.name}.`).waitFor();
  await other.seat.page.getByRole('heading', { name: `${chooser.player.name} chooses the colours.` }).waitFor();
  expect(await other.seat.page.getByTestId('colour-choice').getByRole('button').count(), 'the other may choose').toBe(0);
  await page
    .getByTestId('colour-choice')
    .getByRole('button', { name: capital(color) })
    .click();
  for (const { seat } of finalists) await seat.page.getByRole('heading', { name: `Your next game: Final, game ${game}.` }).waitFor();
  await matchOf(spectator)
    .getByText(`${chooser.player.name} has chosen ${capital(color)}.`)
    .waitFor();
}

/** The game is published and played; Black wins it, in front of the spectator. */
async function playGame({ scene, finalists, spectator }: Final, black: Finalist): Promise<void> {
  const round = await publishRound(scene);
  const board = found(round.boards.find(({ purpose }) => purpose === 'final'));
  expect(board.black_entrant_id).toBe(black.player.entrant);
  await matchOf(spectator)
    .getByRole('link', { name: `Game ${board.game}, running` })
    .click();
  const watched = new Seat(spectator, pointer);
  await watched.table.waitFor();
  await Promise.all(finalists.map(({ seat }) => seat.sitDown(round.number)));
  for (const ply of SHORTEST.plies) {
    const mover = finalists.find(({ seat }) => seat.color === ply.color);
    await watched.see(ply.board, ply.color);
    await found(mover).seat.make(ply);
  }
  for (const finalist of finalists) {
    const { page } = finalist.seat;
    await page.getByTestId('result').waitFor();
    expect(await finalist.seat.result()).toBe(finalist === black ? 'You won 64–0.' : 'You lost 0–64.');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  }
  await spectator.getByRole('main').getByText('The result is confirmed and countersigned.').waitFor();
  for (const { seat } of finalists) {
    await seat.page.getByRole('link', { name: 'Back to my seat' }).click();
    await seat.page.getByTestId('seat').waitFor();
  }
  await finishRound(scene, round);
  await spectator.goBack();
}

/** The games that each has won, the better of the list first, as the spectator reads them. */
async function assertScore({ scene, finalists, spectator }: Final, points: readonly number[]): Promise<void> {
  const { matches } = await scene.director.rest.call('get_finals', { tournament_id: scene.id });
  const match = found(matches.find(({ match_id }) => match_id === 'final'));
  expect([match.better_half_points / 2, match.worse_half_points / 2]).toStrictEqual(points);
  expect(match.winner_entrant_id, 'two won games decide it').toBe(
    points.includes(2) ? found(finalists[points.indexOf(2)]).player.entrant : null,
  );
  for (const [place, { player }] of finalists.entries()) {
    const side = matchOf(spectator).getByRole('paragraph').filter({ hasText: player.name }).first();
    await expect(side).toHaveText(new RegExp(`${player.name} NOR ${points[place]}\\s*Points`));
  }
}

const matchOf = (page: Page) => page.getByTestId('bracket').getByRole('article', { name: 'Final', exact: true });

async function assertDecided({ scene, finalists, spectator }: Final, winner: Finalist): Promise<void> {
  await pass(spectator, 'a final of three games decided');
  for (const { seat } of finalists) await seat.page.getByText(/^All rounds are played/).waitFor();
  await until('it can be confirmed', async () => (await look(scene)).next?.kind === 'confirm');
  await scene.director.rest.call('confirm_tournament', { tournament_id: scene.id });
  for (const finalist of finalists) {
    const rank = finalist === winner ? 1 : 2;
    await finalist.seat.page.getByText(new RegExp(`^Rank ${rank}, `)).waitFor();
  }
  await spectator.getByRole('link', { name: 'Standings' }).click();
  await spectator.locator(`tr[data-entrant="${winner.player.entrant}"]`).getByText('Champion', { exact: true }).waitFor();
}
