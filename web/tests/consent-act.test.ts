import { afterEach, describe, expect, it } from 'vitest';
import { giveConsent, type OnConsent } from '../src/acts/rulings/consent';
import { asAccount, asked, DIRECTOR, filled, ruledEvent, sent } from './ruled-event';

const answer = (act: string, opponent: string) => ({ act, own_game: 'refused', opponent, rival: 'logged', in_office: true });
const INTERESTS = {
  acts: [
    answer('issue_seat_code', 'consent'),
    answer('enter_result', 'consent'),
    answer('claim_seat', 'consent'),
    answer('pause', 'logged'),
  ],
};

function on(entrants = ['tove']): OnConsent {
  const { event, tournament } = ruledEvent();
  return { event: Object.assign(event, { interests: INTERESTS }), tournament, entrants };
}
const optionsOf = (name: string, raw: Record<string, string> = {}): string[] => {
  const form = filled(giveConsent, on(), raw);
  const control = form.fields.find((one) => one.name === name)?.field.control;
  return control?.kind === 'choice' ? control.options(on(), form.known).map(({ text }) => text) : [];
};

afterEach(() => asAccount(null));

describe('consent to an official’s act', () => {
  it('is asked for in the order of whose act, which, and about whom', () => {
    expect(giveConsent.title(on())).toBe('Consent to an official’s act');
    expect(asked(giveConsent, on())).toEqual(['Whose act', 'Which act', 'About whom']);
  });

  it('is to another official, to an act that may need it, about an entrant of the own', () => {
    asAccount(DIRECTOR);
    expect(optionsOf('official')).toEqual(['Assistant director: Clara Ostrander', 'Head arbiter: Halvar Lindmose']);
    expect(optionsOf('act')).toEqual(['A new seat link', 'Enter a result', 'Take a seat that was paired already']);
    expect(optionsOf('about', { act: 'enter_result' })).toEqual(['Tove Brandvold']);
    // To a seat that was paired already whoever met it consents.
    expect(optionsOf('about', { act: 'claim_seat' })).toHaveLength(4);
  });

  it('is about the board of this round where the act is, and else about the entrant', () => {
    const raw = { official: DIRECTOR, about: 'tove' };
    const who = { official_account_id: DIRECTOR };
    expect(sent(giveConsent, on(), { ...raw, act: 'enter_result' })).toEqual([
      'Consent',
      { ...who, act: 'enter_result', round: 1, table: 1, entrant_id: null },
    ]);
    expect(sent(giveConsent, on(), { ...raw, act: 'issue_seat_code' })[1]).toEqual({
      ...who,
      act: 'issue_seat_code',
      round: null,
      table: null,
      entrant_id: 'tove',
    });
  });

  it('is no act of an office', () => expect(giveConsent.deed(on())).toBeNull());
});
