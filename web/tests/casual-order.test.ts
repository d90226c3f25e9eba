import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barPlayer, mutePlayer, SPANS, untilOf } from '../src/acts/moderation/accounts';
import { answerActs } from '../src/acts/moderation/answer';
import { removeCasualMessage } from '../src/acts/moderation/chat';
import { reportPlayer } from '../src/acts/moderation/player';
import type { OnModerated, OnReported } from '../src/acts/moderation/subjects';
import { readAll } from '../src/acts/kit/field';
import { session } from '../src/contract/session.svelte';
import type { Account, ChatMessage, ModeratedAccount, PlayerReport } from '../src/contract/types';
import { actText, isReportable, untilText, waitedText } from '../src/event/casual-order';
import { holds } from '../src/event/restriction';
import { loadTexts, speak } from '../src/i18n';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 30, 12);

beforeAll(async () => {
  await speak('en');
  await loadTexts(['order', 'moderation', 'acts']);
});
afterAll(() => speak('en'));

const named = (account_id: string, display_name: string) => ({
  account_id,
  display_name,
  operator_account_id: null,
  operator_display_name: null,
});
const account = (more: Partial<ModeratedAccount> = {}): ModeratedAccount => ({
  account_id: '7',
  display_name: 'Guest 7',
  operator_account_id: null,
  operator_display_name: null,
  former_names: [],
  mute: null,
  bar: null,
  reports: 3,
  open: 1,
  upheld: 1,
  moderator: false,
  ...more,
});
const report = (more: Partial<PlayerReport> = {}): PlayerReport => ({
  id: 'r',
  game_id: 'g',
  kind: 'abusive_chat',
  about: named('7', 'Guest 7'),
  by: named('8', 'Guest 8'),
  text: 'He swears.',
  messages: [2],
  at_ms: NOW,
  answer: null,
  answered_by: null,
  answered_at_ms: null,
  answer_reason: null,
  concerns_caller: false,
  ...more,
});
const message = (number: number, text: string): ChatMessage => ({
  number,
  game_id: 'g',
  channel: 'players',
  account_id: '7',
  role: 'white',
  text,
  at_ms: NOW,
  removed: false,
  to: null,
  held: false,
});

describe('a restriction', () => {
  it('holds until it ends, and without an end for good', () => {
    const until = (until_ms: number | null) => ({ since_ms: NOW, until_ms, reason: 'Why' });
    expect(holds(null, NOW)).toBe(false);
    expect(holds(until(NOW + 1), NOW)).toBe(true);
    expect(holds(until(NOW), NOW)).toBe(false);
    expect(holds(until(null), NOW)).toBe(true);
  });

  it('lasts as long as is chosen, from when it is sent', () => {
    expect(Object.keys(SPANS)).toEqual(['day', 'week', 'month', 'open']);
    expect(untilOf('day', NOW)).toBe(NOW + DAY_MS);
    expect(untilOf('week', NOW)).toBe(NOW + 7 * DAY_MS);
    expect(untilOf('month', NOW)).toBe(NOW + 30 * DAY_MS);
    expect(untilOf('open', NOW)).toBeNull();
  });

  it('says in words when it ends', () => {
    expect(untilText({ until_ms: null })).toBe('until a moderator takes it back');
    expect(untilText({ until_ms: NOW })).toMatch(/^until .+2026/);
    expect(actText({ kind: 'muted', until_ms: null })).toBe('muted until a moderator takes it back');
    expect(actText({ kind: 'message_removed', until_ms: null })).toBe('message taken away');
    expect(actText({ kind: 'contest_ended', until_ms: null })).toBe('contest ended early, or its name removed');
    expect(actText({ kind: 'contest_entrant_removed', until_ms: null })).toBe('removed from a contest');
  });
});

describe('a report', () => {
  it.each([
    [0, 'waits for less than a minute'],
    [59_999, 'waits for less than a minute'],
    [60_000, 'waits for 1 minute'],
    [3_599_999, 'waits for 59 minutes'],
    [3_600_000, 'waits for 1 hour'],
    [DAY_MS - 1, 'waits for 23 hours'],
    [3 * DAY_MS, 'waits for 3 days'],
    [-5_000, 'waits for less than a minute'],
  ])('after %d ms %s', (ms, words) => {
    expect(waitedText(NOW - ms, NOW)).toBe(words);
  });

  it('is made within 14 days', () => {
    expect(isReportable({ booked_at_ms: NOW - 14 * DAY_MS }, NOW)).toBe(true);
    expect(isReportable({ booked_at_ms: NOW - 14 * DAY_MS - 1 }, NOW)).toBe(false);
  });

  const onPlayer: OnReported = {
    account: '7',
    name: 'Guest 7',
    game: 'g',
    players: ['7', '9'],
    played: true,
    written: [message(2, 'Ha')],
    message: null,
  };
  const kindsOf = (subject: OnReported): string[] => {
    const control = reportPlayer.fields['kind']?.control;
    return control?.kind === 'choice' ? control.options(subject as never, {}).map(({ value }) => value) : [];
  };

  it('of a player is of any kind, and of whoever watched of the chat alone', () => {
    expect(kindsOf(onPlayer)).toEqual(['abusive_chat', 'undeclared_program', 'lost_on_purpose', 'left_or_stalled', 'other']);
    expect(kindsOf({ ...onPlayer, played: false })).toEqual(['abusive_chat']);
  });

  it('asks for messages where it is of the chat and something is written', () => {
    const asked = (kind: string, subject: OnReported) =>
      readAll(reportPlayer.fields as never, { kind, messages: ['2'], text: 'Why' }, subject).fields.map(({ name }) => name);
    expect(asked('abusive_chat', onPlayer)).toEqual(['kind', 'messages', 'text']);
    expect(asked('other', onPlayer)).toEqual(['kind', 'text']);
    expect(asked('abusive_chat', { ...onPlayer, written: [] })).toEqual(['kind', 'text']);
  });

  it('is sent with the numbers of the messages, ten at most', () => {
    const values = { kind: 'abusive_chat', messages: ['2', '12'], text: 'He swears.' };
    expect(reportPlayer.body(values, onPlayer as never, NOW)).toEqual({
      account_id: '7',
      kind: 'abusive_chat',
      text: 'He swears.',
      messages: [2, 12],
    });
    const many = Array.from({ length: 11 }, (_, place) => String(place + 1));
    expect(reportPlayer.unfit(values, onPlayer as never)).toBeNull();
    expect(reportPlayer.unfit({ ...values, messages: many }, onPlayer as never)).toBe('10 messages at most.');
    expect(reportPlayer.body({ kind: 'other', text: 'So' }, onPlayer as never, NOW)).toMatchObject({ messages: [] });
  });

  it('is answered once, and by nobody whom it concerns', () => {
    const blocked = (more: Partial<PlayerReport>) => answerActs.upheld.blocked({ report: report(more) } as never);
    expect(blocked({})).toBeNull();
    expect(blocked({ answer: 'dismissed' })).toBe('It is answered');
    expect(blocked({ concerns_caller: true })).toBe('Another moderator has to answer');
    expect(answerActs.dismissed.body({ reason: 'No' }, { report: report() } as never, NOW)).toEqual({ answer: 'dismissed', reason: 'No' });
  });
});

describe('what a moderator does', () => {
  const subject = (more: Partial<OnModerated> = {}): never => ({ account: account(), report: report(), ...more }) as never;

  it('names the report that it follows from', () => {
    const values = { span: 'week', reason: 'Language' };
    expect(mutePlayer.body(values, subject(), NOW)).toEqual({ until_ms: NOW + 7 * DAY_MS, reason: 'Language', report_id: 'r' });
    expect(barPlayer.body({ ...values, span: 'open' }, subject({ report: null }), NOW)).toEqual({ until_ms: null, reason: 'Language' });
  });

  it('asks before it, and says how long', () => {
    expect(mutePlayer.ask({ span: 'month', reason: 'Language' }, subject())).toMatchObject({
      title: 'Mute Guest 7?',
      text: '30 days: they write at no casual table, and read why. Events are not touched.',
    });
  });

  it('is not about himself, nor about what he reported or played', () => {
    session.account = { id: '7' } as Account;
    expect(mutePlayer.blocked(subject())).toBe('Nobody decides about himself');
    session.account = { id: '9' } as Account;
    expect(mutePlayer.blocked(subject())).toBeNull();
    expect(barPlayer.blocked(subject({ report: report({ concerns_caller: true }) }))).toBe('Another moderator has to answer');
    session.account = null;
  });

  it('takes a message away once', () => {
    const on = (more: Partial<ChatMessage>, concerns = false): never =>
      ({ game: 'g', message: { ...message(2, 'Ha'), ...more }, concerns }) as never;
    expect(removeCasualMessage.blocked(on({}))).toBeNull();
    expect(removeCasualMessage.blocked(on({ removed: true }))).toBe('It is taken away');
    expect(removeCasualMessage.blocked(on({}, true))).toBe('Another moderator has to answer');
    expect(removeCasualMessage.path(on({}), {})).toEqual({ game_id: 'g', number: 2 });
  });
});
