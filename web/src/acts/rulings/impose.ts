import { session } from '../../contract/session.svelte';
import { imposes, PENALTIES, penaltyRules, type PenaltyKind } from '../../event/penalties';
import { say, t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { account } from '../kit/accounts';
import { actOn, type Act } from '../kit/act';
import { askedIf, type Known } from '../kit/field';
import { oneOf, reason } from '../kit/fields';
import { ofEvent } from '../kit/subjects';
import { forSpectators, paragraphField, penaltyFields, penaltyInput, penaltyName, SPECTATOR } from './penalty';
import { officesText, ofOffice } from './proceedings';
import type { OnOffence } from './subjects';

/** Penalties that are not brought back by a wrong word: they are asked about. */
const FOR_GOOD: readonly PenaltyKind[] = ['expulsion', 'disqualification', 'series_disqualification', 'ban'];

/** Those by which an entrant's part in the event ends. */
const PUTS_OUT: readonly PenaltyKind[] = ['expulsion', 'disqualification'];

const offenderOf = (known: Known, { offender }: OnOffence): string | null => offender ?? (known['offender'] as string | undefined) ?? null;

function imposing(kind: PenaltyKind): Act<OnOffence> {
  const isReviewed = ({ tournament }: OnOffence): boolean => penaltyRules(tournament).reviewed.includes(kind);
  const fields = {
    offender: askedIf(
      (_, subject) => subject.offender === null,
      oneOf<OnOffence>({
        label: 'penalty.offender',
        options: ({ tournament }) => [
          ...tournament.entrants.map((one) => ({ value: one.id, text: fullName(one) })),
          ...(forSpectators(kind) ? [{ value: SPECTATOR, text: t('penalty.spectator') }] : []),
        ],
      }),
    ),
    account: askedIf((known) => known['offender'] === SPECTATOR, account<OnOffence>('penalty.account')),
    ...penaltyFields<OnOffence>({
      kind: () => kind,
      offender: offenderOf,
      board: ({ round, table }) => (round !== null && table !== null ? { round, table } : null),
    }),
    paragraph: paragraphField<OnOffence>(() => kind),
    reason: reason<OnOffence>(500, 'penalty.reason'),
  };
  return actOn<OnOffence>()('impose_penalty', {
    deed: ofOffice(PUTS_OUT.includes(kind) ? 'impose_penalty.expulsion' : 'impose_penalty'),
    place: { page: '/t/:tournament/desk/rulings', at: 'Penalties' },
    title: (subject) => t(isReviewed(subject) ? 'penalty.propose' : 'penalty.plain', { penalty: say(`penalty.${kind}`) }),
    fields,
    name: (values, subject) => {
      const does = penaltyName(kind, values, subject, offenderOf(values, subject), values.account);
      return isReviewed(subject) ? t('penalty.propose', { penalty: does }) : does;
    },
    blocked: ({ tournament }) => {
      if (!penaltyRules(tournament).known.includes(kind)) return say('penalty.blocked.unknown');
      return imposes(tournament, session.account?.id) ? null : officesText(tournament);
    },
    touches: ({ offender }) => (offender === null ? [] : [offender]),
    ask: (values, subject) =>
      FOR_GOOD.includes(kind)
        ? {
            title: t(isReviewed(subject) ? 'penalty.ask.propose' : 'penalty.ask', {
              does: penaltyName(kind, values, subject, offenderOf(values, subject), values.account),
            }),
            text: say(isReviewed(subject) ? 'penalty.ask.review' : `penalty.ask.${kind as 'ban'}`),
            agree: say(isReviewed(subject) ? 'penalty.propose.agree' : `penalty.${kind}`),
          }
        : null,
    path: ofEvent,
    body: (values, subject) => {
      const offender = offenderOf(values, subject);
      const isSpectator = offender === SPECTATOR;
      return {
        entrant_id: isSpectator ? null : offender,
        spectator_account_id: isSpectator ? (values.account ?? '') : null,
        penalty: penaltyInput(kind, values),
        paragraph: values.paragraph,
        reason: values.reason,
      };
    },
    accepts: { departure_unconfirmed: 'accept_deviations' },
    danger: FOR_GOOD.includes(kind),
  });
}

/** Every penalty by its kind. */
export const penaltyActs = Object.fromEntries(PENALTIES.map((kind) => [kind, imposing(kind)])) as Record<PenaltyKind, Act<OnOffence>>;
