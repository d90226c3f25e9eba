/** The first rounds of the championship, by the pages alone. */
import { expect } from '@playwright/test';
import { assertAccessible } from '../../harness/axe';
import type { Schemas } from '../../harness/rest';
import type { Seat } from '../../harness/seat';
import { found, until } from '../../harness/until';
import { type Cast, PLAYERS, blackDiscs, nameOf } from './cast';
import { type Event, look, shot } from './event';
import { assertList } from './pages';

type Round = Schemas['Round'];
type Board = Schemas['Board'];

const GROUP_A = PLAYERS.slice(0, 4);

/** Who played in a semi-final of the last ten championships. */
export async function nameGroupA(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('button', { name: 'Name group A' }).first().click();
  const form = page.getByRole('form', { name: 'Name group A' });
  for (const one of GROUP_A) await form.getByLabel(`${nameOf(one)} ${one.country}`).check();
  await form.getByRole('button', { name: 'Name 4 members' }).click();
  await until('group A is named', async () => (await look(event)).next?.kind === 'publish_round');
  await expect(page.getByTestId('group-a')).toHaveText(new RegExp(`^Group A: .*${nameOf(found(GROUP_A[0]))}`));
}

/** A player’s own number goes into the draw of round 1: bound first, then shown. */
export async function giveNumber({ page }: Seat): Promise<void> {
  const own = page.getByTestId('own-nonce');
  await own.getByText('Your number in the draw').click();
  await own.getByRole('button', { name: 'Bind yourself to a number for draw 1' }).click();
  await own.getByRole('button', { name: 'Show your number for draw 1' }).click();
  await expect(page.getByTestId('announcer')).toHaveText('Your number goes into the next draw.');
  await assertAccessible(page, 'a number in the draw');
}

/** Looks at the pairing, then publishes what it shows for now. */
export async function publish(event: Event, number: number): Promise<Round> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Pairing', exact: true }).click();
  await page.getByRole('heading', { name: `Pairing of round ${number}` }).waitFor();
  const board = page.getByTestId('pairing-board');
  await board.waitFor();
  await expect(board).toHaveAttribute('aria-busy', 'false');
  await shot(page, `preview-${number}`);
  await assertAccessible(page, `the pairing of round ${number}`);
  await page.getByLabel('Starts').selectOption('Now');
  await page.getByRole('button', { name: `Publish round ${number}` }).click();
  await page.getByRole('heading', { name: `Round ${number} as published` }).waitFor();
  return until('it is published', async () => (await look(event)).rounds.find((round) => round.number === number));
}

/** Group A meets the others, alternately with Black and with White (WOC II.6.1). */
export async function assertFirstRound(event: Event, { boards, bye_entrant_ids: byes }: Round): Promise<void> {
  const { entrants } = await look(event);
  const first = new Set(entrants.slice(0, GROUP_A.length).map(({ id }) => id));
  const black = boards.filter((board) => first.has(board.black_entrant_id));
  const white = boards.filter((board) => first.has(board.white_entrant_id));
  expect([black.length, white.length, boards.length, byes.length]).toStrictEqual([2, 2, 13, 0]);
}

/** Types every result by the keyboard alone: by the table, by a name, by Black’s margin. */
export async function typeResults(event: Event, number: number): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Round', exact: true }).click();
  await page.getByRole('heading', { name: `Round ${number} of 13` }).waitFor();
  const { entrants, rounds } = await look(event);
  const castOf = (id: string): Cast => found(PLAYERS[entrants.findIndex((one) => one.id === id)]);
  const { boards } = found(rounds.find((round) => round.number === number));
  const field = page.getByLabel('Enter a result');
  await page.getByLabel('Why, for first results typed here').fill('From the score sheet');
  await page.keyboard.press('Tab');
  await field.focus();
  const discs = new Map<number, number>();
  for (const [place, board] of boards.entries()) {
    const [black, white] = [castOf(board.black_entrant_id), castOf(board.white_entrant_id)];
    const own = blackDiscs(black.surname, white.surname);
    discs.set(board.table, own);
    const margin = 2 * own - 64;
    const typed = [`${board.table} ${own}`, `${white.surname} ${64 - own}`, `${board.table} ${margin > 0 ? '+' : ''}${margin}`];
    await page.keyboard.type(found(typed[place % typed.length]));
    await page.getByText(`Table ${board.table}: ${nameOf(black)} ${own}–${64 - own} ${nameOf(white)}.`).waitFor();
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    if (place === 6) await shot(page, `results-${number}`);
  }
  await page.getByText('Nothing is in its way.').waitFor();
  await assertAccessible(page, `the results of round ${number}`);
  const told = found((await look(event)).rounds.find((round) => round.number === number)).boards;
  expect(new Map(told.map((board: Board) => [board.table, board.result?.black_discs]))).toStrictEqual(discs);
}

/** Finishes the round; the list on the event’s page is what the discs make of it. */
export async function finish(event: Event, number: number): Promise<void> {
  await event.desk.finish(number);
  await until('it is finished', async () => (await look(event)).rounds.find((round) => round.number === number)?.finished);
  await assertList(event, `After round ${number}`);
}

/** Somebody leaves for good: the desk asks, by the paragraph. */
export async function withdraw(event: Event, { surname, given }: Cast): Promise<void> {
  const { page } = event.desk;
  const name = nameOf({ surname, given });
  await page.getByRole('link', { name: /^Entrants/ }).click();
  await page.getByRole('button', { name: `Withdraw ${name}` }).click();
  const question = page.getByTestId('confirm');
  await question.getByText('WOC II.7').waitFor();
  await shot(page, 'withdraw');
  await assertAccessible(page, 'a withdrawal is asked about');
  await question.getByRole('button', { name: /Withdraw/ }).click();
  await page.getByRole('row', { name }).getByText('Withdrew before round 2').waitFor();
  const { entrants } = await look(event);
  expect(entrants.find((one) => one.surname === surname)?.withdrawn_from_round).toBe(2);
}

/** White of a table spoke of the position: Black has two discs more (WOC V.2b). */
export async function penalise(event: Event, number: number, table: number): Promise<void> {
  const { page } = event.desk;
  const { entrants, rounds } = await look(event);
  const board = found(found(rounds.find((round) => round.number === number)).boards.find((one) => one.table === table));
  const name = (id: string): string => {
    const { given_names: given, surname } = found(entrants.find((one) => one.id === id));
    return `${given} ${surname}`;
  };
  const more = found(board.result).black_discs + 2;
  await page.getByRole('link', { name: /^Rulings/ }).click();
  const penalties = page.getByTestId('penalties');
  await penalties.getByRole('radio', { name: 'Another final score' }).check();
  await penalties.getByLabel('Against whom').selectOption({ label: name(board.white_entrant_id) });
  await penalties.getByLabel('Game', { exact: true }).selectOption({ index: 1 });
  await penalties.getByLabel('Discs of the opponent').fill(`${more}`);
  await penalties.getByLabel('Reason, read by whom it is against').fill('Spoke of the position.');
  await shot(page, 'penalty');
  await assertAccessible(page, 'a penalty about to be imposed');
  await penalties.getByRole('button', { name: `Enter ${more}–${64 - more} for ${name(board.black_entrant_id)}` }).click();
  await until('the score is another', async () => {
    const round = found((await look(event)).rounds.find((one) => one.number === number));
    return round.boards.find((one) => one.table === table)?.result?.black_discs === more;
  });
  await shot(page, 'penalised');
}
