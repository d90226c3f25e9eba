import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { type Color, START, flips, legal, opposite, play } from '../harness/othello';
import { PASSWORD } from '../harness/rest';
import { publishRound, seatedEvent } from '../harness/scenes';
import { type Hand, Seat, keyboard, pointer } from '../harness/seat';
import { type Stage, DESKTOP, PHONE, picture } from '../harness/stage';
import type { Server } from '../harness/server';
import { found, until } from '../harness/until';

/** A game under a rule set whose two players sit at their tables. */
async function sitDown(server: Server, stage: Stage, ruleSet: string) {
  const scene = await seatedEvent(server, { players: 2, event: { rule_set: ruleSet } });
  const { boards } = await publishRound(scene);
  const { game_id: game, black_entrant_id: blackId } = found(boards[0]);
  const sit = async (color: Color, hand: Hand, settings = DESKTOP): Promise<Seat> => {
    const player = found(scene.players.find(({ entrant }) => (entrant === blackId) === (color === 'black')));
    const visitor = await stage.visitor(`${color} under ${ruleSet}`, server.base, settings);
    const page = await visitor.context.newPage();
    await new Desk(page).signIn(player.login, PASSWORD, `/g/${game}`);
    const seat = new Seat(page, hand);
    seat.color = color;
    await seat.table.waitFor();
    return seat;
  };
  const [black, white] = [await sit('black', pointer, PHONE), await sit('white', keyboard)];
  await until('the game goes', async () => (await white.table.getAttribute('data-phase')) === 'live');
  for (const seat of [black, white]) await seat.see(START, 'black');
  return { black, white };
}

const kept = (seat: Seat) => seat.page.getByTestId('kept-square');
const squareOf = (seat: Seat, square: string) => seat.board.locator(`[data-square="${square}"]`);

test('at a club evening a move is chosen while the opponent thinks, and sent when the turn has come', async ({ server, stage }) => {
  test.setTimeout(240_000);
  const { black, white } = await sitDown(server, stage, 'club');
  const all = [black, white];
  let [board, color]: [string, Color] = [START, 'black'];
  const made = async (square: string) => {
    [board, color] = [play(board, color, square), opposite(color)];
    for (const seat of all) await seat.see(board, color);
  };
  const next = () => found(legal(board, color)[0]);

  await test.step('white keeps an answer with the keyboard, and it is sent as black has moved', async () => {
    const first = next();
    const answer = found(legal(play(board, 'black', first), 'white')[0]);
    await squareOf(white, answer).focus();
    await white.page.keyboard.press('Enter');
    await white.page.getByRole('button', { name: `${answer} kept for your next move, press again to let it go` }).waitFor();
    await white.page.getByText(`${answer} is kept for your next move.`).waitFor();
    await assertAccessible(white.page, 'a table with a kept move');
    await picture(white.page, 'premove-desktop');
    await black.make({ board, color, square: first });
    [board, color] = [play(board, color, first), opposite(color)];
    await made(answer);
    await kept(white).waitFor({ state: 'detached' });
  });

  await test.step('what is let go is not sent', async () => {
    const mine = next();
    await black.make({ board, color, square: mine });
    await made(mine);
    const answers = legal(play(board, 'white', next()), 'black');
    await squareOf(black, found(answers[0])).click();
    await kept(black).waitFor();
    await picture(black.page, 'premove-phone');
    await squareOf(black, found(answers[0])).click();
    await kept(black).waitFor({ state: 'detached' });
    const theirs = next();
    await white.make({ board, color, square: theirs });
    await made(theirs);
    await black.page.getByTestId('side-black').getByText('Your move', { exact: true }).waitFor();
  });

  await test.step('what is not legal then is dropped, and that is said', async () => {
    const mine = next();
    await black.make({ board, color, square: mine });
    await made(mine);
    const theirs = next();
    const after = play(board, 'white', theirs);
    const empty = [...Array(64).keys()].map((place) => `${'abcdefgh'.charAt(place % 8)}${Math.floor(place / 8) + 1}`);
    const wrong = found(empty.find((square) => after[empty.indexOf(square)] === '-' && flips(after, 'black', square).length === 0));
    await squareOf(black, wrong).click();
    await kept(black).waitFor();
    await white.make({ board, color, square: theirs });
    await made(theirs);
    await black.page.getByRole('alert').getByText(`${wrong} could not be played when your turn came: nothing was sent.`).waitFor();
  });

  await test.step('whoever confirms each move is offered none', async () => {
    const mine = next();
    await black.make({ board, color, square: mine });
    await made(mine);
    await black.page.getByLabel('Confirm each move').check();
    const answer = found(legal(play(board, 'white', next()), 'black')[0]);
    expect(await squareOf(black, answer).getAttribute('aria-disabled')).toBe('true');
  });
});

test('under the Grand Prix no move is chosen ahead', async ({ server, stage }) => {
  const { white } = await sitDown(server, stage, 'egp-2020');
  const first = found(legal(START, 'black')[0]);
  const answer = found(legal(play(START, 'black', first), 'white')[0]);
  expect(await squareOf(white, answer).getAttribute('aria-disabled')).toBe('true');
  await squareOf(white, answer).focus();
  await white.page.keyboard.press('Enter');
  expect(await kept(white).count()).toBe(0);
});
