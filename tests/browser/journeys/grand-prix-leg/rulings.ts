import { expect } from '../../harness/fixtures';
import { pass } from '../../harness/hall';
import { look } from '../../harness/scenes';
import { found, until } from '../../harness/until';
import { type Leg, ASSISTANT, at, seatOf } from './leg';
import { type Watched, resultOf } from './round';

const TALK = 'Somebody told the moves aloud';
const DISPUTE = 'The last two moves were made after the flag fell';
const STANDS = 'The clocks say that both flags stood';

/** An assistant sees why a penalty is not theirs to give, and the server says the same. */
export async function assistantRefused(leg: Leg, { whitePlayer }: Watched): Promise<void> {
  const page = await leg.hall.at(ASSISTANT, `/t/${leg.id}/desk/rulings`);
  const penalties = page.getByTestId('penalties');
  await penalties.getByText(/^\d+ acts are not possible now$/).click();
  await penalties.getByText('Not your office. Given by: Head director (EGP V.1)').first().waitFor();
  await expect(penalties.getByRole('radio')).toHaveCount(0);
  await pass(page, 'leg penalties for an assistant');
  const penalty = { kind: 'time', round: 1, table: 1, taken_ms: 120_000 };
  const body = { entrant_id: whitePlayer.entrant, penalty, reason: TALK };
  expect(await leg.second.rest.refused('impose_penalty', { ...at(leg), body })).toBe('may_not_rule');
  const { rulings } = await leg.director.rest.call('list_rulings', at(leg));
  expect(rulings).toStrictEqual([]);
}

/** The director takes two minutes from White, which both players read at the table. */
export async function directorPenalises(leg: Leg, { board, black, white, whitePlayer }: Watched): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/rulings`);
  const penalties = page.getByTestId('penalties');
  await penalties.getByRole('radio', { name: 'Time' }).check();
  const form = penalties.getByRole('form', { name: 'Time' });
  await form.getByLabel('Against whom').selectOption(whitePlayer.name);
  await form.getByLabel('Game').selectOption({ index: 1 });
  await form.getByLabel('Taken from the offender').fill('2:00');
  await form.getByLabel('Reason, read by whom it is against').fill(TALK);
  await pass(page, 'leg penalty to be given');
  await form.getByRole('button', { name: `Take 2:00 from ${whitePlayer.name}` }).click();
  for (const seat of [black, white])
    await seat.page
      .getByRole('main')
      .getByText(/^The director took 2:00 from White: \d+:\d\d/)
      .waitFor();
  await pass(white.page, 'leg table after the penalty');
  const { rulings } = await leg.director.rest.call('list_rulings', at(leg));
  expect(rulings.map((one) => [one.entrant_id, one.penalty.kind, one.penalty.taken_ms, one.paragraph, one.status])).toStrictEqual([
    [whitePlayer.entrant, 'time', 120_000, 'EGP V.2', 'in_force'],
  ]);
  const { clocks } = await leg.director.rest.call('get_table', { game_id: board.game_id });
  expect(clocks.white_ms).toBeLessThanOrEqual(1_500_000 - 120_000);
}

/** Black does not agree with the result, in words. */
export async function disputes(leg: Leg, { black, board }: Watched): Promise<void> {
  const form = black.page.getByTestId('confirmation');
  await form.getByRole('button', { name: 'I do not agree' }).click();
  await form.getByLabel('What is wrong').fill(DISPUTE);
  await pass(black.page, 'leg dispute to be sent');
  await form.getByRole('button', { name: 'Send to the director' }).click();
  await black.page.getByText('The result is disputed.').waitFor();
  await pass(black.page, 'leg result disputed');
  await until('the event knows of it', async () => {
    const { rounds } = await look(leg);
    return rounds[0]?.boards.find(({ game_id }) => game_id === board.game_id)?.disputed;
  });
}

/** The rulings desk shows the words; the director lets the result stand, with a reason. */
export async function disputeDecided(leg: Leg, { black, white }: Watched): Promise<void> {
  const { page } = leg.desk;
  await page.goto(`/t/${leg.id}/desk/rulings`);
  const dispute = page.getByTestId('dispute').filter({ hasText: DISPUTE });
  await dispute.getByRole('button', { name: 'Let it stand' }).click();
  const form = dispute.getByRole('form', { name: 'Let it stand' });
  await form.getByLabel('Reason, shown to both players').fill(STANDS);
  await pass(page, 'leg dispute to be decided');
  await form.getByRole('button', { name: 'Let it stand' }).click();
  await page.getByText('Nothing waits for a decision.').waitFor();
  await pass(page, 'leg dispute decided');
  expect((await leg.director.rest.call('list_rulings', at(leg))).disputes).toStrictEqual([]);
  expect((await resultOf(leg, 1, 1))?.black_discs).toBeDefined();
  for (const seat of [black, white]) {
    const ruling = seat.page.getByTestId('ruling').filter({ hasText: 'The director let the disputed result stand.' });
    await expect(ruling).toContainText(STANDS);
    await pass(seat.page, `leg table after the decision ${seat.color}`);
  }
}

/** Neither the penalty nor the decision is appealed: the seat says so, with the paragraph, and so does the server. */
export async function appealRefused(leg: Leg, { blackPlayer, whitePlayer }: Watched): Promise<void> {
  for (const [player, part] of [
    [whitePlayer, 'own-rulings'],
    [blackPlayer, 'own-disputes'],
  ] as const) {
    const page = await seatOf(leg, player);
    const own = page.getByTestId(part);
    await own.getByText('The director’s decision is final: there is no appeal (EGP V.1)').waitFor();
    await expect(own.getByRole('button', { name: 'Appeal' })).toBeDisabled();
    if (part === 'own-disputes') await own.getByText(STANDS).waitFor();
    await pass(page, `leg no appeal of ${part}`);
  }
  const { rulings } = await whitePlayer.rest.call('list_rulings', at(leg));
  const body = { ruling_id: found(rulings[0]).id, entrant_id: whitePlayer.entrant, reason: 'Nobody spoke' };
  expect(await whitePlayer.rest.refused('file_appeal', { ...at(leg), body })).toBe('decision_final');
}
