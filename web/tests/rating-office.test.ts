import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerComplaint, fileComplaint } from '../src/acts/office/complaints';
import { approveDirector, changeFederation, registerFederation } from '../src/acts/office/federations';
import { approveEvent, releaseRatingFile, returnRatingFile, withdrawApproval } from '../src/acts/office/rating-file';
import type { OnComplaint, OnFederation, OnFile } from '../src/acts/office/subjects';
import { Form } from '../src/acts/kit/form.svelte';
import type { Act } from '../src/acts/kit/act';
import { accountNames } from '../src/contract/account-names.svelte';
import { offices } from '../src/contract/offices.svelte';
import { session } from '../src/contract/session.svelte';
import type { Account, Federation, RatingCheck, RatingChecks, RatingEvent, Tournament } from '../src/contract/types';
import { changedLines, lineDiff } from '../src/event/line-diff';
import { checkGroups, CHECK_KINDS, deadlineOf, notFound } from '../src/event/rating-office';
import { standingSentence } from '../src/event/standing';
import { asAccount, DIRECTOR, GUEST, ruledEvent } from './ruled-event';

const OFFICER = 'account-of-halvar-0002';
accountNames.learn(OFFICER, 'Halvar Noreng');

const check = (kind: string, weight: string, more: Partial<RatingCheck> = {}): RatingCheck => ({
  kind,
  weight,
  sentence: kind,
  entrant_ids: [],
  round: null,
  table: null,
  departure: null,
  ...more,
});
const APPROVAL = { account_id: OFFICER, at_ms: 1_000, federation: 'NOR' };

function file(checks: Partial<RatingChecks> = {}, tournament: object = {}): OnFile {
  const on = ruledEvent({}, { approval: null, lapsed_approval: null, ranking_version: 1, released: null, ...tournament });
  return {
    ...on,
    checks: {
      tournament_id: 't',
      seq: 9,
      state: 'waiting',
      federation: 'NOR',
      officer: true,
      checks: [],
      released_at_ms: null,
      returned: null,
      corrections: [],
      released_by_account_id: null,
      ...checks,
    },
  };
}

afterEach(() => {
  asAccount(null);
  session.seats = [];
  vi.unstubAllGlobals();
});

describe('what an officer decides on an event', () => {
  it.each<[string, Act<OnFile>, OnFile, string | null]>([
    ['approves', approveEvent, file(), null],
    ['approves once', approveEvent, file({}, { approval: APPROVAL }), 'It is approved'],
    ['approves the director first', approveEvent, file({ checks: [check('unapproved_director', 'look')] }), 'Approve the director first'],
    ['withdraws what is approved', withdrawApproval, file(), 'It is not approved'],
    ['withdraws', withdrawApproval, file({}, { approval: APPROVAL }), null],
    ['releases what is approved', releaseRatingFile, file(), 'The event is not approved yet'],
    ['releases', releaseRatingFile, file({}, { approval: APPROVAL }), null],
    [
      'releases what is confirmed',
      releaseRatingFile,
      file({ state: 'approved' }, { approval: APPROVAL, ranking_version: 0 }),
      'The final ranking is not confirmed yet',
    ],
    [
      'releases nothing that a check stops',
      releaseRatingFile,
      file({ checks: [check('number_twice', 'stop'), check('impossible_score', 'stop')] }, { approval: APPROVAL }),
      '2 checks say stop',
    ],
    [
      'releases what another released',
      releaseRatingFile,
      file({ state: 'correction', released_by_account_id: GUEST }, { approval: APPROVAL }),
      null,
    ],
    [
      'releases no correction of what they released',
      releaseRatingFile,
      file({ state: 'correction', released_by_account_id: OFFICER }, { approval: APPROVAL }),
      'You released this file: another officer releases what changed of it since',
    ],
    [
      'releases once',
      releaseRatingFile,
      file({ state: 'released' }, { approval: APPROVAL }),
      'It is released, and nothing of it has changed',
    ],
    ['returns what waits', returnRatingFile, file(), null],
    ['returns it once', returnRatingFile, file({ state: 'returned' }), 'The director has it'],
    ['returns nothing before it waits', returnRatingFile, file({ state: 'announced' }), 'No file waits here'],
  ])('%s', (_, act, subject, why) => {
    asAccount(OFFICER);
    expect(act.blocked(subject)).toBe(why);
  });

  it('is nobody else’s, and not theirs who had a part in the event', () => {
    asAccount(OFFICER);
    expect(approveEvent.blocked(file({ officer: false }))).toBe('Rating officers of the host nation’s federation do this');
    asAccount(DIRECTOR);
    const own = 'You played or officiated here: another officer decides';
    expect(approveEvent.blocked(file())).toBe(own);
    asAccount(OFFICER);
    session.seats = [{ tournament_id: 't', entrant_id: 'ove' } as (typeof session.seats)[number]];
    expect(releaseRatingFile.blocked(file({}, { approval: APPROVAL }))).toBe(own);
  });

  it('names the version of the ranking that was looked at', () => {
    asAccount(OFFICER);
    const subject = file({}, { approval: APPROVAL, ranking_version: 3 });
    const form = new Form(releaseRatingFile, () => subject);
    form.raw['reason'] = 'Looked through';
    expect(form.name).toBe('Release the file');
    expect(releaseRatingFile.body(form.known, subject, 0)).toEqual({ ranking_version: 3, reason: 'Looked through' });
    expect(releaseRatingFile.title(file({ state: 'correction' }))).toBe('Release the correction');
  });
});

describe('a complaint', () => {
  it('is sent in its own words', () => {
    const subject = ruledEvent();
    const form = new Form(fileComplaint, () => subject);
    form.raw['text'] = 'Round 2 began early';
    expect(fileComplaint.body(form.known, subject, 0)).toEqual({ text: 'Round 2 began early' });
  });

  it('is answered once, by an officer without a part in the event', () => {
    asAccount(OFFICER);
    const complaint = { id: 'c1', by_account_id: GUEST, by_name: 'Gudrun Holm', at_ms: 1, text: 'Early', answer: null };
    const subject: OnComplaint = { ...file(), complaint };
    expect(answerComplaint.title(subject)).toBe('Answer Gudrun Holm');
    expect(answerComplaint.blocked(subject)).toBeNull();
    expect(answerComplaint.path(subject, {})).toEqual({ tournament_id: 't', complaint_id: 'c1' });
    const answer = { by_account_id: OFFICER, at_ms: 2, text: 'Noted' };
    expect(answerComplaint.blocked({ ...subject, complaint: { ...complaint, answer } })).toBe('It is answered');
    expect(answerComplaint.blocked({ ...file({ officer: false }), complaint })).not.toBeNull();
  });
});

describe('a federation', () => {
  const federation = { code: 'EOCF', name: 'Marshes', members: ['NOR', 'DNK'], officers: [], directors: [], seq: 1 } as Federation;
  const on: OnFederation = { federation };
  const as = (account: Partial<Account>) => (session.account = account as Account);

  it('is made known and changed by administrators', () => {
    as({ id: OFFICER, administrator: false });
    expect(registerFederation.blocked({})).toBe('Administrators do this');
    as({ id: OFFICER, administrator: true });
    expect(registerFederation.blocked({})).toBeNull();
    const form = new Form(registerFederation, () => ({}));
    Object.assign(form.raw, { code: 'eocf', name: 'Marshes', members: 'nor, dnk  nor' });
    expect(form.name).toBe('Make EOCF known');
    expect(registerFederation.body(form.known, {}, 0)).toEqual({ code: 'EOCF', name: 'Marshes', members: ['NOR', 'DNK'] });
  });

  it.each([
    ['code', 'NO', 'Three to eight letters, such as DNK or EOCF.'],
    ['code', 'NORDICFED', 'Three to eight letters, such as DNK or EOCF.'],
    ['members', 'NORWAY', 'Three letters for each, such as DNK, NOR.'],
  ])('has no %s %s', (name, typed, why) => {
    const form = new Form(registerFederation, () => ({}));
    form.raw[name] = typed;
    expect(form.fields.find((field) => field.name === name)?.why).toBe(why);
  });

  it('begins its change with what stands, and members may be left out', () => {
    as({ id: OFFICER, administrator: true });
    const form = new Form(changeFederation, () => on);
    expect(changeFederation.body(form.known, on, 0)).toEqual({ name: 'Marshes', members: ['NOR', 'DNK'] });
    form.raw['members'] = '';
    expect(changeFederation.body(form.known, on, 0)).toEqual({ name: 'Marshes', members: [] });
  });

  it('has its directors approved by its own officers, who are told once who they are', async () => {
    let asked = 0;
    vi.stubGlobal('fetch', async () => {
      asked += 1;
      return Response.json({ federations: [federation], next_page_token: null });
    });
    as({ id: OFFICER, login: 'halvar', administrator: false });
    const member = { ...on, account: DIRECTOR, name: 'Ingrid Vestergrund' };
    expect(approveDirector.of_event.blocked(member)).toBe('Its rating officers do this');
    await vi.waitFor(() => expect(offices.known).toBe(true));
    expect(approveDirector.of_event.title(member)).toBe('Approve Ingrid Vestergrund as a director for EOCF');
    expect(approveDirector.of_event.blocked(member)).toBeNull();
    expect(approveDirector.of_event.blocked({ ...member, account: OFFICER })).toBe('Nobody approves himself: another officer does');
    expect([offices.over('DNK'), offices.over('EOCF'), offices.over('SWE')]).toEqual([true, true, false]);
    expect(asked).toBe(1);
    as({ id: GUEST, login: null, administrator: false });
    expect(offices.federations).toEqual([]);
    expect(asked, 'who came by a seat link has none').toBe(1);
  });
});

describe('what stands out', () => {
  it('stands by kinds, the worst first, and the rest was looked for', () => {
    const checks = [
      check('new_player', 'note'),
      check('result_without_game', 'look', { table: 1 }),
      check('number_twice', 'stop'),
      check('result_without_game', 'look', { table: 2 }),
      check('something_new', 'unheard_of'),
    ];
    expect(checkGroups(checks).map((group) => [group.kind, group.checks.length])).toEqual([
      ['number_twice', 1],
      ['result_without_game', 2],
      ['new_player', 1],
      ['something_new', 1],
    ]);
    expect(notFound(checks)).toHaveLength(CHECK_KINDS.length - 3);
    expect(notFound([])).toEqual([...CHECK_KINDS]);
  });
});

describe('a deadline', () => {
  const event = (id: string, date: string, state: string, released_at_ms: number | null, round = 5): RatingEvent =>
    ({ tournament: { id, date, round }, state, since_ms: 0, released_at_ms }) as RatingEvent;
  const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);

  it('parts what was sent by it from what was not, and from what came later', () => {
    const sent = [
      event('second', '2026-03-01', 'correction', at('2026-03-20')),
      event('first', '2026-02-01', 'released', at('2026-03-10')),
    ];
    const all = [
      ...sent,
      event('waits', '2026-03-05', 'waiting', null),
      event('returned', '2026-03-06', 'returned', null),
      event('under way', '2026-03-30', 'announced', null),
      event('coming', '2026-03-31', 'approved', null, 0),
      event('after', '2026-04-02', 'waiting', null),
      event('late', '2026-03-07', 'released', at('2026-04-01')),
      event('withdrawn', '2026-03-08', 'withdrawn', null),
    ];
    const told = deadlineOf('2026-03-31', sent, all);
    const ids = (events: RatingEvent[]) => events.map(({ tournament }) => tournament.id);
    expect(ids(told.sent)).toEqual(['first', 'second']);
    expect(ids(told.missing)).toEqual(['waits', 'returned']);
    expect(ids(told.unconfirmed)).toEqual(['under way']);
    expect(ids(told.late)).toEqual(['late']);
  });
});

describe('how a file stands', () => {
  const at = (parts: object): Tournament => ({ approval: null, released: null, ...parts }) as Tournament;
  const released = { by_account_id: OFFICER, at_ms: 2_000, ranking_version: 1, unlisted_entrant_ids: [] };

  it.each([
    ['announced', at({ rating_state: 'announced' }), /^No rating officer has approved the event/],
    ['approved', at({ rating_state: 'approved', approval: APPROVAL }), /^A rating officer approved the event on 1 January 1970/],
    ['waiting', at({ rating_state: 'waiting' }), /^It waits for a rating officer/],
    ['approved and waiting', at({ rating_state: 'waiting', approval: APPROVAL }), /Its file waits to be released\.$/],
    ['released', at({ rating_state: 'released', approval: APPROVAL, released }), /^A rating officer released its file on/],
    [
      'released by an earlier program',
      at({ rating_state: 'released', approval: { ...APPROVAL, federation: null } }),
      /when no release was needed\.$/,
    ],
    ['correction', at({ rating_state: 'correction', approval: APPROVAL, released }), /waits for another rating officer/],
    ['withdrawn', at({ rating_state: 'withdrawn' }), /withdrew the approval/],
    ['a variant', at({ rating_state: null }), /^$/],
  ])('is said: %s', (_, tournament, said) => {
    expect(standingSentence(tournament)).toMatch(said);
  });

  it('is told by name to whoever is signed in', () => {
    asAccount(GUEST);
    expect(standingSentence(at({ rating_state: 'waiting', approval: APPROVAL }))).toMatch(/^Halvar Noreng approved the event for NOR on/);
    expect(standingSentence(at({ rating_state: 'released', approval: APPROVAL, released }))).toMatch(/^Halvar Noreng released its file/);
  });
});

describe('what a version has otherwise, line by line', () => {
  const before =
    '%%Tournament: UNRATED\n%_% +1, Berg\n%_% +3, Dahl\n%Round: 1\n 1 (30)<(34) 2 B\n 3 (40)>(24) 4 W\n%Round: 2\n 5 (32)=(32) 6 B\n';
  const after =
    '%%Tournament: Rated\n%_% +1, Berg\n%_% +4, Dahl\n%Round: 1\n 1 (33)>(31) 2 B\n 3 (40)>(24) 4 W\n%Round: 2\n 5 (32)=(32) 6 B\n';

  it('is told with the heading of its round', () => {
    const diff = lineDiff(before, after) ?? [];
    expect(changedLines(diff).map(({ kind, text }) => `${kind} ${text.trim()}`)).toEqual([
      'out %%Tournament: UNRATED',
      'in %%Tournament: Rated',
      'out %_% +3, Dahl',
      'in %_% +4, Dahl',
      'same %Round: 1',
      'out 1 (30)<(34) 2 B',
      'in 1 (33)>(31) 2 B',
    ]);
  });

  it('is nothing where both are alike, and each text can be made from it', () => {
    expect(changedLines(lineDiff(before, before) ?? [])).toEqual([]);
    const diff = lineDiff(before, after) ?? [];
    const text = (left: string): string =>
      diff
        .filter(({ kind }) => kind !== left)
        .map((line) => `${line.text}\n`)
        .join('');
    expect([text('in'), text('out')]).toEqual([before, after]);
  });

  it('is not reckoned of texts that no rating file is as long as', () => {
    expect(lineDiff('a\n'.repeat(3_001), 'b\n')).toBeNull();
  });
});
