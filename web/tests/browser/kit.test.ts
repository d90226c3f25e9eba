import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';
import { federationNumber } from '../../src/acts/entrants/fields';
import type { Act } from '../../src/acts/kit/act';
import { reason } from '../../src/acts/kit/fields';
import ActButton from '../../src/acts/kit/ActButton.svelte';
import ActForm from '../../src/acts/kit/ActForm.svelte';
import ActList from '../../src/acts/kit/ActList.svelte';
import { renumberPlayer } from '../../src/acts/office/players';
import { endEarly } from '../../src/acts/setup/early-end';
import { t } from '../../src/i18n';
import { annul, kinds, publish, resume, takeTime, type Sample } from '../../src/pages/gallery/samples';
import { ruledEvent } from '../ruled-event';
import { Answers } from './answers';
import WhileThere from './WhileThere.svelte';

const playing: Sample = { over: false };
const over: Sample = { over: true };
/** The sample that is sent: in the gallery it is not. */
const sent = (act: Act<Sample>): Act<Sample> => ({ ...act, path: () => ({ game_id: 'g1', tournament_id: 't1' }) });

let server: Answers;
beforeEach(() => {
  server = new Answers();
});
afterEach(() => {
  // A form that stands yet would look up what is typed.
  void cleanup();
  server.close();
});

const time = (): ReturnType<typeof page.getByRole> => page.getByRole('textbox', { name: t('gallery.field.time') });
const button = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('button', { name, exact: true });
/** The text that describes a control, as a screen reader reads it after its name. */
const described = (control: Element): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
    .join(' ');

/** After whatever an answer sets off. */
const settled = (): Promise<void> => new Promise((go) => setTimeout(go, 50));

describe('the form of an act', () => {
  it('says under its button what is not filled in, and on it what it will do', async () => {
    await render(ActForm, { act: sent(takeTime), subject: playing });
    const before = button(t('gallery.act.take'));
    await expect.element(before).toBeDisabled();
    expect(described(before.element())).toBe(t('act.incomplete', { fields: t('gallery.field.time') }));
    await time().fill('-2:00');
    const after = button(t('gallery.act.take.do', { time: '2:00', side: 'Black' }));
    await expect.element(after).toBeEnabled();
    expect(described(after.element())).toBe('');
  });

  it('says under its button why it is not possible now', async () => {
    await render(ActForm, { act: sent(takeTime), subject: over });
    await time().fill('-2:00');
    const shown = page.getByRole('form').getByRole('button');
    await expect.element(shown).toBeDisabled();
    expect(described(shown.element())).toBe(t('gallery.act.over'));
    await userEvent.keyboard('{Enter}');
    expect(server.sent).toEqual([]);
  });

  it('tells of a field what is wrong with it, once it is left', async () => {
    await render(ActForm, { act: sent(takeTime), subject: playing });
    await time().fill('two');
    await expect.element(time()).not.toHaveAttribute('aria-invalid');
    await userEvent.tab();
    await expect.element(time()).toHaveAttribute('aria-invalid', 'true');
    expect(described(time().element())).toBe(t('act.bad.time'));
    await time().fill('2');
    await expect.element(time()).not.toHaveAttribute('aria-invalid');
  });

  it('is filled in and sent by keys alone, tells its body, and begins anew at its first field', async () => {
    const done = vi.fn();
    await render(ActForm, { act: sent(takeTime), subject: playing, done });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.tab();
    await userEvent.keyboard('-2:00{Enter}');
    await expect.poll(() => done.mock.calls.length).toBe(1);
    expect(server.sent[0]).toMatchObject({
      address: '/api/v1/games/g1/acts',
      body: { act: { type: 'adjust_time', color: 'white', ms: -120_000 } },
    });
    await expect.element(time()).toHaveValue('');
    await expect.element(page.getByRole('combobox')).toHaveFocus();
  });

  it('is sent with Ctrl from a field in which Enter begins a line', async () => {
    const reasoned = { ...resume, fields: { reason: reason<Sample>() }, body: () => ({ act: { type: 'resume' }, reason: 'So.' }) };
    await render(ActForm, { act: sent(reasoned as unknown as Act<Sample>), subject: playing });
    const field = page.getByRole('textbox', { name: t('act.reason') });
    await field.fill('The call was answered.');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('The call was answered.\n');
    expect(server.sent).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => server.sent.length).toBe(1);
  });

  it('keeps what was filled in and the focus when it is refused, and says so in a live region', async () => {
    server.next = [{ status: 409, code: 'clock_too_low', rule: 'V.2' }];
    await render(ActForm, { act: sent(takeTime), subject: playing });
    await time().fill('-2:00');
    await page.getByRole('form').getByRole('button').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is refused: clock_too_low.');
    await expect.element(page.getByRole('alert')).toHaveTextContent('V.2');
    await expect.element(time()).toHaveValue('-2:00');
    await expect.element(page.getByRole('form').getByRole('button')).toHaveFocus();
  });

  it('while it is sent takes no second press and no other values, and keeps the focus', async () => {
    server.next = ['late'];
    await render(ActForm, { act: sent(takeTime), subject: playing });
    await time().fill('-2:00');
    const shown = page.getByRole('form').getByRole('button');
    await shown.click();
    await expect.element(shown).toHaveTextContent(t('busy.sending'));
    await expect.element(shown).toHaveAttribute('aria-disabled', 'true');
    await expect.element(shown).toHaveFocus();
    await expect.element(time()).toBeDisabled();
    await expect.poll(() => server.sent.length).toBe(1);
    await userEvent.keyboard('{Enter}');
    expect(server.sent.length).toBe(1);
    server.letGo();
    await expect.element(time()).toHaveValue('');
  });

  it('of which nothing is known is sent again as it was, under the id it had', async () => {
    server.next = ['no answer', 'no answer'];
    const done = vi.fn();
    await render(ActForm, { act: sent(takeTime), subject: playing, done });
    await time().fill('-2:00');
    await page.getByRole('form').getByRole('button').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(t('error.unreachable'));
    await expect.element(time()).toBeDisabled();
    await button(t('act.again')).click();
    await expect.poll(() => done.mock.calls.length).toBe(1);
    expect(new Set(server.sent.map(({ commandId, body }) => `${commandId} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(server.sent.length).toBe(3);
  });
});

describe('an act with a question', () => {
  it('asks first, and gives the focus back on a no', async () => {
    await render(ActForm, { act: sent(annul), subject: playing });
    await button(t('gallery.act.annul')).click();
    const dialog = page.getByRole('dialog', { name: t('gallery.asked') });
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button(t('gallery.act.annul'))).toHaveFocus();
    expect(server.sent).toEqual([]);
  });

  it('is done on a yes, once', async () => {
    const done = vi.fn();
    await render(ActForm, { act: sent(annul), subject: playing, done });
    await button(t('gallery.act.annul')).click();
    await button(t('gallery.asked.agree')).click();
    await expect.poll(() => done.mock.calls.length).toBe(1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(server.sent.map(({ body }) => body)).toEqual([{ act: { type: 'annul' }, reason: '' }]);
  });

  it('asks what a server asks, says yes in the body, and gives the focus back', async () => {
    server.next = [
      { status: 409, code: 'departure_unconfirmed', rule: 'IV.1' },
      { status: 409, code: 'round_unfinished' },
    ];
    await render(ActButton, { act: sent(publish), subject: playing });
    const opener = button(t('gallery.act.publish'));
    await opener.click();
    await expect.element(page.getByRole('dialog', { name: t('deviation.title') })).toHaveTextContent('IV.1');
    await button(t('deviation.agree')).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('round_unfinished');
    expect(server.sent.map(({ body }) => (body as { accept_deviations: boolean }).accept_deviations)).toEqual([false, true]);
    await expect.element(opener).toHaveFocus();
  });
});

describe('the button of an act', () => {
  it('opens its form and has the focus again when that is left', async () => {
    await render(ActButton, { act: sent(takeTime), subject: playing });
    const opener = button(t('gallery.act.take')).first();
    await opener.click();
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
    await button(t('act.leave')).click();
    await expect.element(page.getByRole('form')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  it('has the focus again when it was done', async () => {
    const done = vi.fn();
    await render(ActButton, { act: sent(takeTime), subject: playing, done });
    const opener = button(t('gallery.act.take')).first();
    await opener.click();
    await time().fill('2');
    await button(t('gallery.act.take.do', { time: '2:00', side: 'Black' })).click();
    await expect.poll(() => done.mock.calls.length).toBe(1);
    await expect.element(opener).toHaveFocus();
  });

  it('that is not possible says why, beside it and as its description', async () => {
    await render(ActButton, { act: sent(annul), subject: over });
    const shown = button(t('gallery.act.annul'));
    await expect.element(shown).toBeDisabled();
    expect(described(shown.element())).toBe(t('gallery.act.over'));
  });
});

describe('a list of acts', () => {
  const acts = [takeTime, resume, annul].map(sent);

  it('has the possible ones first and the others folded, each with its reason', async () => {
    await render(ActList, { title: 'At table 4', acts, subject: over });
    await expect.element(page.getByRole('radio')).toHaveAccessibleName(t('gallery.act.resume'));
    const folded = page.getByRole('group');
    await expect.element(folded.getByText(t('gallery.act.annul'))).not.toBeVisible();
    await page.getByText(t('act.blocked', { count: 2 })).click();
    await expect.element(folded.getByRole('listitem').first()).toHaveTextContent(`${t('gallery.act.take')}${t('gallery.act.over')}`);
    await expect.element(folded.getByRole('listitem').nth(1)).toHaveTextContent(`${t('gallery.act.annul')}${t('gallery.act.over')}`);
  });

  it('shows the form of the chosen act right after it, and of one act at a time', async () => {
    await render(ActList, { title: 'At table 4', acts, subject: playing });
    await page.getByRole('radio', { name: t('gallery.act.take') }).click();
    await expect.element(page.getByRole('form')).toBeVisible();
    const row = page
      .getByRole('radio', { name: t('gallery.act.take') })
      .element()
      .closest('label');
    expect(row?.nextElementSibling?.contains(page.getByRole('form').element())).toBe(true);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('form')).toHaveAccessibleName(t('gallery.act.resume'));
  });

  it('gives the focus back to the act when its form is left or it was done', async () => {
    const done = vi.fn();
    await render(ActList, { title: 'At table 4', acts, subject: playing, done });
    const radio = page.getByRole('radio', { name: t('gallery.act.resume') });
    await radio.click();
    await button(t('act.leave')).click();
    await expect.element(radio).toHaveFocus();
    await radio.click();
    await button(t('gallery.act.resume')).click();
    await expect.poll(() => done.mock.calls.length).toBe(1);
    await expect.element(page.getByRole('form')).not.toBeInTheDocument();
    await expect.element(radio).toHaveFocus();
  });

  it('gives it to its heading when the act is not possible any more', async () => {
    const shown = await render(ActList, {
      title: 'At table 4',
      acts,
      subject: playing,
      done: () => shown.rerender({ subject: over }),
    });
    await page.getByRole('radio', { name: t('gallery.act.annul') }).click();
    await button(t('gallery.act.annul')).click();
    await button(t('gallery.asked.agree')).click();
    await expect.element(page.getByRole('heading', { name: 'At table 4' })).toHaveFocus();
  });
});

describe('an act whose subject goes from the page by its own news', () => {
  const warned = vi.fn<typeof console.warn>();
  beforeEach(() => {
    warned.mockReset();
    vi.spyOn(console, 'warn').mockImplementation(warned);
  });
  afterEach(() => vi.restoreAllMocks());

  /** The form of an act in a list or behind a button, filled in; `go` takes away what it is done to. */
  async function filledIn(inList: boolean, done: (go: () => Promise<void>) => void | Promise<void>) {
    const given = { act: sent(takeTime), inList, done: () => done(go) };
    const shown = await render(WhileThere, { ...given, subjects: [playing] });
    const go = (): Promise<void> => shown.rerender({ subjects: [] });
    const opener = page.getByRole(inList ? 'radio' : 'button', { name: t('gallery.act.take') }).first();
    await opener.click();
    await time().fill('2');
    return { go, press: () => button(t('gallery.act.take.do', { time: '2:00', side: 'Black' })).click() };
  }

  it.each([
    ['in a list', true],
    ['behind a button', false],
  ])('%s, before the answer: it is done, and nothing of what is gone is read', async (_, inList) => {
    server.next = ['late'];
    const done = vi.fn();
    const { go, press } = await filledIn(inList, () => done());
    await press();
    await expect.poll(() => server.sent.length).toBe(1);
    await go();
    await expect.element(page.getByRole('form')).not.toBeInTheDocument();
    server.letGo();
    await expect.poll(() => done.mock.calls.length).toBe(1);
    await settled();
    expect(warned.mock.calls).toEqual([]);
  });

  it.each([
    ['in a list', true],
    ['behind a button', false],
  ])('%s, by what follows the answer: nothing of what is gone is read', async (_, inList) => {
    const done = vi.fn();
    const { press } = await filledIn(inList, (go) => go().then(done));
    await press();
    await expect.poll(() => done.mock.calls.length).toBe(1);
    await settled();
    expect(warned.mock.calls).toEqual([]);
  });
});

describe('the kinds of fields', () => {
  /** Fills in a form with a field of each kind, but for these. */
  async function fillIn(done: () => void): Promise<void> {
    await render(ActForm, { act: sent(kinds), subject: playing, done });
    const fields = page.getByRole('form');
    const label = (key: Parameters<typeof t>[0]): ReturnType<typeof page.getByLabelText> =>
      fields.getByLabelText(t(key as 'gallery.field.line'), { exact: true });
    await label('gallery.field.line').fill(' Vestergrund ');
    await label('gallery.field.number').fill('7');
    await label('gallery.field.time').fill('12:30');
    await label('gallery.field.points').fill('1½');
    await label('gallery.field.square').fill('F5');
    await label('gallery.field.side').selectOptions('white');
    await label('gallery.field.country').selectOptions('DNK');
    await label('gallery.field.one').selectOptions('first');
    await label('gallery.field.at').fill('2026-07-18T10:30');
    await label('gallery.field.day').fill('2026-07-18');
    await fields.getByRole('checkbox', { name: t('gallery.option.first') }).click();
    await fields.getByRole('checkbox', { name: t('gallery.field.yes') }).click();
  }

  it('give the act what it is typed to get', async () => {
    const done = vi.fn();
    await fillIn(done);
    await button(t('gallery.act.kinds')).click();
    await expect.poll(() => done.mock.calls.length).toBe(1);
    expect(server.sent[0]?.body).toEqual({
      line: 'Vestergrund',
      number: 7,
      time: 750_000,
      points: 3,
      square: 'f5',
      side: 'white',
      country: 'DNK',
      one: 'first',
      at: new Date(2026, 6, 18, 10, 30).getTime(),
      day: '2026-07-18',
      note: null,
      some: ['first'],
      chain: ['points', 'quotient'],
      yes: true,
    });
  });

  it.each([
    ['gallery.field.number', '12', t('act.bad.count', { least: 1, most: 9 })],
    ['gallery.field.number', '1x', t('act.bad.count', { least: 1, most: 9 })],
    ['gallery.field.time', '-1', t('act.bad.time.negative')],
    ['gallery.field.points', '0.3', t('act.bad.points')],
    ['gallery.field.square', 'z9', t('act.bad.square')],
  ] as const)('say what is wrong: %s, %s', async (key, typed, why) => {
    await fillIn(vi.fn());
    const field = page.getByRole('form').getByLabelText(t(key), { exact: true });
    await field.fill(typed);
    await userEvent.tab();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(described(field.element())).toBe(why);
    await expect.element(button(t('gallery.act.kinds'))).toBeDisabled();
  });

  it.each([
    ['by itself', { ...kinds, fields: { number: federationNumber<Sample>() } } as Act<object>, t('entrants.number')],
    ['with who has it', renumberPlayer as Act<object>, t('players.number')],
  ])('say what is wrong with a federation number once it is left: %s', async (_, act, label) => {
    await render(ActForm, { act, subject: playing });
    const field = page.getByRole('form').getByLabelText(label);
    await field.fill('12x');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
    await userEvent.tab();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription(t('act.bad.count', { least: 1, most: 999_999 }));
    await expect.element(page.getByText(t('act.bad.count', { least: 1, most: 999_999 }))).toBeVisible();
    await field.fill('12');
    await expect.element(field).not.toHaveAttribute('aria-invalid');
  });

  it('say of several numbers which one is wrong, once that is left', async () => {
    const open = (table: number) => ({ table, black_entrant_id: 'runa', white_entrant_id: 'aslak', result: null });
    const subject = ruledEvent({}, { rounds: [{ number: 1, finished: false, boards: [open(1), open(2)] }] });
    (subject.event as { round: unknown }).round = subject.tournament.rounds[0];
    await render(ActForm, { act: endEarly, subject });
    await page.getByLabelText(t('end.fate')).selectOptions(t('end.fate.adjudicated'));
    const [first, second] = [page.getByLabelText(/^Table 1:/), page.getByLabelText(/^Table 2:/)];
    await second.fill('6x');
    await expect.element(second).not.toHaveAttribute('aria-invalid');
    await first.click();
    await expect.element(second).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText(t('end.boards.bad', { table: 2, squares: 64 }))).toBeVisible();
    await expect.element(first).not.toHaveAttribute('aria-invalid');
    await second.fill('60');
    await expect.element(second).not.toHaveAttribute('aria-invalid');
  });

  it('let nobody choose what is blocked', async () => {
    await fillIn(vi.fn());
    await expect.element(page.getByRole('checkbox', { name: t('gallery.option.second') })).toBeDisabled();
    await expect.element(page.getByRole('option', { name: t('gallery.option.second') })).toBeDisabled();
  });
});

describe('an order', () => {
  const [points, quotient, discs] = [t('gallery.chain.points'), t('gallery.chain.quotient'), t('gallery.chain.discs')];
  const order = (): string[] => [...document.querySelectorAll('ol .handle')].map((one) => one.textContent?.trim() ?? '');
  const handle = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('button', { name: new RegExp(`^\\d\\. ${name}$`) });
  beforeEach(async () => {
    await render(ActForm, { act: sent(kinds), subject: playing });
    // It is fetched when it is first shown.
    await expect.element(handle(points)).toBeVisible();
  });

  it('is changed by arrow keys, and what is moved keeps the focus', async () => {
    (handle(points).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(order).toEqual([`1. ${quotient}`, `2. ${points}`]);
    await expect.element(handle(points)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(order()).toEqual([`1. ${quotient}`, `2. ${points}`]);
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(order).toEqual([`1. ${points}`, `2. ${quotient}`]);
  });

  it('is changed by its buttons, and the focus goes nowhere', async () => {
    await button(t('act.down', { what: points })).click();
    await expect.poll(order).toEqual([`1. ${quotient}`, `2. ${points}`]);
    await expect.element(handle(points)).toHaveFocus();
    await button(t('act.in', { what: discs })).click();
    await expect.poll(order).toEqual([`1. ${quotient}`, `2. ${points}`, `3. ${discs}`]);
    await expect.element(handle(discs)).toHaveFocus();
    await button(t('act.out', { what: points })).click();
    await expect.poll(order).toEqual([`1. ${quotient}`, `2. ${discs}`]);
    await expect.element(handle(discs)).toHaveFocus();
  });

  it('is changed by dragging', async () => {
    await button(t('act.in', { what: discs })).click();
    await handle(discs).dropTo(handle(points));
    await expect.poll(order).toEqual([`1. ${discs}`, `2. ${points}`, `3. ${quotient}`]);
  });
});
