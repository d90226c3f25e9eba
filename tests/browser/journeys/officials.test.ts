import type { Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { type Color, START, legal, opposite, play } from '../harness/othello';
import { PASSWORD, Rest, type Schemas } from '../harness/rest';
import { type Player, type Scene, playerOf, publishRound, seatedEvent } from '../harness/scenes';
import { Seat, pointer } from '../harness/seat';
import type { Server } from '../harness/server';
import { PHONE, type Stage, picture } from '../harness/stage';
import { found, until } from '../harness/until';

/** What one account writes without being told to slow down, in words so long that they come on several pages. */
const WORDS = 5;
const LONG = '𝄞'.repeat(490);

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

test('a director who plays needs consent, and opens the spectators’ chat for a round', async () => {
  const scene = await paired();
  const visitor = await stage.visitor('the director', server.base);
  const desk = new Desk(await visitor.context.newPage());
  await desk.signIn(scene.director.login, PASSWORD, `/t/${scene.id}/desk/entrants`);
  await test.step('the desk says what is not the playing director’s, before it is tried', () => barredFromOpponent(scene, desk));
  const phone = await test.step('the opponent consents to one act, and that act uses it up', () => consentOnce(scene, desk));
  await test.step('a second official consents too', () => secondOfficial(scene, desk, phone));
  await test.step('the spectators’ chat is opened for the round and held again', () => spectatorsTalk(scene, desk));
  await test.step('the beginning of a long talk is fetched', () => longTalk(scene, desk));
  await test.step('the clock sheet shows what was given back for line and reading', () => clockSheet(scene, desk));
});

interface Paired extends Scene {
  /** The director's own board. */
  own: Schemas['Board'];
  other: Schemas['Board'];
  /** Whom the director plays. */
  opponent: Player;
}

/** Four are paired; the director has a seat, and so has whoever meets her. */
async function paired(): Promise<Paired> {
  const scene = await seatedEvent(server, { directorPlays: true });
  const { boards } = await publishRound(scene);
  const self = found(scene.players[0]).entrant;
  const own = found(boards.find((board) => [board.black_entrant_id, board.white_entrant_id].includes(self)));
  const other = found(boards.find((board) => board !== own));
  const opponent = playerOf(scene, own.black_entrant_id === self ? own.white_entrant_id : own.black_entrant_id);
  return { ...scene, own, other, opponent };
}

/** No new link for the opponent's seat, no act and no result at the own table: each says why. */
async function barredFromOpponent({ id, director, own, opponent }: Paired, desk: Desk) {
  const { page } = desk;
  const row = page.getByRole('row', { name: opponent.name });
  const link = row.getByRole('button', { name: `Make a new seat link for ${opponent.name}` });
  await row.getByText('You play them in this round: another official, or consent').waitFor();
  await expect(link).toBeDisabled();
  expect(await director.rest.refused('issue_seat_code', { tournament_id: id, entrant_id: opponent.entrant })).toBe('consent_needed');
  await row.scrollIntoViewIfNeeded();
  await picture(page, 'link-needs-consent');
  await assertAccessible(page, 'entrants of a director who plays');

  await page.getByRole('link', { name: 'Round', exact: true }).click();
  await page.getByRole('button', { name: `Table ${own.table}`, exact: true }).click();
  const panel = page.getByTestId('table-panel');
  await panel.getByRole('tab', { name: 'Acts' }).click();
  const acts = page.getByTestId('table-acts');
  await acts.getByText(/^\d+ acts are not possible now$/).click();
  await acts.getByText('Your own game: another official does this').first().waitFor();
  expect(await acts.getByRole('radio', { name: /^Give or take time/ }).count(), 'an act on the own game is offered').toBe(0);
  await panel.getByRole('tab', { name: 'Result' }).click();
  await page.getByTestId('table-panel').getByLabel('Black’s discs').fill('40');
  await page.getByTestId('table-panel').getByLabel('Reason', { exact: true }).fill('I won it');
  await expect(panel.getByRole('button', { name: /^Enter/ }).first()).toBeDisabled();
  await picture(page, 'own-table-at-the-desk');
  await assertAccessible(page, 'desk at the own table');
  const result = { tournament_id: id, round: 1, table: own.table, body: { black_discs: 40, reason: 'I won it' } };
  expect(await director.rest.refused('enter_result', result)).toBe('own_game');
}

/** The opponent, on a phone, consents to a new link for the own seat: the desk may make it, once. */
async function consentOnce(scene: Paired, desk: Desk) {
  const { id, director, opponent } = scene;
  const visitor = await stage.visitor('the opponent on a phone', server.base, PHONE);
  const phone = new Desk(await visitor.context.newPage());
  await phone.signIn(opponent.login, PASSWORD, `/t/${id}/seat`);
  await consent(phone.page, `Head director: ${director.name}`, 'A new seat link', opponent.name);
  await picture(phone.page, 'consent-phone');
  await assertAccessible(phone.page, 'seat with a consent');
  const { consents } = await director.rest.call('get_interests', { tournament_id: id });
  expect(consents.map((one) => [one.act, one.official_account_id, one.entrant_id, one.by_account_id])).toStrictEqual([
    ['issue_seat_code', director.rest.account.id, opponent.entrant, opponent.rest.account.id],
  ]);
  await newLink(scene, desk);
  const { interests } = await director.rest.call('list_rulings', { tournament_id: id });
  expect(interests.map((one) => [one.act, one.interest, one.consented_account_ids]).at(-1)).toStrictEqual([
    'issue_seat_code',
    'opponent',
    [opponent.rest.account.id],
  ]);
  return phone;
}

async function consent(page: Page, official: string, act: string, about: string) {
  const form = page.getByTestId('consent');
  await form.locator('summary').filter({ hasText: 'Consent to an official’s act' }).click();
  await form.getByLabel('Whose act').selectOption(official);
  await form.getByLabel('Which act').selectOption(act);
  await form.getByLabel('About whom').selectOption(about);
  await form.getByRole('button', { name: 'Consent' }).click();
  await form.getByTestId('given').getByText('consented to, not yet used').waitFor();
}

/** The desk makes the link that it was consented to; the next one is barred again. */
async function newLink({ id, director, opponent }: Paired, desk: Desk) {
  const { page } = desk;
  await page.getByRole('link', { name: /^Entrants/ }).click();
  const row = page.getByRole('row', { name: opponent.name });
  await row.getByRole('button', { name: `Make a new seat link for ${opponent.name}` }).click();
  await page.getByTestId('confirm').getByRole('button', { name: 'Make the new link' }).click();
  await row.getByLabel(`Seat link of ${opponent.name}`).waitFor();
  expect(await director.rest.refused('issue_seat_code', { tournament_id: id, entrant_id: opponent.entrant })).toBe('consent_needed');
}

/** A second director without an interest consents at the desk. */
async function secondOfficial(scene: Paired, desk: Desk, phone: Desk) {
  const { id, director, second, opponent } = scene;
  await phone.page.getByTestId('given').waitFor({ state: 'detached' });
  const visitor = await stage.visitor('the second official', server.base);
  const other = new Desk(await visitor.context.newPage());
  await other.signIn(second.login, PASSWORD, `/t/${id}/desk/officials`);
  await consent(other.page, `Head director: ${director.name}`, 'A new seat link', opponent.name);
  await picture(other.page, 'consent-of-an-official');
  await assertAccessible(other.page, 'desk with a consent');
  await desk.page.reload();
  await newLink(scene, desk);
  const { interests } = await director.rest.call('list_rulings', { tournament_id: id });
  expect(interests.at(-1)?.consented_account_ids).toStrictEqual([second.rest.account.id]);
}

/** What a spectator writes is held until the director shows it for the round; the own table is not hers to open. */
async function spectatorsTalk({ director, own, other }: Paired, desk: Desk) {
  const writer = new Rest(server);
  await writer.createAccount('Vigdis Tornquist', 'vigdis');
  const say = (text: string) => writer.call('post_chat', { game_id: other.game_id, body: { channel: 'spectators', text } });
  await say('What a quiet opening');
  const visitor = await stage.visitor('another spectator', server.base);
  const reader = new Rest(server);
  await reader.createAccount('Aslak Fjeldheim', 'aslak');
  const watching = new Desk(await visitor.context.newPage());
  await watching.signIn('aslak', PASSWORD, `/g/${other.game_id}`);
  const spectator = new Seat(watching.page, pointer);
  const outside = await stage.visitor('a spectator who is not signed in', server.base);
  const stranger = new Seat(await outside.open(`/g/${other.game_id}`), pointer);
  for (const one of [spectator, stranger]) await one.table.waitFor();
  const { page } = desk;
  await page.getByRole('link', { name: 'Round', exact: true }).click();
  await desk.actAtRound('Show spectators’ chat', 'The hall is quiet');
  await page.getByRole('status').getByText('Done at 1 table.').waitFor();
  await page.getByText(`Not at table ${own.table}:`).waitFor();
  await picture(page, 'chat-opened-for-a-round');
  await assertAccessible(page, 'desk with the chat opened');
  for (const one of [spectator, stranger]) await one.hear('What a quiet opening');
  expect((await director.rest.call('get_table', { game_id: other.game_id })).spectators?.chat_shown).toBe(true);

  await desk.actAtRound('Hold spectators’ chat back', 'It is about the game now');
  await until(
    'it is held',
    async () => (await director.rest.call('get_table', { game_id: other.game_id })).spectators?.chat_shown === false,
  );
  await say('What a blunder');
  await page.getByRole('button', { name: `Table ${other.table}`, exact: true }).click();
  await page.getByTestId('table-panel').getByRole('link', { name: 'Watch' }).click();
  const official = new Seat(page, pointer);
  await official.hear('What a blunder');
  await page.getByTestId('chat').getByText('held until the game ends').first().waitFor();
  for (const one of [spectator, stranger]) expect(await one.heard()).not.toMatch(/blunder/);
}

/** A long talk comes a page at a time: the official at the table asks for its beginning. */
async function longTalk(scene: Paired, desk: Desk) {
  const { director, other, opponent, second } = scene;
  const at = (entrant: string) => playerOf(scene, entrant).rest;
  const spectators = await Promise.all(
    ['Sigrun Ostvik', 'Marit Skaugen', 'Runa Hestnes'].map(async (name, place) => {
      const rest = new Rest(server);
      await rest.createAccount(name, `spectator-${place}`);
      return rest;
    }),
  );
  const inside = [at(other.black_entrant_id), at(other.white_entrant_id), director.rest, second.rest];
  const write = async (rest: Rest, channel: Schemas['ChatChannel']) => {
    for (let word = 1; word <= WORDS; word += 1)
      await rest.call('post_chat', { game_id: other.game_id, body: { channel, text: `Word ${LONG}` } });
  };
  await Promise.all([
    ...inside.map((rest) => write(rest, 'players')),
    ...[opponent.rest, ...spectators].map((rest) => write(rest, 'spectators')),
  ]);
  const { page } = desk;
  await page.reload();
  const official = new Seat(page, pointer);
  await page.getByRole('button', { name: 'Earlier messages' }).waitFor();
  expect(await official.heard()).not.toMatch(/What a quiet opening/);
  await page.getByRole('button', { name: 'Earlier messages' }).click();
  await official.hear('What a quiet opening');
  await page.getByRole('button', { name: 'Earlier messages' }).waitFor({ state: 'detached' });
  const words = (await official.heard()).split('\n').filter((line) => line.startsWith('Word '));
  expect(words.length).toBe(WORDS * (inside.length + 1 + spectators.length));
  await page.goBack();
}

/** Every ply's gains stand on the sheet as the server counted them. */
async function clockSheet(scene: Paired, desk: Desk) {
  const { director, other } = scene;
  let board = START;
  let color: Color = 'black';
  for (let ply = 1; ply <= 4; ply += 1) {
    const mover = playerOf(scene, color === 'black' ? other.black_entrant_id : other.white_entrant_id);
    const square = found(legal(board, color)[0]);
    await mover.rest.call('move', { game_id: other.game_id, body: { ply, square } });
    board = play(board, color, square);
    color = opposite(color);
  }
  const { page } = desk;
  await page.getByRole('button', { name: `Table ${other.table}`, exact: true }).click();
  await page.getByTestId('table-panel').getByRole('tab', { name: 'Clocks and lines' }).click();
  const evidence = page.getByTestId('evidence');
  await evidence.getByRole('button', { name: 'Look at the clocks' }).click();
  const sheet = page.getByTestId('clock-sheet').getByRole('region', { name: 'Charges move by move' });
  await sheet.waitFor();
  const { plies } = await director.rest.call('get_clock_sheet', { game_id: other.game_id });
  expect(plies.length).toBe(4);
  const shown = await sheet
    .locator('tbody tr:not(.between)')
    .evaluateAll((rows) => rows.map((row) => [...(row as HTMLTableRowElement).cells].slice(3, 6).map((cell) => cell.textContent.trim())));
  // In seconds and hundredths; a dash where nothing was given.
  const seconds = (ms: number) => (ms === 0 ? '–' : (ms / 1000).toFixed(2));
  expect(shown).toStrictEqual(plies.map((one) => [one.lag_credit_ms, one.reading_credit_ms, one.credit_left_ms].map(seconds)));
  await sheet.scrollIntoViewIfNeeded();
  await picture(page, 'clock-sheet-gains');
}
