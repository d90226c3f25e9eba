import { accountNames } from '../../contract/account-names.svelte';
import { session } from '../../contract/session.svelte';
import { appealing, isOpen } from '../../event/appeals';
import { nameOf, roleOf } from '../../event/officials';
import { paragraphOf, penaltyRules, PENALTIES, type PenaltyKind } from '../../event/penalties';
import { squaresIn, variantOf } from '../../event/variant';
import { say, t, type PlainKey } from '../../i18n';
import { formatScore } from '../../i18n/numbers';
import { live } from '../../live/live.svelte';
import { accounts } from '../kit/accounts';
import { actOn, type Act } from '../kit/act';
import { askedIf, optional, startingWith, type Known, type Option } from '../kit/field';
import { count, lines, oneOf, someOf } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { memberChair } from './accounts';
import { penaltyFields, penaltyInput, penaltyName } from './penalty';
import { holds, ofOffice } from './proceedings';
import { boardKey, boardOf, boardOptions, nameIn, type OnAppeal, type OnDecision } from './subjects';

const INBOX = { page: '/t/:tournament/desk/rulings', at: 'What waits' } as const;
const MOST_DISCS = 64;
const MOST_DECISION = 4000;

/** That there is no appeal by the event's rules, with their paragraph where a text says so. */
export function finalText({ tournament }: Pick<OnEvent, 'tournament'>): string {
  const paragraph = paragraphOf(tournament, 'penalties.appeals');
  return paragraph === '' ? say('appeal.no.final') : t('appeal.no.final.rule', { paragraph });
}

/** Why a decision cannot be appealed, in words. */
function appealText(subject: OnDecision): string | null {
  const can = appealing(subject.decision, subject.rulings.known, subject.tournament, live.clock.now());
  if (can.may) return null;
  return can.why === 'final' ? finalText(subject) : t(`appeal.no.${can.why}`, { paragraph: can.paragraph });
}

export const fileAppeal = actOn<OnDecision>()('file_appeal', {
  place: { page: '/t/:tournament/seat', at: 'Your rulings' },
  deed: null,
  title: () => say('appeal.file'),
  fields: { reason: lines<OnDecision>({ label: 'appeal.reason', most: 500, rows: 3 }) },
  name: () => say('appeal.file.do'),
  blocked: appealText,
  path: ofEvent,
  body: ({ reason }, { decision, entrant }) => ({
    ruling_id: 'ruling' in decision ? decision.ruling.id : null,
    protest_id: 'protest' in decision ? decision.protest.id : null,
    entrant_id: entrant,
    reason,
  }),
  done: () => say('appeal.file.done'),
});

const ofAppeal = ({ event, appeal }: OnAppeal): { tournament_id: string; appeal_id: string } => ({
  tournament_id: event.id,
  appeal_id: appeal.id,
});
const closed = ({ appeal }: OnAppeal): string | null => (isOpen(appeal) ? null : say('appeal.blocked.decided'));

/** Why the caller does not appoint a committee; null where he does. */
export function mayAppoint(subject: OnEvent): string | null {
  const rules = penaltyRules(subject.tournament).appeals;
  if (!rules) return finalText(subject);
  if (rules.body === 'head_arbiter' && !rules.referral_to_committee) return say('committee.blocked.none');
  const offices = rules.body === 'committee' ? ['head_director', 'organiser'] : ['head_arbiter', 'organiser'];
  return holds(subject, offices) ? null : say(rules.body === 'committee' ? 'committee.blocked.director' : 'committee.blocked.arbiter');
}

export const officialOptions = ({ tournament }: OnEvent): Option[] =>
  tournament.officials.map((one) => ({ value: one.account_id, text: `${nameOf(tournament, one)} (${roleOf(one)})` }));

const standing = ({ tournament }: OnEvent): boolean => Boolean(tournament.appeals_committee?.chair_account_id);

export const committeeActs = {
  standing: actOn<OnAppeal>()('appoint_committee', {
    deed: ofOffice('appoint_committee'),
    place: INBOX,
    title: () => say('committee.refer.standing'),
    fields: {},
    blocked: (subject) => closed(subject) ?? mayAppoint(subject) ?? (standing(subject) ? null : say('committee.blocked.no_standing')),
    path: ofAppeal,
    body: () => ({ member_account_ids: [] }),
  }),
  chosen: actOn<OnAppeal>()('appoint_committee', {
    deed: ofOffice('appoint_committee'),
    place: INBOX,
    title: () => say('committee.refer'),
    fields: {
      members: someOf<OnAppeal>({ label: 'committee.members', options: officialOptions }),
      others: optional(accounts<OnAppeal>('committee.others')),
      chair: memberChair<OnAppeal>(officialOptions),
    },
    name: ({ members, others }) => t('committee.refer.do', { count: members.length + (others?.length ?? 0) }),
    blocked: (subject) => closed(subject) ?? mayAppoint(subject),
    path: ofAppeal,
    body: ({ members, others, chair }) => ({ member_account_ids: [...members, ...(others ?? [])], chair_account_id: chair }),
  }),
} satisfies Record<string, Act<OnAppeal>>;

/** Whether the caller sits on the committee that hears it. */
export const hears = ({ appeal }: Pick<OnAppeal, 'appeal'>): boolean => appeal.member_account_ids.includes(session.account?.id ?? '');
const isOfficial = ({ tournament }: OnEvent): boolean => tournament.officials.some((one) => one.account_id === session.account?.id);

export const noteTestimony = actOn<OnAppeal>()('note_testimony', {
  deed: null,
  place: INBOX,
  title: () => say('testimony.note'),
  fields: { testimony: lines<OnAppeal>({ label: 'testimony.text', hint: 'testimony.hint', most: 500, rows: 3 }) },
  blocked: (subject) => closed(subject) ?? (hears(subject) || isOfficial(subject) ? null : say('testimony.blocked')),
  path: ofAppeal,
  body: ({ testimony }) => ({ testimony }),
});

/** Why the caller does not decide an appeal; null where nothing known stands against it. */
function mayDecide(subject: OnAppeal): string | null {
  const { appeal, tournament } = subject;
  const over = closed(subject);
  if (over !== null) return over;
  if (appeal.chair_account_id !== null) {
    if (appeal.chair_account_id !== session.account?.id)
      return t('appeal.blocked.chair', { name: accountNames.of(appeal.chair_account_id) });
    const needsTestimony = penaltyRules(tournament).appeals?.body === 'committee' && appeal.testimony.length === 0;
    return needsTestimony ? say('appeal.blocked.testimony') : null;
  }
  if (penaltyRules(tournament).appeals?.body === 'committee') return say('appeal.blocked.committee');
  return holds(subject, ['head_arbiter', 'organiser']) ? null : say('appeal.blocked.arbiter');
}

type Effect = 'dismiss' | 'nothing' | 'annul' | 'replace' | 'result';

const rulingOf = ({ appeal, rulings }: OnAppeal) => rulings.known.rulings.find((one) => one.id === appeal.ruling_id) ?? null;
const boardOfAppeal = (subject: OnAppeal): { round: number; table: number } | null => {
  const { appeal, rulings } = subject;
  const at = rulingOf(subject)?.penalty ?? rulings.known.protests.find((one) => one.id === appeal.protest_id);
  return at && at.round !== null && at.table !== null ? { round: at.round, table: at.table } : null;
};
const isBy =
  (effect: Effect, ...effects: Effect[]) =>
  (): boolean =>
    effects.includes(effect);
const kindIn = (known: Known): PenaltyKind | null => (known['kind'] as PenaltyKind | undefined) ?? null;

function decidingBy(effect: Effect): Act<OnAppeal> {
  const title: PlainKey = `appeal.decide.${effect}`;
  const fields = {
    kind: askedIf(
      isBy(effect, 'replace'),
      oneOf<OnAppeal>({
        label: 'appeal.replacement',
        options: ({ tournament }) =>
          PENALTIES.filter((kind) => penaltyRules(tournament).known.includes(kind)).map((kind) => ({
            value: kind,
            text: say(`penalty.${kind}`),
          })),
      }),
    ),
    ...penaltyFields<OnAppeal>({
      kind: kindIn,
      offender: (_, subject) => rulingOf(subject)?.entrant_id ?? null,
      board: boardOfAppeal,
    }),
    at: askedIf(
      isBy(effect, 'result'),
      startingWith<string, OnAppeal>(
        (subject) => {
          const at = boardOfAppeal(subject);
          return at ? boardKey(at.round, at.table) : '';
        },
        oneOf<OnAppeal>({ label: 'penalty.board', options: (subject) => boardOptions(subject) }),
      ),
    ),
    score: askedIf(isBy(effect, 'result'), count<OnAppeal>({ label: 'dispute.discs', least: 0, most: MOST_DISCS })),
    decision: lines<OnAppeal>({ label: 'appeal.decision', most: MOST_DECISION, rows: 4 }),
  };
  return actOn<OnAppeal>()('decide_appeal', {
    // Whoever presides need hold no office.
    deed: null,
    place: INBOX,
    title: () => say(title),
    fields,
    name: (values, subject) => {
      if (effect === 'replace') {
        const kind = kindIn(values);
        return kind
          ? t('appeal.decide.replace.do', { penalty: penaltyName(kind, values, subject, rulingOf(subject)?.entrant_id ?? null) })
          : say(title);
      }
      if (effect !== 'result') return say(title);
      const discs = values.score ?? 0;
      return t('appeal.decide.result.do', { score: formatScore(discs, squaresIn(variantOf(subject.tournament)) - discs) });
    },
    blocked: (subject) => {
      const barred = mayDecide(subject);
      if (barred !== null) return barred;
      return (effect === 'annul' || effect === 'replace') && rulingOf(subject) === null ? say('appeal.blocked.no_ruling') : null;
    },
    touches: ({ appeal }) => (appeal.entrant_id === null ? [] : [appeal.entrant_id]),
    ask: (_, subject) => ({
      title: t('act.question', { act: say(title) }),
      text: t('appeal.decide.text', { name: nameIn(subject, subject.appeal.entrant_id) }),
      agree: say('appeal.decide.agree'),
    }),
    path: ofAppeal,
    body: (values) => {
      const kind = kindIn(values);
      const at = boardOf(values.at);
      return {
        upheld: effect !== 'dismiss',
        effect: effect === 'dismiss' ? 'nothing' : effect,
        decision: values.decision,
        ...(effect === 'replace' && kind ? { replacement: penaltyInput(kind, values) } : {}),
        ...(effect === 'result' && at ? { ...at, black_discs: values.score ?? 0 } : {}),
      };
    },
    accepts: { departure_unconfirmed: 'accept_deviations' },
  });
}

export const appealActs = {
  dismiss: decidingBy('dismiss'),
  nothing: decidingBy('nothing'),
  annul: decidingBy('annul'),
  replace: decidingBy('replace'),
  result: decidingBy('result'),
};
