import { say, t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { roundsToCome } from '../../event/own-seat';
import { acceptComputers, declare, refuseComputers, setParameters } from '../entrants/entry';
import { announceAbsence } from '../entrants/presence';
import type { OnEntry } from '../entrants/subjects';
import { agreeToPlayoff } from '../finals/matches';
import type { Act } from '../kit/act';
import { taken, type Field } from '../kit/field';
import { someOf, tick } from '../kit/fields';
import { own } from '../kit/own';
import { numbersText } from './own-now';

const ACTS = 'What you can do';

function comingRounds(): Field<number[], OnEntry> {
  const field = someOf<OnEntry>({
    label: 'own.absence.rounds',
    options: ({ tournament, entrant }) =>
      roundsToCome(tournament).map((round) => ({
        value: `${round}`,
        text: t('event.round_tab', { round }),
        blocked: entrant.absent_rounds.includes(round) ? say('own.absence.announced') : null,
      })),
    least: 1,
  });
  return {
    ...field,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      return read.ok ? taken(read.value.map(Number)) : read;
    },
  };
}

export const ownAbsence = own<OnEntry>(announceAbsence, {
  at: ACTS,
  title: () => say('own.absence'),
  fields: { rounds: comingRounds() },
  name: ({ rounds }) => {
    const missed = (rounds as number[] | undefined) ?? [];
    return missed.length === 0 ? say('own.absence') : t('own.absence.do', { count: missed.length, rounds: numbersText(missed) });
  },
  blocked: (subject) =>
    announceAbsence.blocked(subject) ?? (roundsToCome(subject.tournament).length === 0 ? say('own.blocked.no_rounds') : null),
});

const acceptance = declare.fields['accepts'];
/** On nobody’s word: the player says it. */
const declared = Object.fromEntries(Object.entries(declare.fields).filter(([name]) => name !== 'word'));

export const ownDeclaration = own<OnEntry>(declare as Act<OnEntry>, {
  at: ACTS,
  title: () => say('own.declare'),
  fields: { ...declared, ...(acceptance && { accepts: { ...acceptance, label: () => say('self_entry.accepts') } }) },
  name: () => say('own.declare.do'),
});

export const ownParameters = own<OnEntry>(setParameters, { at: ACTS, title: () => say('own.parameters') });

const refuses = ({ facts }: OnEntry): boolean => facts?.refuses_computers === true;

export const ownComputersRefusal = own<OnEntry>(refuseComputers, {
  at: ACTS,
  title: (subject) => say(refuses(subject) ? 'own.computers.change' : 'own.computers.refuse'),
  fields: { rather: tick<OnEntry>({ label: 'own.computers.rather' }) },
  name: ({ rather }) => say(rather === true ? 'own.computers.refuse.rather' : 'own.computers.refuse'),
});

export const ownComputersAcceptance = own<OnEntry>(acceptComputers, {
  at: ACTS,
  title: () => say('own.computers.accept'),
  blocked: (subject) =>
    acceptComputers.blocked(subject) ?? (subject.facts?.refuses_computers === false ? say('own.blocked.not_refused') : null),
});

export const ownPlayoff = own<OnEntry>(agreeToPlayoff, {
  at: ACTS,
  title: () => say('own.playoff'),
  name: ({ opponent }, { event }) => {
    const other = event.entrant(opponent as string | undefined);
    return other ? t('own.playoff.do', { opponent: fullName(other) }) : say('own.playoff');
  },
});
