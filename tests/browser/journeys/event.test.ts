import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Cable } from '../harness/cable';
import { Desk, partOf } from '../harness/desk';
import { test, expect } from '../harness/fixtures';
import { type Color, type Ply, type WonGame, gameWithPasses, opposite } from '../harness/othello';
import { PASSWORD, Rest } from '../harness/rest';
import { Seat, capital, keyboard, pointer } from '../harness/seat';
import { BINARY, type Server } from '../harness/server';
import { DESKTOP, PHONE, type Stage, type Visitor, assertNeverReloaded, mark, picture } from '../harness/stage';
import { found, until } from '../harness/until';

/** How long the line stays cut, in seconds of the clock that runs on meanwhile. */
const CUT = 5;
const TOURNAMENT = 'Fjordholm Grand Prix';
const LISTED = { number: 220_901, surname: 'BRANDVOLD', given: 'Torunn', name: 'Torunn BRANDVOLD', rating: 1702 };
const BY_HAND = { surname: 'Sandmark', givenNames: 'Ove', rating: 1544, name: 'Ove Sandmark' };
const PLAYERS_LIST = `% Liste des joueurs, inventée

pays = DNK

${LISTED.number} ${LISTED.surname}, ${LISTED.given}                     %_<${LISTED.rating}>
220902 KLITGAARD, Sofus                       %_<1288>

pays = SWE

150901 EKENSTAM, Majken                       %_<1395>
this line names nobody
__eof__
`;

interface Players {
  phone: Seat;
  keys: Seat;
}

let server: Server;
let stage: Stage;
let cable: Cable;
// The line is there before the stage, and goes after it.
test.beforeEach(({ server: own, cable: line, stage: everybody }) => {
  server = own;
  cable = line;
  stage = everybody;
});

test('two people play an event from the account to the rating file', async () => {
  test.setTimeout(600_000);
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.open(await server.administratorLink()));
  const { id, links } = await test.step('the event is announced, both entrants have their links', () => announce(desk));

  // The phone's line runs through the cable, whose end is its address of the server.
  const onPhone = await stage.visitor('the player on a phone', cable.base, PHONE);
  const onDesktop = await stage.visitor('the player at a desk', server.base, DESKTOP);
  const phone = new Seat(await onPhone.context.newPage(), pointer);
  const keys = new Seat(await onDesktop.context.newPage(), keyboard);
  await test.step('both take their seats', async () => {
    await phone.claim(links.phone.replace(server.base, cable.base), LISTED.name);
    await keys.claim(links.keys, BY_HAND.name);
    await desk.page.getByRole('row', { name: LISTED.name }).getByText('Taken').waitFor();
  });

  const spectator = await stage.visitor('the spectator', server.base);
  const standings = await spectator.open(`/t/${id}`);
  const crosstable = await spectator.open(`/t/${id}/crosstable`);
  await standings.getByRole('heading', { name: 'Entered so far' }).waitFor();

  await test.step('round 1 is published, both are at the table', async () => {
    await desk.publish(1);
    await Promise.all([phone.sitDown(1), keys.sitDown(1)]);
    await Promise.all([mark(phone.page), mark(keys.page)]);
    await desk.assertRunning(1);
  });

  const game = gameWithPasses();
  await test.step('a whole game, through which the line breaks twice', () => playThrough(game, { phone, keys }, onPhone));
  await test.step('both see the same end, the spectator sees it without a reload', async () => {
    await assertEnd(game, { phone, keys });
    await assertPublic(standings, crosstable, game, { phone, keys });
  });

  const listedHadBlack = phone.color === 'black';
  await test.step('round 2 is decided by a resignation', () => secondRound(desk, { phone, keys }));
  await test.step('round 3 is entered at the desk', () => thirdRound(desk, keys));
  await test.step('the ranking is final, the rating file says so', async () => {
    await confirm(desk, standings, game, listedHadBlack);
    for (const page of [standings, crosstable]) await assertNeverReloaded(page);
  });
});

/** Account, event, one entrant by hand and one from an imported list, and their links. */
async function announce(desk: Desk) {
  const { page } = desk;
  await desk.createAccount('Ingrid Vestergrund', 'ingrid', PASSWORD, { administrator: true });
  const id = await desk.createTournament(TOURNAMENT, 'DNK');
  await page.getByRole('link', { name: 'fewer than two entrants' }).waitFor();
  await desk.importPlayers(PLAYERS_LIST);
  await page.getByText('3 players in the list.').waitFor();
  await page.getByText('1 line was left out:').waitFor();
  await desk.enterFromList('brand', LISTED.name);
  await desk.enterByHand(BY_HAND);
  await page.getByRole('heading', { name: '2 entrants' }).waitFor();
  await page.getByText('2 entrants have not taken a seat').waitFor();
  const links = { phone: await desk.seatLink(LISTED.name), keys: await desk.seatLink(BY_HAND.name) };
  return { id, links };
}

/** The whole game; the phone loses its line twice, each time with a move on its way. */
async function playThrough(game: WonGame, { phone, keys }: Players, onPhone: Visitor) {
  const playing = (color: Color) => (color === phone.color ? phone : keys);
  const own = game.plies.flatMap((ply, place) => (ply.color === phone.color && ply.square ? [place] : []));
  const lost = own[8];
  const unanswered = own[16];
  for (const [place, ply] of game.plies.entries()) {
    const cut = place === lost ? { deliver: false } : place === unanswered ? { deliver: true } : null;
    const next = () => found(game.plies[place + 1]);
    if (cut) {
      const what = `ply ${place + 1}: a move goes ${cut.deliver ? 'out unanswered' : 'astray'}, the line is cut for ${CUT} s and all is there`;
      await test.step(what, () => cutAndMend({ ply, next: next(), cut, phone, keys, onPhone }));
    } else {
      await playing(ply.color).make(ply);
    }
    if (place === 3) await heard(keys, ply, next());
    if (place === 43) {
      await Promise.all([phone, keys].map((seat) => seat.see(next().board, next().color)));
      await picture(keys.page, 'table-desktop-light');
      await picture(phone.page, 'table-phone-dark');
    }
  }
}

/** A screen reader hears of the move in words. */
async function heard(keys: Seat, ply: Ply, next: Ply) {
  await keys.see(next.board, next.color);
  await until('the move is said', async () =>
    (await keys.page.getByTestId('announcer').innerText()).includes(`${capital(ply.color)} ${ply.square}, flips `),
  );
}

interface Cut extends Players {
  ply: Ply;
  next: Ply;
  cut: { deliver: boolean };
  onPhone: Visitor;
}

/** The line breaks as a move is sent, stays broken for five seconds, and comes back by itself. */
async function cutAndMend({ ply, next, cut, phone, keys, onPhone }: Cut) {
  const { page, color } = phone;
  onPhone.cutOff = true;
  const sent = cable.cutAtMove(cut);
  await phone.make(ply);
  expect((await sent).square).toBe(ply.square);

  await page.getByRole('main').getByText('You are offline.', { exact: true }).waitFor();
  await page.getByText('Your clock runs.', { exact: true }).waitFor();
  await page.getByText(`Whether ${ply.square} was taken is not known yet`).waitFor();
  await page.getByTestId('sent-disc').waitFor();
  expect(await phone.board.getAttribute('data-board'), 'a disc flipped before the server took the move').toBe(ply.board);
  const left = async () => seconds(await phone.clock(color).innerText());
  const begun = await left();
  await until('the clock runs on', async () => (await left()) < begun);
  await keys.page.getByTestId('presence').getByText('Offline').waitFor();
  if (cut.deliver) {
    await keys.see(next.board, next.color);
    expect(await keys.clock(color).getAttribute('data-running')).toBe('false');
  } else {
    await keys.see(ply.board, ply.color);
    expect(await keys.clock(color).getAttribute('data-running')).toBe('true');
  }
  await until(`the clock has run on for ${CUT} s`, async () => (await left()) <= begun - CUT);
  cable.mend();

  await page.getByRole('main').getByText('You are offline.', { exact: true }).waitFor({ state: 'detached' });
  await Promise.all([phone, keys].map((seat) => seat.see(next.board, next.color)));
  await keys.page.getByTestId('presence').getByText('Online').waitFor();
  onPhone.cutOff = false;
  await assertNeverReloaded(page);
}

/** What a clock says, in whole seconds. */
function seconds(clock: string): number {
  const [, minutes, rest] = found(clock.replaceAll(/\s/g, '').match(/^(\d+):(\d\d)/));
  return Number(minutes) * 60 + Number(rest);
}

/** Both pages and the server have the same game: no move lost, none doubled. */
async function assertEnd(game: WonGame, { phone, keys }: Players) {
  const score = (color: Color) => `${game.discs[color]}–${game.discs[opposite(color)]}`;
  const moves = game.plies.map((ply) => ply.square ?? 'pass');
  for (const seat of [phone, keys]) {
    await seat.page.getByTestId('result').waitFor();
    const verb = seat.color === game.winner ? 'won' : 'lost';
    expect(await seat.result()).toBe(`You ${verb} ${score(seat.color)}.`);
    expect(await seat.transcript()).toStrictEqual(moves);
    await assertNeverReloaded(seat.page);
  }
  const gameId = partOf(keys.page, 2);
  const table = await new Rest(server).call('get_table', { game_id: gameId });
  expect(table.plies.map((ply) => ply.square ?? 'pass')).toStrictEqual(moves);
}

/** Points and crosstable on a page that was opened before the round. */
async function assertPublic(standings: Page, crosstable: Page, game: WonGame, { phone, keys }: Players) {
  const winner = game.winner === phone.color ? LISTED.name : BY_HAND.name;
  const loser = game.winner === phone.color ? BY_HAND.name : LISTED.name;
  expect(phone.color).not.toBe(keys.color);
  const won = `Round 1, ${game.winner === 'black' ? 'Black' : 'White'} against rank 2, ${loser}, won ${game.discs[game.winner]}–${64 - game.discs[game.winner]}`;
  for (const page of [standings, crosstable]) {
    const rows = page.getByTestId('standings').locator('tbody tr');
    await rows.nth(0).getByText(won).waitFor({ state: 'attached' });
    expect(await rows.nth(0).getByRole('rowheader').innerText()).toMatch(new RegExp(winner));
    expect(await rows.nth(1).getByRole('rowheader').innerText()).toMatch(new RegExp(loser));
    expect(await rows.nth(0).locator('.points').innerText()).toBe('1');
    await assertNeverReloaded(page);
  }
}

/** The keyboard player resigns: the page asks, and says what it costs. */
async function secondRound(desk: Desk, { phone, keys }: Players) {
  await desk.finish(1);
  for (const seat of [phone, keys]) {
    await seat.page.getByRole('link', { name: 'Back to my seat' }).click();
    await seat.page.getByRole('heading', { name: /^Your game of round 1 is over: / }).waitFor();
  }
  await desk.publish(2);
  await Promise.all([phone.sitDown(2), keys.sitDown(2)]);
  const { page } = keys;
  await page.getByText('This loses 0–64.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByText('This loses 0–64 (EGP IV.8).').waitFor();
  await page.getByRole('button', { name: 'Keep playing' }).click();
  expect(await keys.table.getAttribute('data-phase'), 'the first press alone resigned').toBe('live');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign 0–64' }).click();
  await page.getByTestId('result').waitFor();
  expect(await keys.result()).toBe('You lost 0–64.');
  await phone.page.getByTestId('result').waitFor();
  expect(await phone.result()).toBe('You won 64–0.');
}

/** The director decides round 3 at the desk, with a reason. */
async function thirdRound(desk: Desk, keys: Seat) {
  const { page } = desk;
  await desk.finish(2);
  await desk.publish(3);
  await desk.enterResult(1, 20, 'Played over the board after a power cut');
  await page.getByRole('table', { name: 'Order of tables' }).getByText('20–44').waitFor();
  await keys.page.getByRole('link', { name: 'Back to my seat' }).click();
  await keys.page.getByRole('heading', { name: /^Your game of round 3 is over: / }).waitFor();
  await desk.finish(3);
}

/** Confirms, downloads the rating file as a person would, and reads it. */
async function confirm(desk: Desk, standings: Page, game: WonGame, listedHadBlack: boolean) {
  const { page } = desk;
  await desk.confirmWithoutFinals();
  await page.getByText('The tournament is confirmed.').waitFor();
  await standings.getByRole('heading', { name: 'Final ranking' }).waitFor();
  await page.getByRole('link', { name: 'Documents' }).click();
  await page
    .getByTestId('draws')
    .getByText(/^Checked here: /)
    .first()
    .waitFor();
  expect(await page.getByTestId('draws').getByText('does not fit').count(), 'a draw does not fit').toBe(0);
  const link = page.getByRole('link', { name: /^Download .*\.ELO$/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const name = download.suggestedFilename();
  expect(name).toMatch(/^\d{8}_[A-Za-z0-9_]+\.ELO$/);
  const path = join(server.data, name);
  await download.saveAs(path);
  const text = await readFile(path, 'latin1');

  expect(text.startsWith(`%%Tournament: UNRATED ${TOURNAMENT}\n%%Country: Denmark\n%%Date: `), text).toBe(true);
  expect(text).toMatch(/\n%%Sender: Ingrid Vestergrund\n/);
  expect(text).toMatch(new RegExp(`\n%_% *${LISTED.number}, ${LISTED.surname}, ${LISTED.given}, DNK, `));
  expect(text).toMatch(new RegExp(`\n%_% *\\+ *\\d+, ${BY_HAND.surname}, ${BY_HAND.givenNames}, DNK, `, 'i'));
  const games = [...text.matchAll(/^ *(\d+) \((\d\d)\)([<>=])\((\d\d)\) +(\d+) B$/gm)];
  expect(games.length, text).toBe(3);
  const [first, second, third] = games.map((one) => one.slice(1));
  const listed = `${LISTED.number}`;
  const [black, blackDiscs, , whiteDiscs, white] = found(first);
  expect([black, white].indexOf(listed), 'the colours of round 1').toBe(listedHadBlack ? 0 : 1);
  expect([blackDiscs, whiteDiscs].map(Number)).toStrictEqual([game.discs.black, game.discs.white]);
  const resigned = second?.[0] === listed ? ['64', '>', '00'] : ['00', '<', '64'];
  expect(second?.slice(1, 4)).toStrictEqual(resigned);
  expect(third?.slice(1, 4)).toStrictEqual(['20', '<', '44']);
  // The offline tool finds nothing to complain about.
  execFileSync(BINARY, ['elo', path]);
}
