import { type Locator, type Page, expect } from '@playwright/test';
import type { Facts, Trial } from '../../../web/src/acts/kit/trial';
import { assertAccessible } from './axe';
import { setLater } from './later-scenes';
import { Rest } from './rest';
import { type Person, person } from './scenes';
import { Server } from './server';
import { signedIn } from './signed-in';
import type { Stage, Visitor } from './stage';
import { TRIAL_SCENES } from './trial-scenes';
import type { Set } from './trial-sets';

/** One server with people who act in every scene of it; who has come once stays signed in there. */
export interface House extends Server {
  known: NonNullable<Parameters<typeof person>[0]['known']>;
  stage: Stage;
  visitors: Map<string, Visitor>;
  /** Pages that nobody looks at, by the login of whoever did last: to begin in one of them costs half as much as to open another. */
  blank: Map<string, Page>;
  /** Sets a scene of that name. */
  set: (scene: string) => Promise<Set>;
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** An accessible name or a label as it stands, without what is said beside it: that a field may be left empty, or how many there are. */
const nameOf = (name: string): RegExp => new RegExp(`^\\s*${literal(name)}(\\s*optional|\\s+\\d+)?\\s*$`);

/** Tries an act: a person comes to it by the names of controls and does it; the fact is read back, and the page shows it. */
export async function tryOnce(house: House, name: string, trial: Trial): Promise<void> {
  const set = await house.set(trial.scene);
  const who = set.people[trial.by];
  if (!who) throw new Error(`${trial.scene} has nobody called ${trial.by}`);
  const fill = (text: string) => filled(text, set.facts);
  const visitor = await seen(house, who);
  const earlier = visitor.troubles.length;
  for (const path of trial.refused?.paths ?? []) visitor.expectRefusal(trial.refused?.status ?? 404, `/api/v1${fill(path)}`);
  const page = house.blank.get(who.login) ?? (await visitor.context.newPage());
  house.blank.delete(who.login);
  await page.goto(fill(trial.page));
  for (const control of trial.open ?? []) await open(page, fill(control));
  if (trial.prepare) {
    for (const [label, value] of Object.entries(trial.prepare.fill)) await fillIn(page.locator('main'), fill(label), fill(value), fill);
    await open(page, fill(trial.prepare.press));
  }
  if (trial.choose) {
    const { label, file, text } = trial.choose;
    const buffer = Buffer.from(fill(text));
    await page.getByLabel(nameOf(label)).setInputFiles({ name: file, mimeType: 'text/plain', buffer });
  }
  for (const [label, value] of Object.entries(trial.fill ?? {})) {
    await fillIn(formOf(page, name), fill(label), typeof value === 'string' ? fill(value) : value, fill);
  }
  const shows = fill(trial.shows);
  const hides = trial.hides === true;
  if (hides) await shown(page, shows).waitFor();
  else if (!trial.on) expect.soft(await shown(page, shows).count(), `“${shows}” is shown before it is done`).toBe(0);
  await press(page, fill(trial.press));
  for (const answer of [trial.answer ?? []].flat()) {
    await page
      .getByTestId('confirm')
      .getByRole('button', { name: fill(answer), exact: true })
      .click();
  }
  const read = fill(trial.read);
  const reader = ((trial.reader === undefined ? undefined : set.people[trial.reader]) ?? set.people.director ?? who).rest;
  const holds = trial.holds as (answer: unknown, facts: Facts) => boolean;
  await expect.poll(async () => holds(await reader.read(read), set.facts), { message: `${read} tells it`, timeout: 20_000 }).toBe(true);
  await assertAccessible(page, name);
  if (trial.on) await lookAt(page, fill(trial.on), shows);
  await expect(shown(page, shows), `the page shows “${shows}”${hides ? ' no longer' : ''}`).toBeVisible({ visible: !hides });
  const troubles = visitor.troubles.slice(earlier).filter((one) => !(trial.answer && one.includes('status of 409')));
  expect(troubles, 'nothing went wrong beside it').toStrictEqual([]);
  // A page that is left as it is tells of a failure.
  await page.goto('about:blank');
  house.blank.set(who.login, page);
}

function filled(text: string, facts: Facts): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, fact: string) => {
    const value = facts[fact];
    if (value === undefined) throw new Error(`the scene does not tell ${fact}`);
    return `${value}`;
  });
}

/** The browser of somebody, who is signed in. */
async function seen(house: House, who: Person): Promise<Visitor> {
  const known = house.visitors.get(who.login);
  if (known) return known;
  const visitor = await house.stage.visitor(who.name, house.base);
  await signedIn(visitor.context, who.login);
  house.visitors.set(who.login, visitor);
  return visitor;
}

/** Presses what is called so: a button, a radio of a list of acts, a link, a tab, or what unfolds. */
async function open(page: Page, name: string): Promise<void> {
  const called = { name: nameOf(name) };
  const roles = (['button', 'radio', 'tab', 'link', 'checkbox'] as const).map((role) => page.getByRole(role, called));
  const folded = page.locator('summary').filter({ hasText: nameOf(name) });
  const any = roles.reduce((one, other) => one.or(other), folded).filter({ visible: true });
  await any.first().click();
}

/** The open form of the act where there is one, else the page. */
function formOf(page: Page, name: string): Locator {
  const operation = name.split('.')[0] ?? name;
  const form = page.locator(`form[data-act="${operation}"]`).filter({ visible: true });
  return page
    .locator('body:not(:has(form[data-act="' + operation + '"]))')
    .or(form)
    .first();
}

async function fillIn(form: Locator, label: string, value: string | boolean | readonly string[], fill: (text: string) => string) {
  if (Array.isArray(value)) {
    const group = form.getByRole('group', { name: nameOf(label) });
    for (const one of value as readonly string[]) await group.getByLabel(nameOf(fill(one))).check();
    return;
  }
  const field = form.getByLabel(nameOf(label)).filter({ visible: true }).first();
  await field.waitFor();
  if (typeof value === 'boolean') return field.setChecked(value);
  const kind = await field.evaluate((one) => (one instanceof HTMLInputElement ? one.type : one.tagName.toLowerCase()));
  if ((await field.getAttribute('role')) === 'combobox') return findIn(form, field, value as string);
  if (kind === 'select') await field.selectOption(value as string);
  else if (kind === 'fieldset') await field.getByLabel(nameOf(value as string)).check();
  else await field.fill(value as string);
}

/** Types a name and chooses who is found; the number of an account needs no choice. */
async function findIn(form: Locator, field: Locator, name: string): Promise<void> {
  await field.fill(name);
  if (!/^[\w-]{22}$/.test(name)) await form.getByRole('option').filter({ hasText: name }).first().click();
}

/** Presses the button of that name: that of a form where one is open. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).filter({ visible: true });
  await button.first().waitFor();
  const sending = button.and(page.locator('[type=submit]'));
  const one = (await sending.count()) > 0 ? sending : button;
  await expect(one.first()).toBeEnabled();
  await one.first().click();
}

/** A text of the page, or a control that is called so; no choice that is merely offered. */
function shown(page: Page, text: string): Locator {
  const main = page.locator('main');
  const said = new RegExp(literal(text));
  const words = main.getByText(said).and(main.locator(':not(option)'));
  return words
    .or(main.getByRole('button', { name: said }))
    .filter({ visible: true })
    .first();
}

/** Opens another page that tells it, and what it is folded into there. */
async function lookAt(page: Page, address: string, text: string): Promise<void> {
  await page.goto(address);
  const folded = page.locator('main details').filter({ hasText: text });
  await page.locator('main').getByText(text).first().waitFor({ state: 'attached' });
  for (const one of await folded.all()) await one.evaluate((details: HTMLDetailsElement) => (details.open = true));
}

/** Starts a server with its people and their browsers. */
export async function houseOf(stage: Stage): Promise<House> {
  const server = await Server.start();
  const set = (name: string) => named(TRIAL_SCENES, name)(house);
  const house: House = Object.assign(server, {
    known: new Map(),
    stage,
    visitors: new Map<string, Visitor>(),
    blank: new Map<string, Page>(),
    set,
  });
  const administrator = new Rest(server);
  const code = new URL(await server.administratorLink()).hash.slice(1);
  await administrator.createAccount('Aase Lindmose', 'administrator', code);
  house.known.set('Aase Lindmose', { person: { name: 'Aase Lindmose', login: 'administrator', rest: administrator }, sinceMs: Date.now() });
  return house;
}

/** Starts another whose clock has gone on since its scenes began: they are those that take time. */
export async function laterHouseOf(stage: Stage): Promise<House> {
  const house = await houseOf(stage);
  const sets = await setLater(house);
  return Object.assign(house, { set: async (name: string) => named(Object.fromEntries(sets), name) });
}

function named<T>(scenes: Readonly<Record<string, T>>, name: string): T {
  const scene = scenes[name];
  if (scene === undefined) throw new Error(`no scene is called ${name}`);
  return scene;
}
