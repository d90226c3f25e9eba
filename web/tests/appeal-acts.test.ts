import { afterEach, describe, expect, it } from 'vitest';
import { appealActs, committeeActs, fileAppeal, noteTestimony } from '../src/acts/rulings/appeals';
import { appointAppealsCommittee, dissolveAppealsCommittee, nameChair } from '../src/acts/rulings/committee';
import type { OnAppeal, OnDecision } from '../src/acts/rulings/subjects';
import type { Raw } from '../src/acts/kit/field';
import { PENALTIES } from '../src/event/penalties';
import { ARBITER, asAccount, asked, ASSISTANT, DIRECTOR, filled, GUEST, ruledEvent, sent } from './ruled-event';

const HEAD_ARBITER = { body: 'head_arbiter', referral_to_committee: true, window_ms: 3_600_000, before_next_pairing: false };
const COMMITTEE = { ...HEAD_ARBITER, body: 'committee' };
const rules = (appeals: object | null) => ({ known: [...PENALTIES], appeals });
const RULING = {
  id: 'r',
  entrant_id: 'ove',
  status: 'in_force',
  at_ms: Date.now(),
  penalty: { kind: 'warning', round: 1, table: 1 },
};
const APPEAL = {
  id: 'a',
  entrant_id: 'ove',
  ruling_id: 'r',
  protest_id: null,
  chair_account_id: null,
  member_account_ids: [],
  testimony: [],
  decided: false,
  fallen: false,
};
const known = { rulings: [RULING], protests: [{ id: 'p', round: 1, table: 2 }], appeals: [] as object[], disputes: [] };

const on = (appeal: object = {}, appeals: object | null = HEAD_ARBITER, event: object = {}): OnAppeal =>
  ({ ...ruledEvent(rules(appeals), event), rulings: { known }, appeal: { ...APPEAL, ...appeal } }) as unknown as OnAppeal;

afterEach(() => asAccount(null));

describe('an appeal', () => {
  const of = (decision: object, appeals: object | null = HEAD_ARBITER, filed: object[] = []): OnDecision =>
    ({
      ...ruledEvent(rules(appeals)),
      rulings: { known: { ...known, appeals: filed } },
      decision,
      entrant: 'ove',
    }) as unknown as OnDecision;
  const ruling = (more: object = {}) => ({ ruling: { ...RULING, ...more } });

  it('is filed against a ruling, or against the decision of a protest', () => {
    const raw = { reason: 'It was not me' };
    expect(sent(fileAppeal, of(ruling()), raw)).toEqual([
      'File the appeal',
      { ruling_id: 'r', protest_id: null, entrant_id: 'ove', reason: 'It was not me' },
    ]);
    const protest = { protest: { id: 'p', decided: true, round: 1, at_ms: Date.now() } };
    expect(sent(fileAppeal, of(protest), raw)[1]).toMatchObject({ ruling_id: null, protest_id: 'p' });
    expect(fileAppeal.deed(of(ruling())), 'it is no act of an office').toBeNull();
  });

  it.each<[string, OnDecision, string | null]>([
    ['a ruling in force', of(ruling()), null],
    ['a ruling under rules without appeals', of(ruling(), null), 'The director’s decision is final: there is no appeal (MSO 4.3)'],
    [
      'a proposed penalty',
      of(ruling({ status: 'proposed' })),
      'Not in force: another senior organiser reviews it first (MSO 5). Then you may appeal.',
    ],
    ['a ruling that fell', of(ruling({ status: 'annulled' })), 'Not in force'],
    ['an open protest', of({ protest: { id: 'p', decided: false } }), 'Not decided yet'],
    ['what is appealed', of(ruling(), HEAD_ARBITER, [APPEAL]), 'Appealed already'],
    ['a ruling of long ago', of(ruling({ at_ms: 0 })), 'The time for an appeal is over (MSO 4.3)'],
    [
      'a game before the next pairing, which is made',
      of(ruling({ penalty: { round: 0 } }), { ...HEAD_ARBITER, before_next_pairing: true }),
      'The next round is paired: too late (MSO 4.3)',
    ],
  ])('%s', (_, subject, why) => expect(fileAppeal.blocked(subject)).toBe(why));
});

describe('the decision of an appeal', () => {
  it.each<[keyof typeof appealActs, Record<string, Raw>, string, object]>([
    ['dismiss', {}, 'Dismiss the appeal', { upheld: false, effect: 'nothing' }],
    ['nothing', {}, 'Uphold it, and change nothing', { upheld: true, effect: 'nothing' }],
    ['annul', {}, 'Uphold it: the ruling falls', { upheld: true, effect: 'annul' }],
    [
      'replace',
      { kind: 'loss_of_game' },
      'Uphold it: Award the game to Tove Brandvold, 64–0 in its place',
      { upheld: true, effect: 'replace', replacement: expect.objectContaining({ kind: 'loss_of_game', round: 1, table: 1 }) },
    ],
    [
      'result',
      { score: '40' },
      'Uphold it: the game counts 40–24',
      { upheld: true, effect: 'result', round: 1, table: 1, black_discs: 40 },
    ],
  ])('%s with %j is called “%s”', (effect, raw, name, body) => {
    const decision = 'Two saw it.';
    expect(sent(appealActs[effect], on(), { decision, ...raw })).toEqual([name, { decision, ...body }]);
    expect(appealActs[effect].ask(filled(appealActs[effect], on(), { decision, ...raw }).known, on())).toMatchObject({
      title: `${appealActs[effect].title(on())}?`,
      text: 'Ove Sandmark reads the decision. It is final.',
      agree: 'Decide it so',
    });
  });

  it('asks for what its effect needs: the penalty in place of the other, or the game and its score', () => {
    expect(asked(appealActs.annul, on())).toEqual(['The decision, in writing']);
    expect(asked(appealActs.replace, on(), { kind: 'points' })).toEqual([
      'Which penalty takes its place',
      'Of which game; empty: of the whole tournament',
      'Points taken',
      'The decision, in writing',
    ]);
    const ofProtest = on({ ruling_id: null, protest_id: 'p' });
    expect(sent(appealActs.result, ofProtest, { decision: 'Two saw it.', score: '30' })[1]).toMatchObject({ round: 1, table: 2 });
  });

  it.each<[string, string, OnAppeal, string | null]>([
    ['the head arbiter, alone', ARBITER, on(), null],
    ['the director', DIRECTOR, on(), 'The head arbiter decides, or the organiser where the head arbiter ruled'],
    ['whoever presides', GUEST, on({ chair_account_id: GUEST }), null],
    ['the arbiter where somebody else presides', ARBITER, on({ chair_account_id: ASSISTANT }), 'Clara Ostrander presides and decides'],
    ['anybody before a committee hears it', ARBITER, on({}, COMMITTEE), 'A committee is appointed first'],
    ['whoever presides before testimony', GUEST, on({ chair_account_id: GUEST }, COMMITTEE), 'Testimony is noted before the decision'],
    ['whoever presides after it', GUEST, on({ chair_account_id: GUEST, testimony: ['Seen'] }, COMMITTEE), null],
    ['the arbiter of what is decided', ARBITER, on({ decided: true }), 'It is decided'],
  ])('is made by %s', (_, account, subject, why) => {
    asAccount(account);
    expect(appealActs.dismiss.blocked(subject)).toBe(why);
  });

  it('changes no ruling where it is about none', () => {
    asAccount(ARBITER);
    const ofProtest = on({ ruling_id: null, protest_id: 'p' });
    expect([appealActs.annul.blocked(ofProtest), appealActs.nothing.blocked(ofProtest)]).toEqual(['It is about no ruling', null]);
  });
});

describe('testimony', () => {
  it('is noted by the committee or an official', () => {
    const why = (account: string): string | null => {
      asAccount(account);
      return noteTestimony.blocked(on({ member_account_ids: [GUEST] }));
    };
    expect([why(GUEST), why(DIRECTOR), why('somebody')]).toEqual([null, null, 'The committee or an official notes it']);
    expect(sent(noteTestimony, on(), { testimony: 'He was asked for the time' })).toEqual([
      'Note testimony',
      { testimony: 'He was asked for the time' },
    ]);
  });
});

describe('a committee', () => {
  const STANDING = { appeals_committee: { chair_account_id: ARBITER, member_account_ids: [ARBITER, ASSISTANT] } };

  it('hears an appeal: the one of the event, or one of its own whose chair is a member', () => {
    asAccount(ARBITER);
    const { standing, chosen } = committeeActs;
    expect(sent(standing, on(), {})).toEqual(['Refer it to the committee of the event', { member_account_ids: [] }]);
    const members = [ASSISTANT, DIRECTOR];
    expect(sent(chosen, on(), { members, others: GUEST, chair: GUEST })).toEqual([
      'Refer it to a committee of 3',
      { member_account_ids: [...members, GUEST], chair_account_id: GUEST },
    ]);
    expect(filled(chosen, on(), { members, chair: ARBITER }).missing).toEqual(['Who presides']);
    expect([standing.blocked(on()), chosen.blocked(on())]).toEqual([
      'There is no committee of the event that somebody presides over',
      null,
    ]);
    expect(standing.blocked(on({}, HEAD_ARBITER, STANDING))).toBeNull();
    expect(chosen.blocked(on({ decided: true }))).toBe('It is decided');
  });

  it.each<[string, object | null, string | null]>([
    [ARBITER, HEAD_ARBITER, null],
    [DIRECTOR, HEAD_ARBITER, 'The head arbiter or the organiser appoints it'],
    [DIRECTOR, COMMITTEE, null],
    [ARBITER, COMMITTEE, 'The head director or the organiser appoints it'],
    [ARBITER, { ...HEAD_ARBITER, referral_to_committee: false }, 'The rules know no committee'],
    [DIRECTOR, null, 'The director’s decision is final: there is no appeal (MSO 4.3)'],
  ])('is appointed beforehand by %s under %j: %j', (account, appeals, why) => {
    asAccount(account);
    expect(appointAppealsCommittee.blocked(ruledEvent(rules(appeals)))).toBe(why);
  });

  it('may have no chair yet, whom its members then select', () => {
    const event = ruledEvent(rules(HEAD_ARBITER));
    expect(appointAppealsCommittee.title(event)).toBe('Appoint a committee beforehand');
    expect(sent(appointAppealsCommittee, event, { members: [ASSISTANT] })).toEqual([
      'Appoint a committee of 1',
      { member_account_ids: [ASSISTANT], chair_account_id: null },
    ]);
    const appointed = ruledEvent(rules(HEAD_ARBITER), STANDING);
    expect(appointAppealsCommittee.title(appointed)).toBe('Appoint another committee');
    expect(sent(nameChair, appointed, { chair: ASSISTANT })).toEqual(['Let Clara Ostrander preside', { chair_account_id: ASSISTANT }]);
    const why = (account: string): string | null => {
      asAccount(account);
      return nameChair.blocked(appointed);
    };
    expect([why(ASSISTANT), why(DIRECTOR)]).toEqual([null, 'Its members say so']);
    expect(nameChair.blocked(event)).toBe('There is no committee of the event that somebody presides over');
  });

  it('is dissolved after a question, where there is one', () => {
    asAccount(ARBITER);
    const appointed = ruledEvent(rules(HEAD_ARBITER), STANDING);
    expect(dissolveAppealsCommittee.blocked(appointed)).toBeNull();
    expect(dissolveAppealsCommittee.blocked(ruledEvent(rules(HEAD_ARBITER)))).toBe(
      'There is no committee of the event that somebody presides over',
    );
    expect(dissolveAppealsCommittee.ask({}, appointed)).toEqual({
      title: 'Dissolve the committee?',
      text: 'Appeals that it hears already stay with it.',
      agree: 'Dissolve the committee',
    });
    expect(dissolveAppealsCommittee.danger).toBe(true);
  });
});
