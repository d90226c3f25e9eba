import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { assertAccessible } from '../harness/axe';
import { Desk } from '../harness/desk';
import { expect, test } from '../harness/fixtures';
import { PASSWORD } from '../harness/rest';
import { type Player, type Scene, enter, look, newEvent, playerOf, publishRound, seat, seatedEvent } from '../harness/scenes';
import { seen } from '../harness/pictures';
import { PHONE, type Stage, assertNeverReloaded, mark } from '../harness/stage';
import type { Server } from '../harness/server';
import { found, until } from '../harness/until';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Where the player is; the first event is in Norway, the second keeps the player's own time. */
const HERE = 'Asia/Tokyo';
const HERE_MIN = 540;
const THERE_MIN = 60;

let server: Server;
let stage: Stage;
test.beforeEach(({ server: own, stage: everybody }) => {
  server = own;
  stage = everybody;
});

/** One player in two events at once. */
interface Both {
  hero: Player;
  upper: Scene;
  lower: Scene;
  /** Of the second rounds. */
  starts: { upper: number; lower: number };
}

test('one player sees their schedule, takes it along, and plays in two events from one page', async () => {
  test.setTimeout(300_000);
  const both = await test.step('two events have the same player, and plans that overlap', () => setUp());
  const { hero, upper, lower } = both;
  const visitor = await stage.visitor('the player', server.base, { viewport: { width: 1440, height: 900 }, timezoneId: HERE });
  const desk = new Desk(await visitor.context.newPage());
  const { page } = desk;
  await desk.signIn(hero.login, PASSWORD, `/t/${upper.id}/seat`);
  await mark(page);
  await test.step('the schedule is in the own time, and names what overlaps', () => scheduleIsHonest(page, both));
  await test.step('the plan goes into a calendar', () => calendarOf(page, both));
  await test.step('a spectator takes the plan without opponents', () => publicCalendar(both));
  await publishRound(upper);
  await publishRound(lower);
  await test.step('the seat has the opponents, and leads to both games', () => seatLeadsToBoth(page, both));
  const tables = await test.step('both tables wait, side by side', () => bothWait(page, both));
  await test.step('N goes to the next that waits, and moves are made in both', () => playBoth(page, tables));
  await assertNeverReloaded(page);
  await test.step('on a phone those that wait stand first, and no board jumps', () => onAPhone(both));
  await test.step('one of them is given up from here, after a question', () => resigns(page, tables));
});

test('from a seat link to the seat are two acts', async () => {
  const scene = await newEvent(server);
  const { entrant, name } = await enter(scene);
  const { code } = await scene.director.rest.call('issue_seat_code', { tournament_id: scene.id, entrant_id: entrant });
  const visitor = await stage.visitor('a newcomer', server.base, PHONE);
  const page = await visitor.context.newPage();
  let acts = 0;
  const act = async (done: Promise<unknown>): Promise<void> => {
    acts += 1;
    await done;
  };
  await act(page.goto(`/claim#${code}`));
  // There is one button to press, and nothing to fill in.
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await act(page.getByRole('button', { name: `Take the seat of ${name}` }).click());
  await page.waitForURL(`**/t/${scene.id}/seat`);
  await expect(page.getByTestId('seat')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(acts).toBe(2);
});

async function resigns(page: Page, [first]: readonly OwnTable[]): Promise<void> {
  const tile = found(first).tile(page);
  await tile.getByText('Resign, or call the director').click();
  await tile.getByRole('button', { name: 'Resign', exact: true }).click();
  await tile.getByRole('button', { name: 'Keep playing', exact: true }).click();
  await tile.getByRole('button', { name: 'Resign', exact: true }).click();
  await tile.getByRole('button', { name: 'Resign 0–64' }).click();
  await expect(tile).toContainText('You lost 0–64.');
}

async function setUp(): Promise<Both> {
  const upper = await seatedEvent(server, { event: { name: 'Upper Marsh Open' } });
  const hero = found(upper.players[0]);
  const lower = await newEvent(server, { name: 'Lower Marsh Cup' });
  await seat(lower, await enter(lower), hero);
  for (let players = 1; players < 4; players += 1) await seat(lower, await enter(lower));
  await until('the seats are taken', async () => (await look(lower)).entrants.every((one) => one.seated));
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
  const starts = { upper: start, lower: start + 10 * MINUTE_MS };
  await plan(upper, THERE_MIN, starts.upper);
  await plan(lower, HERE_MIN, starts.lower);
  return { hero, upper, lower, starts };
}

/** Plans three rounds: the first follows no clock, the second starts at a time, the third follows it; then a break. */
async function plan({ director, id }: Scene, offset: number, start: number): Promise<void> {
  const plays = [null, start, null].map((at, place) => ({ round: place + 1, starts_at_ms: at }));
  await director.rest.call('set_timetable', {
    tournament_id: id,
    body: {
      timetable: {
        utc_offset_minutes: offset,
        sessions: [{ day: 1, plays }],
        breaks: [{ from_ms: start + 2 * HOUR_MS, until_ms: start + 3 * HOUR_MS }],
      },
    },
  });
}

/** A moment as a clock of the zone shows it: `09:30`. */
const hour = (ms: number, offset: number): string => new Date(ms + offset * MINUTE_MS).toISOString().slice(11, 16);
const slot = (page: Page, key: string): Locator => page.getByTestId('schedule').locator(`[data-key="${key}"]`);

async function scheduleIsHonest(page: Page, { starts }: Both): Promise<void> {
  const schedule = page.getByTestId('schedule');
  await expect(schedule).toContainText(`Times in your time zone, ${HERE} (UTC+09:00). The event’s own time, UTC+01:00, stands beside.`);
  await expect(slot(page, '1')).toContainText('no time yet');
  await expect(slot(page, '1')).toContainText('not paired yet');
  await expect(slot(page, '2')).toContainText(hour(starts.upper, HERE_MIN));
  await expect(slot(page, '2')).toContainText('planned');
  await expect(slot(page, '2')).toContainText(`${hour(starts.upper, THERE_MIN)} at the event`);
  await expect(slot(page, '3')).toContainText('follows round 2');
  await expect(schedule.getByTestId('break')).toContainText(
    `${hour(starts.upper + 2 * HOUR_MS, HERE_MIN)} to ${hour(starts.upper + 3 * HOUR_MS, HERE_MIN)}`,
  );
  const overlap = page.getByTestId('overlap');
  await expect(overlap).toHaveCount(1);
  await expect(overlap).toContainText('Round 2 in Upper Marsh Open and round 2 in Lower Marsh Cup run at the same time.');
  await expect(overlap).toContainText(`both from ${hour(starts.lower, HERE_MIN)}`);
  await schedule.scrollIntoViewIfNeeded();
  await page.getByRole('group').filter({ hasText: 'This device' }).locator('summary').click();
  await seen(page, 'own-schedule');
}

async function download(page: Page, name: string): Promise<{ file: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await coming;
  return { file: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The entries of a calendar file as a calendar reads them. */
function entries(text: string): Map<string, string>[] {
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const whole = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n').slice(1);
  return whole.map((one) => {
    const lines = found(one.split('BEGIN:VALARM')[0]).split('\r\n').filter(Boolean);
    return new Map(lines.map((line) => [found(line.split(/[;:]/)[0]), line.slice(line.indexOf(':') + 1).replaceAll(/\\([\\;,])/g, '$1')]));
  });
}
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

async function calendarOf(page: Page, { upper, starts }: Both): Promise<void> {
  const { file, text } = await download(page, 'Put it in my calendar');
  expect(file).toBe('upper-marsh-open-my-games.ics');
  const [entry, ...more] = entries(text);
  // Only what has a time is in it, and the page says so.
  expect(more).toHaveLength(0);
  await expect(page.getByTestId('schedule')).toContainText(/\d+ parts have no time yet and are not in the file\./);
  expect(entry?.get('UID')).toBe(`${upper.id}-2@${new URL(server.base).host}`);
  expect(entry?.get('DTSTART')).toBe(utc(starts.upper));
  expect(entry?.get('SUMMARY')).toBe('Round 2, Upper Marsh Open');
  expect(entry?.get('URL')).toBe(`${server.base}/t/${upper.id}/seat`);
  expect(text).toContain('TRIGGER:-PT10M');
  expect(text).not.toContain('claim');
  const one = await download(page, 'Round 2 in my calendar');
  expect(entries(one.text).map((each) => each.get('UID'))).toEqual([entry?.get('UID')]);
}

async function publicCalendar({ lower, starts }: Both): Promise<void> {
  const visitor = await stage.visitor('a spectator', server.base);
  const page = await visitor.open(`/t/${lower.id}`);
  const { file, text } = await download(page, 'Put it in my calendar');
  expect(file).toBe('lower-marsh-cup-timetable.ics');
  expect(entries(text).map((one) => [one.get('DTSTART'), one.get('SUMMARY'), one.get('URL')])).toEqual([
    [utc(starts.lower), 'Round 2, Lower Marsh Cup', `${server.base}/t/${lower.id}/pairings`],
  ]);
  await seen(page, 'public-timetable');
}

async function seatLeadsToBoth(page: Page, { upper, hero }: Both): Promise<void> {
  const board = ownBoard(await look(upper), hero.entrant);
  const opponent = playerOf(upper, board.black_entrant_id === hero.entrant ? board.white_entrant_id : board.black_entrant_id);
  await expect(slot(page, '1')).toContainText(`against ${opponent.name}`);
  await expect(slot(page, '1').getByRole('link')).toHaveAttribute('href', `/g/${board.game_id}`);
  await page.getByRole('link', { name: 'Your 2 running games side by side' }).click();
  await page.waitForURL('**/me/games');
}

const ownBoard = ({ rounds }: Awaited<ReturnType<typeof look>>, entrant: string) =>
  found(rounds[0]?.boards.find((one) => [one.black_entrant_id, one.white_entrant_id].includes(entrant)));

interface OwnTable {
  game: string;
  /** Has the opponent move. */
  reply(): Promise<void>;
  tile(page: Page): Locator;
}

/** The player's table of an event, where they are on move. */
async function tableOf(scene: Scene, login: string): Promise<OwnTable> {
  const own = found(scene.players.find((one) => one.login === login));
  const board = ownBoard(await look(scene), own.entrant);
  const isBlack = board.black_entrant_id === own.entrant;
  const opponent = playerOf(scene, isBlack ? board.white_entrant_id : board.black_entrant_id).rest;
  const at = { game_id: board.game_id };
  const reply = (): Promise<void> =>
    until('the opponent has moved', async () => {
      const { to_move, ply, legal_squares } = await opponent.call('get_table', at);
      if (to_move === (isBlack ? 'black' : 'white')) return true;
      await opponent.call('move', { ...at, body: { ply, square: found(legal_squares[0]), flip: null } });
      return false;
    }).then(() => undefined);
  await reply();
  return { game: board.game_id, reply, tile: (page) => page.locator(`[data-game="${board.game_id}"]`) };
}

const waitingIs = (table: OwnTable, page: Page, waits: boolean): Promise<void> =>
  expect(table.tile(page)).toHaveAttribute('data-waiting', String(waits));

async function bothWait(page: Page, { upper, lower, hero }: Both): Promise<[OwnTable, OwnTable]> {
  const both = await Promise.all([tableOf(upper, hero.login), tableOf(lower, hero.login)]);
  for (const table of both) await waitingIs(table, page, true);
  await expect(page.getByTestId('own-table')).toHaveCount(2);
  await expect(page).toHaveTitle('● 2 tables wait for you');
  await expect(page.getByTestId('waiting')).toHaveText('2 tables wait for you');
  const order = await page.getByTestId('own-table').evaluateAll((all) => all.map((one) => one.getAttribute('data-game')));
  const [first, second] = both[0].game === order[0] ? both : [both[1], both[0]];
  for (const table of both) await expect(table.tile(page).getByRole('timer')).toHaveCount(2);
  // Both lie side by side, whole.
  const [left, right] = await Promise.all([first.tile(page).boundingBox(), second.tile(page).boundingBox()]);
  expect(left?.y).toBe(right?.y);
  await seen(page, 'own-games');
  return [first, second];
}

async function playBoth(page: Page, [first, second]: [OwnTable, OwnTable]): Promise<void> {
  await page.keyboard.press('n');
  await expect(first.tile(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(second.tile(page)).toBeFocused();
  await page.keyboard.press('n');
  await expect(first.tile(page)).toBeFocused();
  // With the keyboard alone: a legal square of the table that has the focus.
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await waitingIs(first, page, false);
  await expect(page).toHaveTitle(/^● Your move.*, round 1, table \d/);
  await page.keyboard.press('n');
  await expect(second.tile(page)).toBeFocused();
  await page.keyboard.press('k');
  await expect(first.tile(page)).toBeFocused();
  // With the pointer, and each move confirmed.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await second
    .tile(page)
    .getByRole('link', { name: /^To table/ })
    .click();
  await page.getByLabel('Confirm each move').check();
  await page.goBack();
  await waitingIs(second, page, true);
  const square = second
    .tile(page)
    .getByRole('button', { name: /, empty, legal, flips / })
    .first();
  await square.click();
  await waitingIs(second, page, true);
  await second
    .tile(page)
    .getByRole('button', { name: /^Play [a-h][1-8]$/ })
    .click();
  await waitingIs(second, page, false);
  await expect(page.getByTestId('waiting')).toHaveText('No table waits for you');
  await expect(page).toHaveTitle(/^Your games/);
}

async function onAPhone({ upper, lower, hero }: Both): Promise<void> {
  const visitor = await stage.visitor('the player on a phone', server.base, { ...PHONE, timezoneId: HERE });
  const desk = new Desk(await visitor.context.newPage());
  const { page } = desk;
  await desk.signIn(hero.login, PASSWORD, '/me/games');
  await expect(page.getByTestId('own-table')).toHaveCount(2);
  const order = (): Promise<(string | null)[]> =>
    page.getByTestId('own-table').evaluateAll((all) => all.map((one) => one.getAttribute('data-game')));
  const [first, second] = await order();
  const tables = new Map<string | null | undefined, Scene>();
  for (const scene of [upper, lower]) {
    const own = found(scene.players.find((one) => one.login === hero.login));
    tables.set(ownBoard(await look(scene), own.entrant).game_id, scene);
  }
  const later = await tableOf(found(tables.get(second)), hero.login);
  await waitingIs(later, page, true);
  await expect.poll(order).toEqual([second, first]);
  // Another table that begins to wait goes behind the one that its player thinks at.
  const earlier = await tableOf(found(tables.get(first)), hero.login);
  await waitingIs(earlier, page, true);
  expect(await order()).toEqual([second, first]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await seen(page, 'own-games-phone');
  await later
    .tile(page)
    .getByRole('button', { name: /, empty, legal, flips / })
    .first()
    .tap();
  await expect.poll(order).toEqual([first, second]);
  await page.goto(`/t/${upper.id}/seat`);
  await expect(slot(page, '1')).toContainText('against');
  await assertAccessible(page, 'the schedule on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await seen(page, 'own-schedule-phone');
}
