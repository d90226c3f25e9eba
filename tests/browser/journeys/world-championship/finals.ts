/** The finals of the championship, by the pages alone: playoffs, semi-finals, finals, with the choices of colours. */
import { expect, test } from '@playwright/test';
import { assertAccessible } from '../../harness/axe';
import type { Schemas } from '../../harness/rest';
import type { Seat } from '../../harness/seat';
import { found, until } from '../../harness/until';
import { blackDiscs, nameOf } from './cast';
import { type Event, look, shot } from './event';

type Tournament = Schemas['Tournament'];
type Game = Schemas['AnnouncedGame'];

/** No finals have more steps than this. */
const STEPS = 40;

interface Finals {
  event: Event;
  /** The seat of one who chooses for themselves. */
  seat: Seat;
  /** Done once while the final is played. */
  duringTheFinal: () => Promise<void>;
}

function personOf({ entrants }: Tournament, id: string): { surname: string; given: string } {
  const { surname, given_names: given } = found(entrants.find((one) => one.id === id));
  return { surname, given };
}

/** Does what the desk says comes next, until that is confirming; the matches that were played. */
export async function playFinals(finals: Finals): Promise<string[]> {
  const { event } = finals;
  const { page } = event.desk;
  let isTheFinal = true;
  for (let step = 0; step < STEPS; step += 1) {
    const told = await look(event);
    const { kind, round, games } = found(told.next);
    if (kind === 'confirm') return [...new Set(told.rounds.flatMap(({ boards }) => boards.map((board) => board.purpose)))];
    if (kind === 'draw_lots') {
      await page.getByRole('button', { name: 'Draw lots' }).first().click();
    } else if (kind === 'announce_finals') {
      await test.step(`announced: ${games.join(', ')}`, () => announce(finals, found(round)));
    } else if (kind === 'publish_round') {
      await publish(event, found(round));
    } else if (kind === 'await_results') {
      const { number, boards } = found(told.rounds.at(-1));
      if (isTheFinal && boards[0]?.purpose === 'final') {
        isTheFinal = false;
        await test.step('a result of round 2 is corrected while the final is played', finals.duringTheFinal);
      }
      await test.step(`round ${number} is typed`, () => typeResults(event));
    } else {
      expect(kind).toBe('finish_round');
      await event.desk.finish(told.summary.round);
    }
    await until('something else comes next', async () => (await look(event)).next?.kind !== kind);
  }
  throw new Error('the finals have no end');
}

/** The notice that the rules want stands there at first; whoever may choose then does. */
async function announce({ event, seat }: Finals, round: number): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Finals', exact: true }).click();
  const next = page.getByTestId('next-step');
  await expect(next.getByLabel('Starts')).toHaveValue('10');
  // Nobody's time to choose passes while the pages are looked at.
  await next.getByLabel('Starts').selectOption('30');
  await next.getByRole('button', { name: /^Announce / }).click();
  await page.getByText(`Round ${round} starts at `).waitFor();
  await shot(page, `announced-${round}`);
  await assertAccessible(page, `round ${round} of the finals announced`);
  for (;;) {
    const told = await look(event);
    const game = told.announced?.games.find((one) => one.chooser_entrant_id !== null);
    if (!game) break;
    await choose(event, told, game, seat);
  }
  await shot(page, `chosen-${round}`);
}

/** Whoever may win a draw by it lets the opponent choose for third place; everybody else takes Black. */
async function choose(event: Event, told: Tournament, game: Game, seat: Seat): Promise<void> {
  const { page } = event.desk;
  const chooser = found(game.chooser_entrant_id);
  const name = nameOf(personOf(told, chooser));
  const passes = game.match_id === 'third_place' && game.choices.length === 0;
  if (chooser === told.entrants[0]?.id) {
    await seat.page.getByRole('heading', { name: 'Choose your colour.' }).waitFor();
    await assertAccessible(seat.page, 'a finalist chooses');
    await seat.page.getByTestId('colour-choice').getByRole('button', { name: 'Black' }).click();
  } else {
    await page.getByRole('button', { name: `: ${name} chooses` }).click();
    const choice = passes ? 'the win of a draw; the opponent picks the colour' : 'Black';
    await page.getByLabel('Choice').selectOption({ label: choice });
    await page.getByRole('button', { name: `Note for ${name}: ${choice}` }).click();
  }
  await page
    .getByTestId('bracket')
    .getByText(`${name} has chosen ${passes ? 'the win of a draw' : 'Black'}.`)
    .waitFor();
}

/** What was chosen is how they sit. */
async function publish(event: Event, number: number): Promise<void> {
  const { announced } = await look(event);
  await event.desk.page.getByRole('button', { name: `Publish round ${number}` }).click();
  const round = await until('it is published', async () => (await look(event)).rounds.find((one) => one.number === number));
  for (const { match_id: match, choices } of announced?.games ?? []) {
    const made = choices.find((one) => one.choice === 'black');
    if (!made) continue;
    expect(round.boards.find((board) => board.purpose === match)?.black_entrant_id, match).toBe(made.entrant_id);
  }
}

/** The stronger wins here too. */
async function typeResults(event: Event): Promise<void> {
  const { page } = event.desk;
  const told = await look(event);
  const { number, boards } = found(told.rounds.at(-1));
  await page.getByRole('link', { name: 'Round', exact: true }).click();
  await page.getByRole('heading', { name: `Finals: round ${number}` }).waitFor();
  await shot(page, `round-${number}`);
  await assertAccessible(page, `round ${number} of the finals`);
  await page.getByLabel('Why, for first results typed here').fill('From the score sheet');
  for (const { table, black_entrant_id: black, white_entrant_id: white } of boards) {
    const discs = blackDiscs(personOf(told, black).surname, personOf(told, white).surname);
    await page.getByLabel('Enter a result').fill(`${table} ${discs}`);
    await page.getByText(`Table ${table}: ${nameOf(personOf(told, black))} ${discs}–${64 - discs} `).waitFor();
    await page.keyboard.press('Enter');
  }
}

/** A result of round 2 was written down wrongly: the desk says what comes of it for the finals, and asks. */
export async function correctEarlier(event: Event): Promise<void> {
  const { page } = event.desk;
  await page.getByRole('link', { name: 'Round', exact: true }).click();
  await page.getByRole('link', { name: 'Round 2, finished' }).click();
  await page.getByRole('heading', { name: 'Round 2 of 13' }).waitFor();
  const { table, result } = found((await look(event)).rounds[1]?.boards.at(-1));
  const discs = found(result).black_discs + 1;
  await page.getByRole('button', { name: `Table ${table}`, exact: true }).click();
  const panel = page.getByTestId('table-panel');
  await panel.getByLabel('Black’s discs').fill(`${discs}`);
  await panel.getByLabel('Reason', { exact: true }).fill('The sheet of round 2 was read wrongly.');
  await panel.getByRole('button', { name: `Correct to ${discs}–${64 - discs}` }).click();
  const question = page.getByTestId('confirm');
  await question.getByText('The finals have begun: who plays in them stays as it is.').waitFor();
  await shot(page, 'corrected');
  await assertAccessible(page, 'a correction after the finals began');
  await question.getByRole('button', { name: `Correct to ${discs}–${64 - discs}` }).click();
  await until('it is corrected', async () => (await look(event)).rounds[1]?.boards.at(-1)?.result?.black_discs === discs);
  await page.getByRole('link', { name: /^Round \d+, being played$/ }).click();
}
