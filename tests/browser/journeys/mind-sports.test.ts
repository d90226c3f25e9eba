import type { Page } from '@playwright/test';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { seen } from '../harness/pictures';
import { PASSWORD, type Schemas } from '../harness/rest';
import {
  type Person,
  type Player,
  type Scene,
  enter,
  finishRound,
  look,
  nextAct,
  person,
  playerOf,
  publishRound,
  sceneOf,
  seat,
} from '../harness/scenes';
import type { Server } from '../harness/server';
import { PHONE, type Stage } from '../harness/stage';
import { found, until } from '../harness/until';

const PLAYERS = 16;
/** So few that two of sixteen win every game. */
const ROUNDS = 3;
const WHY = 'He was told the moves by somebody outside';
const APPEAL = 'I was asked for the time, and said it';
const TESTIMONY = 'The board beside them: he was asked for the time';
const DECISION = 'He spoke in the room while he played, which costs the game; nobody told him a move.';

let server: Server;
let stage: Stage;
let scene: Scene;
let arbiter: Person;
let director: Page;
/** Who is penalised: they lost at table 1. */
let player: Player;

test('an MSO Swiss of 16: a penalty reviewed, appealed, referred and decided, and an extra round of perfect scores', async ({
  server: own,
  stage: everybody,
}) => {
  test.slow();
  [server, stage] = [own, everybody];
  await test.step('it is founded, sixteen are seated, a head arbiter is appointed', arranged);
  await test.step('round 1 is published and its results typed', firstRound);
  const offender = await test.step('a disqualification is proposed, and nobody is out yet (MSO 5.2)', proposed);
  const arbitration = await test.step('another official reviews it, and it is in force', () => reviewed(offender));
  await test.step('the player appeals it (MSO 4.3)', () => appealed(offender));
  const chair = await test.step('the head arbiter refers the appeal to a committee', () => referred(arbitration));
  await test.step('the committee hears testimony and decides', () => decided(chair, offender));
  await test.step('rounds 2 and 3 leave two with all points', perfect);
  await test.step('they play an extra round, and one is left', extra);
  await test.step('the ranking is confirmed', confirmed);
});

async function pageOf({ login }: Person, name: string, section: string, settings?: typeof PHONE): Promise<Page> {
  const visitor = await stage.visitor(name, server.base, settings);
  const { page } = new Desk(await visitor.context.newPage());
  await new Desk(page).signIn(login, PASSWORD, `/t/${scene.id}/${section}`);
  return page;
}
const rulings = () => scene.director.rest.call('list_rulings', { tournament_id: scene.id });

async function arranged() {
  const founder = await person(server, 'Ingrid Vestergrund', 'ingrid');
  const visitor = await stage.visitor('the director', server.base);
  const desk = new Desk(await visitor.context.newPage());
  director = desk.page;
  await desk.signIn(founder.login, PASSWORD, '/new');
  await director.getByLabel('Name', { exact: true }).fill('Lower Marsh Mind Sports');
  await director.getByLabel('Host nation').selectOption('NOR');
  await director.getByLabel('Rule set', { exact: true }).selectOption({ label: 'Mind Sports Olympiad, Swiss' });
  await director.getByText('Change these rules').click();
  const editor = director.getByTestId('rule-editor');
  const rounds = editor.locator('[data-path="rounds"]').getByRole('textbox');
  await rounds.fill(`${ROUNDS}`);
  await rounds.blur();
  await editor.getByText('These rules keep to their text.').waitFor();
  await seen(director, 'mso-create');
  await director.getByRole('button', { name: 'Create the tournament' }).click();
  scene = await sceneOf(server, founder, await desk.created());
  const { summary, rule_set_json: rules } = await look(scene);
  expect(summary).toMatchObject({ name: 'Lower Marsh Mind Sports', rule_set: 'mso-swiss' });
  expect(JSON.parse(rules)).toMatchObject({ rounds: ROUNDS });
  for (let place = 0; place < PLAYERS; place += 1) await seat(scene, await enter(scene));
  await until('the seats are taken', async () => (await look(scene)).entrants.every((one) => one.seated));
  arbiter = await person(server, 'Runa Tornquist', 'arbiter');
  const office = { account_id: arbiter.rest.account.id, role: 'head_arbiter' };
  await scene.director.rest.call('appoint_official', { tournament_id: scene.id, body: office });
}

/** The results of a round: who was entered first wins 40–24. */
async function resultsOf({ boards }: Schemas['Round']): Promise<{ table: number; discs: number }[]> {
  const { entrants } = await look(scene);
  const place = (id: string) => entrants.findIndex((one) => one.id === id);
  return boards.map(({ table, black_entrant_id: black, white_entrant_id: white }) => ({
    table,
    discs: place(black) < place(white) ? 40 : 24,
  }));
}

/** The director publishes the round that comes next, and types its results from the score sheets. */
async function typedByKeys(number: number) {
  await director.getByRole('button', { name: `Publish round ${number}` }).waitFor();
  await director.keyboard.press('n');
  await director.keyboard.press('Enter');
  await director.getByRole('button', { name: `Finish round ${number}` }).waitFor();
  await director.keyboard.press('r');
  const field = director.getByLabel('Enter a result');
  await expect(field).toBeFocused();
  await director.getByLabel('Why, for first results typed here').fill('From the score sheet');
  await field.focus();
  const round = found((await look(scene)).rounds.find((one) => one.number === number));
  for (const { table, discs } of await resultsOf(round)) {
    await director.keyboard.type(`${table} ${discs}`);
    await director.keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  }
  await director
    .getByRole('button', { name: `Finish round ${number}` })
    .and(director.locator(':enabled'))
    .waitFor();
  await director.keyboard.press('Escape');
  return round;
}

async function firstRound() {
  await director.goto(`/t/${scene.id}/desk`);
  await director.getByRole('button', { name: 'Publish round 1' }).waitFor();
  await seen(director, 'mso-before-round-1');
  const round = await typedByKeys(1);
  await seen(director, 'mso-round-1');
  const board = found(round.boards.find(({ table }) => table === 1));
  const discs = found((await resultsOf(round)).find(({ table }) => table === 1)).discs;
  player = playerOf(scene, discs === 40 ? board.white_entrant_id : board.black_entrant_id);
}

async function proposed(): Promise<Page> {
  await director.getByRole('link', { name: /^Rulings/ }).click();
  const penalties = director.getByTestId('penalties');
  await penalties
    .getByRole('radio', { name: /^Propose for review: Disqualification/ })
    .first()
    .check();
  await penalties.getByLabel('Against whom').selectOption(player.name);
  await penalties.getByLabel('Reason, read by whom it is against').fill(WHY);
  await seen(director, 'mso-proposing');
  await penalties.getByRole('button', { name: `Propose for review: Disqualify ${player.name}` }).click();
  const question = director.getByTestId('confirm');
  await question.waitFor();
  await seen(director, 'mso-proposing-asked');
  await question.getByRole('button', { name: 'Propose it' }).click();
  const review = director.getByTestId('review');
  await review.getByText(WHY).waitFor();
  await expect(
    review.getByRole('button', { name: new RegExp(`^Confirm for ${player.name}`) }),
    'the director reviews what she proposed',
  ).toBeDisabled();
  await seen(director, 'mso-proposed');
  expect((await rulings()).rulings.map((one) => [one.status, one.penalty.kind, one.paragraph])).toStrictEqual([
    ['proposed', 'disqualification', 'MSO 5.1'],
  ]);
  const offender = await pageOf(player, 'the player', 'seat', PHONE);
  await offender.getByTestId('own-rulings').getByText('Waits for review').waitFor();
  await offender.getByText('Not in force: another senior organiser reviews it first (MSO 5.2). Then you may appeal.').waitFor();
  await seen(offender, 'mso-player-proposed');
  expect((await look(scene)).entrants.find((one) => one.id === player.entrant)?.withdrawn_from_round, 'out before the review').toBe(0);
  return offender;
}

async function reviewed(offender: Page): Promise<Page> {
  const page = await pageOf(arbiter, 'the head arbiter', 'desk/rulings');
  const review = page.getByTestId('review');
  await review.getByText(WHY).waitFor();
  await seen(page, 'mso-review');
  await review.getByRole('button', { name: `Confirm for ${player.name}: Disqualified` }).click();
  const question = page.getByTestId('confirm');
  await question.waitFor();
  await seen(page, 'mso-review-asked');
  await question.getByRole('button', { name: 'Confirm the penalty' }).click();
  await review.waitFor({ state: 'detached' });
  expect((await rulings()).rulings.map(({ status }) => status)).toStrictEqual(['in_force']);
  expect((await look(scene)).entrants.find((one) => one.id === player.entrant)?.withdrawn_from_round).toBe(2);
  await offender.getByTestId('own-rulings').getByText('In force').waitFor();
  await offender.getByRole('heading', { name: 'You are disqualified.' }).waitFor();
  await seen(offender, 'mso-player-out');
  return page;
}

async function appealed(offender: Page) {
  const own = offender.getByTestId('own-rulings');
  await own.getByRole('button', { name: 'Appeal' }).click();
  await own.getByLabel('Why it is wrong').fill(APPEAL);
  await seen(offender, 'mso-appealing');
  await own.getByRole('button', { name: 'File the appeal' }).click();
  await own.getByText('Appealed: Open').waitFor();
  await seen(offender, 'mso-appealed');
  expect((await rulings()).appeals.map((one) => [one.entrant_id, one.reason, one.decided])).toStrictEqual([
    [player.entrant, APPEAL, false],
  ]);
}

async function referred(page: Page): Promise<Page> {
  const appeal = page.getByTestId('appeal');
  await appeal.getByText(APPEAL).waitFor();
  await seen(page, 'mso-appeal');
  await appeal.getByRole('button', { name: 'Refer it to a committee of its own' }).click();
  const { director: head, second } = scene;
  await appeal.getByLabel(`${second.name} (Assistant director)`).check();
  await appeal.getByLabel(`${arbiter.name} (Head arbiter)`).check();
  await appeal.getByLabel('Who presides').selectOption(`${second.name} (Assistant director)`);
  await seen(page, 'mso-referring');
  await appeal.getByRole('button', { name: 'Refer it to a committee of 2' }).click();
  await appeal.getByText(`${second.name} (presides)`).waitFor();
  const [one] = (await rulings()).appeals;
  expect([one?.chair_account_id, one?.member_account_ids.toSorted()]).toStrictEqual([
    second.rest.account.id,
    [second.rest.account.id, arbiter.rest.account.id].toSorted(),
  ]);
  expect(head.rest.account.id, 'who ruled hears it').not.toBe(one?.chair_account_id);
  return pageOf(second, 'the chair of the committee', 'desk/rulings');
}

async function decided(chair: Page, offender: Page) {
  const appeal = chair.getByTestId('appeal');
  await appeal.getByRole('button', { name: 'Note testimony' }).click();
  await appeal.getByLabel('By whom, and what').fill(TESTIMONY);
  await appeal.getByRole('form').getByRole('button', { name: 'Note testimony' }).click();
  await appeal.getByText(/^Testimony/).waitFor();
  await appeal.getByRole('radio', { name: /^Uphold it: another penalty/ }).check();
  await appeal.getByLabel('Which penalty takes its place').selectOption('Loss of the game');
  await appeal.getByLabel('Game').selectOption({ index: 1 });
  await appeal.getByLabel('The decision, in writing').fill(DECISION);
  await seen(chair, 'mso-deciding');
  await appeal.getByRole('button', { name: /^Uphold it: Award the game to / }).click();
  const question = chair.getByTestId('confirm');
  await question.waitFor();
  await seen(chair, 'mso-deciding-asked');
  await question.getByRole('button', { name: 'Decide it so' }).click();
  await appeal.waitFor({ state: 'detached' });
  await seen(chair, 'mso-decided');
  await offender.getByTestId('own-rulings').getByText(DECISION).first().waitFor();
  await seen(offender, 'mso-player-decided');
  const told = await rulings();
  expect(told.appeals.map((one) => [one.decided, one.upheld, one.decision, one.testimony])).toStrictEqual([
    [true, true, DECISION, [TESTIMONY]],
  ]);
  expect(told.rulings.map((one) => [one.penalty.kind, one.status])).toStrictEqual([
    ['disqualification', 'annulled'],
    ['loss_of_game', 'in_force'],
  ]);
  const { entrants, rounds } = await look(scene);
  expect(entrants.find((one) => one.id === player.entrant)?.withdrawn_from_round, 'back in the event').toBe(0);
  const { result } = found(rounds[0]?.boards.find(({ table }) => table === 1));
  expect([result?.black_discs, result?.white_discs].toSorted()).toStrictEqual([0, 64]);
}

/** The first of the list have so many half-points, once it has taken the last result in. */
async function assertTop(halfPoints: number[]) {
  const read = async (): Promise<number[]> => {
    const { rows } = await scene.director.rest.call('get_standings', { tournament_id: scene.id });
    return rows.map((one) => one.half_points).slice(0, halfPoints.length);
  };
  await expect.poll(read).toStrictEqual(halfPoints);
}

async function perfect() {
  await director.getByRole('button', { name: 'Finish round 1' }).click();
  await until('round 1 is over', async () => (await nextAct(scene)).kind === 'publish_round');
  for (let number = 2; number <= ROUNDS; number += 1) {
    const round = await publishRound(scene);
    expect(round.boards.length, 'everybody is paired again').toBe(PLAYERS / 2);
    for (const { table, discs } of await resultsOf(round)) {
      const body = { black_discs: discs, reason: 'From the score sheet' };
      await scene.director.rest.call('enter_result', { tournament_id: scene.id, round: number, table, body });
    }
    await finishRound(scene, round);
  }
  await assertTop([6, 6, 4]);
}

async function extra() {
  await director.getByRole('link', { name: 'Round', exact: true }).click();
  await director.getByRole('button', { name: `Publish round ${ROUNDS + 1}` }).waitFor();
  await director.getByText('More than one player has all points').waitFor();
  await seen(director, 'mso-before-extra');
  const { rows } = await scene.director.rest.call('get_standings', { tournament_id: scene.id });
  const round = await typedByKeys(ROUNDS + 1);
  await director.getByRole('heading', { name: `Extra round: round ${ROUNDS + 1}` }).waitFor();
  await seen(director, 'mso-extra');
  expect(round.boards.map((one) => [one.black_entrant_id, one.white_entrant_id].toSorted())).toStrictEqual([
    rows
      .slice(0, 2)
      .map((one) => one.entrant_id)
      .toSorted(),
  ]);
  await director.keyboard.press('n');
  await director.keyboard.press('Enter');
  await director.getByTestId('next-step').getByRole('button', { name: 'Confirm the final ranking' }).waitFor();
  await assertTop([8, 6, 4]);
}

async function confirmed() {
  await director.keyboard.press('n');
  await director.keyboard.press('Enter');
  await director.getByTestId('confirm').getByRole('button', { name: 'Confirm the final ranking' }).click();
  await director.getByText('The tournament is confirmed.').waitFor();
  await director.goto(`/t/${scene.id}`);
  const rows = director.getByTestId('standings').locator('tbody tr');
  const { entrants } = await look(scene);
  const name = ({ given_names, surname }: Schemas['Entrant']) => `${given_names} ${surname}`;
  await expect(rows.first().getByRole('rowheader')).toContainText(name(found(entrants[0])));
  await seen(director, 'mso-final');
}
