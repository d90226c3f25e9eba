import { Desk, partOf } from '../../harness/desk';
import { expect } from '../../harness/fixtures';
import { type Hall, pass } from '../../harness/hall';
import { PASSWORD, Rest, type Schemas } from '../../harness/rest';
import { type Person, type Player, type Scene, look } from '../../harness/scenes';
import { found } from '../../harness/until';

export const LEG = { name: 'Fjordholm Grand Prix', country: 'DNK', series: 'european-grand-prix-2026', leg: 2 } as const;

/** A leg of the European Grand Prix, and whoever takes part in it. */
export interface Leg extends Scene {
  hall: Hall;
  desk: Desk;
}

export const DIRECTOR = { name: 'Ingrid Vestergrund', login: 'ingrid' } as const;
export const ASSISTANT = { name: 'Clara Ostrander', login: 'clara' } as const;

/** The director makes an account and founds the leg under the rules that are offered first, of the Grand Prix. */
export async function foundLeg(hall: Hall): Promise<Leg> {
  const { page } = await hall.newcomer(DIRECTOR);
  const desk = new Desk(page);
  await page.goto('/');
  await desk.createAccount(DIRECTOR.name, DIRECTOR.login, PASSWORD);
  await page.getByRole('link', { name: 'Create a tournament' }).click();
  await page.getByLabel('Name', { exact: true }).fill(LEG.name);
  await page.getByLabel('Host nation').selectOption(LEG.country);
  await page.getByRole('textbox', { name: 'Series' }).fill(LEG.series);
  await page.getByLabel('Leg', { exact: true }).fill(`${LEG.leg}`);
  await pass(page, 'leg founding');
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  const id = await desk.created();
  expect(id).toBe(partOf(page, 2));
  const server = { base: hall.base };
  const rest = new Rest(server);
  await rest.signIn(DIRECTOR.login);
  const director = { ...DIRECTOR, rest };
  const second = { ...ASSISTANT, rest: await Rest.of(server, ASSISTANT.name, ASSISTANT.login) };
  const leg = { id, server, director, second, players: [], unseated: [], hall, desk };
  const { summary, conformant, main_time_ms } = await look(leg);
  expect([summary.rule_set, summary.series, summary.leg, conformant, main_time_ms]).toStrictEqual([
    'egp-2020',
    LEG.series,
    LEG.leg,
    true,
    1_500_000,
  ]);
  return leg;
}

export const at = ({ id }: Scene) => ({ tournament_id: id });

export async function roundOf(leg: Leg, number: number): Promise<Schemas['Round']> {
  return found((await look(leg)).rounds.find((one) => one.number === number));
}

export const playerNamed = ({ players }: Leg, name: string): Player => found(players.find((one) => one.name === name));

/** Somebody's page of their seat. */
export const seatOf = (leg: Leg, player: Person) => leg.hall.at(player, `/t/${leg.id}/seat`);
