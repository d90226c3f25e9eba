import { listText, say, t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { roundsToCome } from '../../event/own-seat';
import { acceptComputers, declare, refuseComputers, setParameters } from '../entrants/entry';
import { announceAbsence, checkIn, endAbsence, openCheckInOf } from '../entrants/presence';
import type { OnEntry } from '../entrants/subjects';
import { agreeToPlayoff, chooseColour, type OnAnnouncedGame } from '../finals/matches';
import type { Act } from '../kit/act';
import { taken, type Field, type Known } from '../kit/field';
import { someOf, tick } from '../kit/fields';
import { own, settled } from '../kit/own';
import type { OnEntrant } from '../kit/subjects';

const NOW = 'the first thing on it';
const ACTS = 'What you can do';

const openRound = (subject: OnEntrant): number => openCheckInOf(subject)?.round ?? 0;
const numbersText = (rounds: readonly number[]): string => listText(rounds.map(String));
const absences = ({ entrant, tournament }: OnEntrant): number[] => entrant.absent_rounds.filter((one) => one > tournament.summary.round);

export const ownCheckIn = own<OnEntry>(checkIn, {
  at: NOW,
  title: (subject) => t('own.check_in', { round: openRound(subject) }),
});

/** Whoever has checked in and cannot come after all misses that round: the pairing passes over them. */
export const ownCheckOut = own<OnEntry>(
  settled(announceAbsence, (subject) => ({ rounds: [openRound(subject)] })),
  {
    at: NOW,
    title: (subject) => t('own.check_out', { round: openRound(subject) }),
    blocked: (subject) => {
      const open = openCheckInOf(subject);
      if (!open) return say('entrant.blocked.no_check_in');
      if (!open.entrant_ids.includes(subject.entrant.id)) return say('own.blocked.not_checked_in');
      return subject.entrant.absent_rounds.includes(open.round) ? say('own.blocked.absent') : announceAbsence.blocked(subject);
    },
  },
);

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

export const ownReturn = own<OnEntry>(endAbsence, {
  at: ACTS,
  title: (subject) => {
    const rounds = absences(subject);
    return rounds.length === 0 ? say('own.return') : t('own.return.do', { count: rounds.length, rounds: numbersText(rounds) });
  },
  blocked: (subject) => {
    const barred = endAbsence.blocked(subject);
    if (barred !== null) return barred;
    return absences(subject).length === 0 ? say('entrant.blocked.not_absent') : null;
  },
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

const opponentOf = ({ event, game, chooser }: OnAnnouncedGame): string => {
  const other = event.entrant(game.better_entrant_id === chooser.id ? game.worse_entrant_id : game.better_entrant_id);
  return other ? fullName(other) : '…';
};
const choosing = (choice: string, name: (subject: OnAnnouncedGame) => string): Act<OnAnnouncedGame> =>
  own<OnAnnouncedGame>(
    settled(chooseColour, (): Known => ({ choice })),
    { at: NOW, title: name },
  );

export const ownColours = {
  black: choosing('black', () => say('choice.black')),
  white: choosing('white', () => say('choice.white')),
  opponent: {
    ...choosing('opponent_picks_colour', (subject) => t('choice.opponent', { opponent: opponentOf(subject) })),
    blocked: ({ game }: OnAnnouncedGame): string | null =>
      game.draw_win && game.choices.length === 0 ? null : say('own.blocked.no_draw_win'),
  },
} satisfies Record<string, Act<OnAnnouncedGame>>;
