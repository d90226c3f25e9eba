import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Cable } from '../harness/cable.js';
import { Desk } from '../harness/desk.js';
import { gameWithPasses, opposite } from '../harness/othello.js';
import { PASSWORD, Rest } from '../harness/rest.js';
import { Seat, keyboard, pointer } from '../harness/seat.js';
import { BINARY, Server } from '../harness/server.js';
import { DESKTOP, PHONE, Stage, assertNeverReloaded, mark, picture, progress, walk } from '../harness/stage.js';
import { until } from '../harness/until.js';

const CUT_MS = 5_000;
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

let server;
let stage;
let cable;
before(async () => {
  server = await Server.start();
  stage = await Stage.open();
  cable = await Cable.to(server);
});
after(async () => {
  await stage?.close();
  cable?.close();
  await server?.stop();
});

test('two people play an event from the account to the rating file', { timeout: 400_000 }, () => walk(stage, wholeEvent));

async function wholeEvent() {
  const say = progress('event');
  const director = await stage.visitor('the director', server.base);
  const desk = new Desk(await director.open(await server.administratorLink()));
  const { id, links } = await announce(desk);
  say('the event is announced, both entrants have their links');

  // The phone's line runs through the cable, whose end is its address of the server.
  const onPhone = await stage.visitor('the player on a phone', cable.base, PHONE);
  const onDesktop = await stage.visitor('the player at a desk', server.base, DESKTOP);
  const phone = new Seat(await onPhone.context.newPage(), pointer);
  const keys = new Seat(await onDesktop.context.newPage(), keyboard);
  await phone.claim(links.phone.replace(server.base, cable.base), LISTED.name);
  await keys.claim(links.keys, BY_HAND.name);
  await desk.page.getByRole('row', { name: LISTED.name }).getByText('Taken').waitFor();

  const spectator = await stage.visitor('the spectator', server.base);
  const standings = await spectator.open(`/t/${id}`);
  const crosstable = await spectator.open(`/t/${id}/crosstable`);
  await standings.getByRole('heading', { name: 'Entered so far' }).waitFor();

  await desk.publish(1);
  await Promise.all([phone.sitDown(1), keys.sitDown(1)]);
  await Promise.all([mark(phone.page), mark(keys.page)]);
  await desk.assertRunning(1);
  say('round 1 is published, both are at the table');

  const game = gameWithPasses();
  await playThrough(game, { phone, keys, onPhone, say });
  await assertEnd(game, phone, keys);
  await assertPublic(standings, crosstable, game, { phone, keys });
  say('both see the same end, the spectator sees it without a reload');

  const listedHadBlack = phone.color === 'black';
  await secondRound(desk, phone, keys);
  say('round 2 is decided by a resignation');
  await thirdRound(desk, keys);
  say('round 3 is entered at the desk');
  await confirm(desk, standings, game, listedHadBlack);
  for (const page of [standings, crosstable]) await assertNeverReloaded(page);
  say('the ranking is final, the rating file says so');
}

/** Account, event, one entrant by hand and one from an imported list, and their links. */
async function announce(desk) {
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
async function playThrough(game, { phone, keys, onPhone, say }) {
  const players = { [phone.color]: phone, [keys.color]: keys };
  const own = game.plies.flatMap((ply, place) => (ply.color === phone.color && ply.square ? [place] : []));
  const lost = own[8];
  const unanswered = own[16];
  for (const [place, ply] of game.plies.entries()) {
    const cut = place === lost ? { deliver: false } : place === unanswered ? { deliver: true } : null;
    const next = game.plies[place + 1];
    if (cut) {
      await cutAndMend({ ply, next, cut, phone, keys, onPhone });
      say(`ply ${place + 1}: a move went ${cut.deliver ? 'out unanswered' : 'astray'}, the line was cut for 5 s and all is there`);
    } else {
      await players[ply.color].make(ply);
    }
    if (place === 3) await heard(keys, ply, next);
    if (place === 43) {
      await Promise.all([phone, keys].map((seat) => seat.see(next.board, next.color)));
      await picture(keys.page, 'table-desktop-light');
      await picture(phone.page, 'table-phone-dark');
    }
  }
}

/** A screen reader hears of the move in words. */
async function heard(keys, ply, next) {
  const word = (color) => color[0].toUpperCase() + color.slice(1);
  await keys.see(next.board, next.color);
  await until('the move is said', async () => (await keys.page.getByTestId('announcer').innerText()).includes(`${word(ply.color)} ${ply.square}, flips `));
}

/** The line breaks as a move is sent, stays broken for five seconds, and comes back by itself. */
async function cutAndMend({ ply, next, cut, phone, keys, onPhone }) {
  const { page, color } = phone;
  onPhone.cutOff = true;
  const sent = cable.cutAtMove(cut);
  await phone.make(ply);
  const begun = Date.now();
  assert.equal((await sent).square, ply.square);

  await page.getByText('You are offline.', { exact: true }).waitFor();
  await page.getByText('Your clock runs.', { exact: true }).waitFor();
  await page.getByText(`Whether ${ply.square} was taken is not known yet`).waitFor();
  await page.getByTestId('sent-disc').waitFor();
  assert.equal(await phone.board.getAttribute('data-board'), ply.board, 'a disc flipped before the server took the move');
  const shown = await phone.clock(color).innerText();
  await until('the clock runs on', async () => (await phone.clock(color).innerText()) !== shown);
  await keys.page.getByTestId('presence').getByText('Not here').waitFor();
  if (cut.deliver) {
    await keys.see(next.board, next.color);
    assert.equal(await keys.clock(color).getAttribute('data-running'), 'false');
  } else {
    await keys.see(ply.board, ply.color);
    assert.equal(await keys.clock(color).getAttribute('data-running'), 'true');
  }
  await new Promise((done) => setTimeout(done, Math.max(0, CUT_MS - (Date.now() - begun))));
  cable.mend();

  await page.getByText('You are offline.', { exact: true }).waitFor({ state: 'detached' });
  await Promise.all([phone, keys].map((seat) => seat.see(next.board, next.color)));
  await keys.page.getByTestId('presence').getByText('Online').waitFor();
  onPhone.cutOff = false;
  await assertNeverReloaded(page);
}

/** Both pages and the server have the same game: no move lost, none doubled. */
async function assertEnd(game, phone, keys) {
  const score = (color) => `${game.discs[color]}–${game.discs[opposite(color)]}`;
  const moves = game.plies.map((ply) => ply.square ?? 'pass');
  for (const seat of [phone, keys]) {
    await seat.page.getByTestId('result').waitFor();
    const verb = seat.color === game.winner ? 'won' : 'lost';
    assert.equal(await seat.result(), `You ${verb} ${score(seat.color)}.`);
    assert.deepEqual(await seat.transcript(), moves);
    await assertNeverReloaded(seat.page);
  }
  const gameId = new URL(keys.page.url()).pathname.split('/')[2];
  const table = await new Rest(server).get(`/games/${gameId}`);
  assert.deepEqual(table.plies.map((ply) => ply.square ?? 'pass'), moves);
}

/** Points and crosstable on a page that was opened before the round. */
async function assertPublic(standings, crosstable, game, { phone, keys }) {
  const winner = game.winner === phone.color ? LISTED.name : BY_HAND.name;
  const loser = game.winner === phone.color ? BY_HAND.name : LISTED.name;
  assert.notEqual(phone.color, keys.color);
  const won = `Round 1, ${game.winner === 'black' ? 'Black' : 'White'} against rank 2, ${loser}, won ${game.discs[game.winner]}–${64 - game.discs[game.winner]}`;
  for (const page of [standings, crosstable]) {
    const rows = page.getByTestId('standings').locator('tbody tr');
    await rows.nth(0).getByText(won).waitFor({ state: 'attached' });
    assert.match(await rows.nth(0).getByRole('rowheader').innerText(), new RegExp(winner));
    assert.match(await rows.nth(1).getByRole('rowheader').innerText(), new RegExp(loser));
    assert.equal(await rows.nth(0).locator('.points').innerText(), '1');
    await assertNeverReloaded(page);
  }
}

/** The keyboard player resigns: the page asks, and says what it costs. */
async function secondRound(desk, phone, keys) {
  await desk.finish(1);
  for (const seat of [phone, keys]) {
    await seat.page.getByRole('link', { name: 'Back to my seat' }).click();
    await seat.page.getByRole('heading', { name: /^Your game of round 1 is over: / }).waitFor();
  }
  await desk.publish(2);
  await Promise.all([phone.sitDown(2), keys.sitDown(2)]);
  const { page } = keys;
  await page.getByText('This loses 0–64', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByText('This loses 0–64 (EGP IV.8).').waitFor();
  await page.getByRole('button', { name: 'Keep playing' }).click();
  assert.equal(await keys.table.getAttribute('data-phase'), 'live', 'the first press alone resigned');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Resign 0–64' }).click();
  await page.getByTestId('result').waitFor();
  assert.equal(await keys.result(), 'You lost 0–64.');
  await phone.page.getByTestId('result').waitFor();
  assert.equal(await phone.result(), 'You won 64–0.');
}

/** The director decides round 3 at the desk, with a reason. */
async function thirdRound(desk, keys) {
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
async function confirm(desk, standings, game, listedHadBlack) {
  const { page } = desk;
  await desk.confirmWithoutFinals();
  await page.getByText('The tournament is confirmed.').waitFor();
  await standings.getByRole('heading', { name: 'Final ranking' }).waitFor();
  await page.getByRole('link', { name: 'Documents' }).click();
  const link = page.getByRole('link', { name: /^Download .*\.ELO$/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const name = download.suggestedFilename();
  assert.match(name, /^\d{8}_[A-Za-z0-9_]+\.ELO$/);
  const path = join(server.data, name);
  await download.saveAs(path);
  const text = await readFile(path, 'latin1');

  assert.ok(text.startsWith(`%%Tournament: UNRATED ${TOURNAMENT}\n%%Country: Denmark\n%%Date: `), text);
  assert.match(text, /\n%%Sender: Ingrid Vestergrund\n/);
  assert.match(text, new RegExp(`\n%_% *${LISTED.number}, ${LISTED.surname}, ${LISTED.given}, DNK, `));
  assert.match(text, new RegExp(`\n%_% *\\+ *\\d+, ${BY_HAND.surname}, ${BY_HAND.givenNames}, DNK, `, 'i'));
  const games = [...text.matchAll(/^ *(\d+) \((\d\d)\)([<>=])\((\d\d)\) +(\d+) B$/gm)];
  assert.equal(games.length, 3, text);
  const listed = `${LISTED.number}`;
  const first = [games[0][1], games[0][5]];
  assert.equal(first.indexOf(listed), listedHadBlack ? 0 : 1, 'the colours of round 1');
  assert.deepEqual([games[0][2], games[0][4]].map(Number), [game.discs.black, game.discs.white]);
  const resigned = games[1][1] === listed ? ['64', '>', '00'] : ['00', '<', '64'];
  assert.deepEqual(games[1].slice(2, 5), resigned);
  assert.deepEqual(games[2].slice(2, 5), ['20', '<', '44']);
  // The offline tool finds nothing to complain about.
  execFileSync(BINARY, ['elo', path]);
}
