import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { type Color, START, legal, opposite, play } from '../harness/othello';
import { PASSWORD } from '../harness/rest';
import { publishRound, seatedEvent } from '../harness/scenes';
import { type Hand, Seat, keyboard, pointer } from '../harness/seat';
import { DESKTOP, PHONE, picture } from '../harness/stage';
import { found, until } from '../harness/until';

test('a seat that is open on two devices says so on both, and either may move', async ({ server, stage }) => {
  test.setTimeout(240_000);
  const scene = await seatedEvent(server, { players: 2 });
  const { boards } = await publishRound(scene);
  const { game_id: game, black_entrant_id: blackId } = found(boards[0]);
  const playerOf = (color: Color) => found(scene.players.find(({ entrant }) => (entrant === blackId) === (color === 'black')));
  const sit = async (who: string, color: Color, hand: Hand, settings = DESKTOP): Promise<Seat> => {
    const visitor = await stage.visitor(who, server.base, settings);
    const page = await visitor.context.newPage();
    await new Desk(page).signIn(playerOf(color).login, PASSWORD, `/g/${game}`);
    const seat = new Seat(page, hand);
    seat.color = color;
    await seat.table.waitFor();
    return seat;
  };
  const saidOn = (seat: Seat) => seat.page.getByTestId('devices');
  const untold = (seat: Seat) => until('nothing is said', async () => (await saidOn(seat).count()) === 0);

  const laptop = await sit('black on a laptop', 'black', keyboard);
  const opponent = await sit('white', 'white', pointer);
  const onlooker = new Seat(await (await stage.visitor('a spectator', server.base)).context.newPage(), keyboard);
  await onlooker.page.goto(`/g/${game}`);
  await until('the game goes', async () => (await laptop.table.getAttribute('data-phase')) === 'live');
  await laptop.see(START, 'black');
  expect(await saidOn(laptop).count(), 'one device is nothing to say').toBe(0);
  const where = async (seat: Seat) => found((await seat.board.boundingBox()) ?? undefined);
  const before = await where(laptop);

  const phone = await test.step('the newest is warned, the other one told', async () => {
    const newest = await sit('black on a phone', 'black', pointer, PHONE);
    await newest.see(START, 'black');
    await saidOn(newest).getByText('This seat is open on 2 devices. Any of them can move.').waitFor();
    await saidOn(laptop).getByText('This seat is open on 2 devices. Any of them can move.').waitFor();
    await expect(newest.page.getByRole('alert').filter({ hasText: 'This seat is open' })).toHaveCount(1);
    await expect(laptop.page.getByRole('alert').filter({ hasText: 'This seat is open' })).toHaveCount(0);
    expect(await where(laptop), 'the board moved').toStrictEqual(before);
    for (const other of [opponent, onlooker]) expect(await saidOn(other).count(), 'somebody else is told').toBe(0);
    await assertAccessible(newest.page, 'a table on two devices, phone');
    await picture(newest.page, 'devices-phone');
    await picture(laptop.page, 'devices-desktop');
    return newest;
  });

  const all = [laptop, phone, opponent, onlooker];
  let [board, color]: [string, Color] = [START, 'black'];
  await test.step('either moves, and all see it', async () => {
    for (const mover of [phone, opponent, laptop, opponent, phone]) {
      const square = found(legal(board, color)[0]);
      await mover.make({ board, color, square });
      [board, color] = [play(board, color, square), opposite(color)];
      for (const seat of all) await seat.see(board, color);
    }
  });

  await test.step('a second tab of the laptop is no other device', async () => {
    const tab = await laptop.page.context().newPage();
    await tab.goto(`/g/${game}`);
    await tab.getByTestId('devices').getByText('This seat is open on 2 devices.').waitFor();
    await tab.close();
  });

  await test.step('whoever leaves ends it', async () => {
    await phone.page.close();
    await untold(laptop);
    for (const seat of [opponent, onlooker]) expect(await saidOn(seat).count()).toBe(0);
  });
});
