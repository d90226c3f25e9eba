import { session } from '../../contract/session.svelte';
import type { Tournament } from '../../contract/types';
import { imposes, officeInEvent, paragraphOf, penaltyRules } from '../../event/penalties';
import { penaltyText } from '../../event/penalty-text';
import { asWords, listText, say, t, textOf, type PlainKey } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn, type Act } from '../kit/act';
import { askedIf, optional, startingWith } from '../kit/field';
import { choice, lines, oneOf, reason } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { boardKey, boardOf, boardOptions, nameIn, type OnProtest, type OnReport, type OnRuling, type OnRulings } from './subjects';

const INBOX = { page: '/t/:tournament/desk/rulings', at: 'What waits' } as const;
/** Who reviews a grave penalty, and hears appeals. */
const SENIOR = ['organiser', 'head_arbiter'];

const ofRuling = ({ event, ruling }: OnRuling): { tournament_id: string; ruling_id: string } => ({
  tournament_id: event.id,
  ruling_id: ruling.id,
});

/** Whether the caller holds one of these offices in the event. */
export const holds = ({ tournament }: OnEvent, offices: readonly string[]): boolean =>
  tournament.officials.some((one) => one.account_id === session.account?.id && offices.includes(one.role));

/**
 * What the contract calls an act where it says who may do it. It knows the directors' offices alone: what a head arbiter or
 * an organiser may do the rules of penalties and appeals say.
 */
export const ofOffice =
  (deed: string) =>
  (subject: OnEvent): string | null =>
    holds(subject, SENIOR) ? null : deed;

/** To whom the rules give penalties and the decisions of protests, said to whom they do not. */
export function officesText(tournament: Tournament): string {
  const held = penaltyRules(tournament).imposed_by.map((one) => textOf(`officials.${officeInEvent(one)}`) ?? asWords(one));
  const paragraph = paragraphOf(tournament, 'penalties.imposed_by');
  const offices = listText(held);
  return paragraph === '' ? t('penalty.blocked.office', { offices }) : t('penalty.blocked.office.rule', { offices, paragraph });
}

function reviewing(confirmed: boolean): Act<OnRuling> {
  const key = confirmed ? 'review.confirm' : 'review.refuse';
  const does = (subject: OnRuling): string =>
    t(key, { penalty: penaltyText(subject.ruling.penalty, subject.tournament), name: nameIn(subject, subject.ruling.entrant_id) });
  return actOn<OnRuling>()('review_penalty', {
    deed: ofOffice('review_penalty'),
    place: INBOX,
    title: does,
    fields: {},
    blocked: (subject) => {
      if (subject.ruling.status !== 'proposed') return say('review.blocked.done');
      if (subject.ruling.by_account_id === session.account?.id) return say('review.blocked.own');
      return holds(subject, SENIOR) ? null : say('review.blocked.senior');
    },
    touches: ({ ruling }) => (ruling.entrant_id === null ? [] : [ruling.entrant_id]),
    ask: (_, subject) => ({
      title: t('act.question', { act: does(subject) }),
      text: say(confirmed ? 'review.confirm.text' : 'review.refuse.text'),
      agree: say(confirmed ? 'review.confirm.agree' : 'review.refuse.agree'),
    }),
    path: ofRuling,
    body: () => ({ confirmed }),
    danger: confirmed,
  });
}

export const reviewActs = { confirm: reviewing(true), refuse: reviewing(false) };

/** Rulings of the event as something may have led to them. */
const rulingOptions = (subject: OnRulings): { value: string; text: string }[] =>
  subject.rulings.known.rulings.toReversed().map((one) => ({
    value: one.id,
    text: t('ruling.option', { name: nameIn(subject, one.entrant_id), penalty: penaltyText(one.penalty, subject.tournament) }),
  }));

function deciding(upheld: boolean): Act<OnProtest> {
  const title: PlainKey = upheld ? 'protest.uphold' : 'protest.dismiss';
  return actOn<OnProtest>()('decide_protest', {
    deed: ofOffice('decide_protest'),
    place: INBOX,
    title: () => say(title),
    fields: {
      ruling: askedIf(() => upheld, optional(oneOf<OnProtest>({ label: 'protest.ruling', options: rulingOptions }))),
      reason: reason<OnProtest>(500, 'ruling.reason.parties'),
    },
    name: (_, subject) => t(upheld ? 'protest.uphold.of' : 'protest.dismiss.of', { name: nameIn(subject, subject.protest.entrant_id) }),
    blocked: ({ protest, tournament }) => {
      if (protest.decided) return say('protest.blocked.decided');
      return imposes(tournament, session.account?.id) ? null : officesText(tournament);
    },
    touches: ({ protest }) => [protest.entrant_id, protest.against_entrant_id ?? ''],
    path: ({ event, protest }) => ({ tournament_id: event.id, protest_id: protest.id }),
    body: ({ ruling, reason }) => ({ upheld, ruling_id: ruling ?? null, reason }),
  });
}

export const protestActs = { uphold: deciding(true), dismiss: deciding(false) };

/** A protest to come: the own, where the entrant is given, or a player's whom the desk writes down for. */
export interface OnProtesting extends OnEvent {
  entrant: string | null;
  round: number | null;
  table: number | null;
}

const entrantsOf = ({ tournament }: OnEvent): { value: string; text: string }[] =>
  tournament.entrants.map((one) => ({ value: one.id, text: fullName(one) }));

export const fileProtest = actOn<OnProtesting>()('file_protest', {
  place: { page: '/t/:tournament/seat', at: 'Protest' },
  deed: ({ entrant }) => (entrant === null ? 'file_protest' : null),
  title: ({ entrant }) => say(entrant === null ? 'protest.file.for' : 'protest.file'),
  fields: {
    entrant: askedIf((_, subject) => subject.entrant === null, oneOf<OnProtesting>({ label: 'protest.who', options: entrantsOf })),
    board: startingWith(
      ({ round, table }) => (round !== null && table !== null ? boardKey(round, table) : ''),
      optional(
        oneOf<OnProtesting>({
          label: 'protest.board',
          options: (subject, known) => boardOptions(subject, subject.entrant ?? (known['entrant'] as string | undefined) ?? null),
        }),
      ),
    ),
    against: optional(
      oneOf<OnProtesting>({
        label: 'protest.against',
        options: (subject) => entrantsOf(subject).filter((one) => one.value !== subject.entrant),
      }),
    ),
    reason: lines<OnProtesting>({ label: 'protest.reason', most: 500, rows: 3 }),
  },
  name: ({ entrant }, subject) =>
    subject.entrant === null ? t('protest.file.for.do', { name: nameIn(subject, entrant) }) : say('protest.file.do'),
  touches: () => [],
  path: ofEvent,
  body: ({ entrant, board, against, reason }, subject) => ({
    entrant_id: subject.entrant ?? entrant ?? '',
    against_entrant_id: against,
    ...(boardOf(board) ?? { round: null, table: null }),
    reason,
  }),
  done: () => say('protest.file.done'),
});

type Outcome = 'noted' | 'acted_upon' | 'dismissed';

function answering(outcome: Outcome): Act<OnReport> {
  return actOn<OnReport>()('answer_report', {
    place: INBOX,
    title: () => say(`report.answer.${outcome}`),
    fields: {
      ruling: askedIf(() => outcome === 'acted_upon', oneOf<OnReport>({ label: 'report.ruling', options: rulingOptions })),
      reason: askedIf(() => outcome === 'dismissed', reason<OnReport>(500, 'ruling.reason.record')),
      note: askedIf(() => outcome !== 'dismissed', optional(reason<OnReport>(500, 'report.note'))),
    },
    blocked: ({ report }) => (report.outcome === null ? null : say('report.blocked.answered')),
    touches: ({ event, report }) => {
      const board = event.boardAt(report);
      return board ? [board.black_entrant_id, board.white_entrant_id] : [];
    },
    path: ({ event, report }) => ({ tournament_id: event.id, report_id: report.id }),
    body: ({ ruling, reason, note }) => ({ outcome, ruling_id: ruling ?? null, reason: reason ?? note ?? null }),
  });
}

export const reportActs = { noted: answering('noted'), acted_upon: answering('acted_upon'), dismissed: answering('dismissed') };

/** Somebody who looks on at a board, and whether they are a monitor of the event. */
export interface OnLooking extends OnEvent {
  round: number;
  table: number;
}

export const reportIrregularity = actOn<OnLooking>()('report_irregularity', {
  place: { page: '/g/:game', at: 'Report something to the officials' },
  deed: null,
  title: () => say('report.title'),
  fields: {
    claim: askedIf(
      (_, subject) => holds(subject, ['monitor']),
      choice<'none' | 'overtime' | 'basic_time', OnLooking>({
        label: 'report.claim',
        options: { none: 'report.claim.none', overtime: 'report.claim.overtime', basic_time: 'report.claim.basic_time' },
      }),
    ),
    text: lines<OnLooking>({ label: 'report.text', most: 500, rows: 3 }),
  },
  name: () => say('report.do'),
  path: ({ event, round, table }) => ({ tournament_id: event.id, round, table }),
  body: ({ claim, text }) => ({ text, claim: claim === undefined || claim === 'none' ? null : claim }),
  done: () => say('report.done'),
});
