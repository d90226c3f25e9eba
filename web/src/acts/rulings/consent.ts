import { session } from '../../contract/session.svelte';
import { consentable, deedText } from '../../event/interest';
import { nameOf, roleOf } from '../../event/officials';
import { say } from '../../i18n';
import { fullName } from '../../i18n/names';
import { actOn } from '../kit/act';
import { oneOf } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';

/** Whoever consents, and the entrants that they may consent for. */
export interface OnConsent extends OnEvent {
  entrants: string[];
}

/** About an entrant's board of this round, or about the entrant. */
const ofBoard = (name: string): boolean =>
  name.startsWith('officiate.') || name.startsWith('enter_result') || /dispute|hold_pairing|no_show/.test(name);

export const giveConsent = actOn<OnConsent>()('give_consent', {
  deed: null,
  place: { page: '/t/:tournament/seat', at: 'Consent to an official’s act' },
  title: () => say('interest.consent'),
  fields: {
    official: oneOf<OnConsent>({
      label: 'interest.consent.official',
      options: ({ tournament }) =>
        tournament.officials
          .filter((one) => one.account_id !== session.account?.id)
          .map((one) => ({ value: one.account_id, text: `${roleOf(one)}: ${nameOf(tournament, one)}` })),
    }),
    act: oneOf<OnConsent>({
      label: 'interest.consent.act',
      options: ({ event }) => (event.interests ? consentable(event.interests) : []).map((name) => ({ value: name, text: deedText(name) })),
    }),
    // To a seat that was paired already whoever met it consents: it is about whose seat it is.
    about: oneOf<OnConsent>({
      label: 'interest.consent.about',
      options: ({ event, tournament, entrants }, { act }) =>
        (act === 'claim_seat' ? tournament.entrants : event.entrantsOf(entrants)).map((one) => ({ value: one.id, text: fullName(one) })),
    }),
  },
  name: () => say('interest.consent.do'),
  path: ofEvent,
  body: ({ official, act, about }, { event }) => {
    const { round } = event;
    const board = round?.boards.find((one) => [one.black_entrant_id, one.white_entrant_id].includes(about));
    const atBoard = ofBoard(act) && round && board;
    return {
      act,
      official_account_id: official,
      round: atBoard ? round.number : null,
      table: atBoard ? board.table : null,
      entrant_id: atBoard ? null : about,
    };
  },
  done: () => say('interest.consent.done'),
});
