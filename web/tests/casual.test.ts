import { describe, expect, it } from 'vitest';
import type { CasualGame, CasualPlayer } from '../src/contract/types';
import {
  CASUAL_VARIANTS,
  isOfHouse,
  namedText,
  namesOf,
  programText,
  ratingSaid,
  ratingText,
  sideOf,
  termsText,
  timeText,
  unratedText,
} from '../src/event/casual';
import { seatOf } from '../src/event/casual-game.svelte';
import { isCasual } from '../src/event/life';
import { passesByItself } from '../src/event/passes';
import { t } from '../src/i18n';
import { fullName } from '../src/i18n/names';
import { outcomeText } from '../src/pages/play/outcome';

const player = (account_id: string, live_rating = 1652, provisional = false): CasualPlayer => ({
  account_id,
  display_name: account_id.toUpperCase(),
  live_rating,
  provisional,
  operator_account_id: null,
  operator_display_name: null,
  by_key: false,
});
const game = (result: CasualGame['result'] = null) => ({ black: player('ane'), white: player('bo'), result });

describe('casual terms', () => {
  it.each([
    [60_000, 0, '1 min'],
    [30_000, 0, '0.5 min'],
    [180_000, 2_000, '3 min + 2 s'],
  ])('%i and %i ms are %s', (main_ms, increment_ms, text) => {
    expect(timeText({ main_ms, increment_ms })).toBe(text);
    expect(termsText({ variant: 'othello', main_ms, increment_ms })).toBe(`Othello, ${text}`);
  });

  it('name each variant, with a rule of its own', () => {
    expect(new Set(CASUAL_VARIANTS.map((one) => t(`variant.name.${one}`))).size).toBe(CASUAL_VARIANTS.length);
    expect(new Set(CASUAL_VARIANTS.map((one) => t(`variant.rule.${one}`))).size).toBe(CASUAL_VARIANTS.length);
  });
});

describe('passes', () => {
  const under = (rules: object) => passesByItself({ tournament_id: 't' }, { rule_set_json: JSON.stringify(rules) });

  it('are made by the server at tables of no event, and where the rules of an event say so', () => {
    expect(passesByItself({ tournament_id: '' }, null)).toBe(true);
    expect([under({ pass_policy: 'automatic' }), under({ pass_policy: 'explicit' }), under({})]).toEqual([true, false, false]);
    // Not known before the event has come.
    expect(passesByItself({ tournament_id: 't' }, null)).toBe(false);
  });
});

describe('a casual game', () => {
  it('says why it is not rated', () => {
    const plain = { ...game(), one_person: false };
    const withBot = { ...plain, white: { ...plain.white, operator_account_id: 'house' } };
    expect(unratedText(plain, false)).toBe('Not rated: one side never began to play.');
    expect(unratedText(plain, true)).toBe('Not rated: the corners were with the higher live rating.');
    expect(unratedText(withBot, true)).toBe('Not rated: a program of this server played.');
    expect(unratedText({ ...plain, one_person: true }, true)).toBe('Not rated: one person answers for both sides.');
  });

  it('is one of no event, whose players sit there themselves', () => {
    expect([isCasual({ tournament_id: '' }), isCasual({ tournament_id: 't' })]).toEqual([true, false]);
    const seat = seatOf(player('ane'));
    expect([seat.id, fullName(seat), seat.rating, seat.country]).toEqual(['ane', 'ANE', 1652, '']);
    expect(namesOf(game())).toBe('ANE – BO');
    expect([sideOf(game(), 'ane'), sideOf(game(), 'bo'), sideOf(game(), 'cy'), sideOf(game(), undefined)]).toEqual([
      'black',
      'white',
      null,
      null,
    ]);
  });

  it('writes live ratings without a separator, and marks those of few games', () => {
    expect([ratingText(player('ane')), ratingText(player('ane', 1500, true))]).toEqual(['1652', '1500?']);
    expect([ratingSaid(player('ane')), ratingSaid(player('ane', 1500, true))]).toEqual(['1652', '1500, provisional']);
  });

  it('says of a program who operates it, and of one under a person’s account that it is one', () => {
    const operated = { ...player('bot'), operator_account_id: 'pat', operator_display_name: 'Pat Example', by_key: true };
    expect(programText(operated)).toBe('program of Pat Example');
    expect(programText({ ...operated, operator_display_name: null })).toBe('program');
    expect([programText({ ...player('ane'), by_key: true }), programText(player('ane'))]).toEqual(['program under this account', null]);
    const house = { ...player('house-bot'), operator_account_id: 'house' };
    expect([programText(house), isOfHouse(house), isOfHouse(operated)]).toEqual(['program of this server', true, false]);
    expect(namedText(operated)).toBe('BOT (program of Pat Example)');
    const { display_name, operator_account_id, operator_display_name } = player('ane');
    // Where accounts are listed nothing is told of keys.
    expect(namedText({ display_name, operator_account_id, operator_display_name })).toBe('ANE');
    expect(namedText({ ...player('ane'), display_name: '' })).toBe('somebody without a name here');
  });

  it('is told as each side has it', () => {
    const won = game({ black_discs: 40, white_discs: 24, winner: 'black', rated: true });
    expect([outcomeText(won, 'black'), outcomeText(won, 'white')]).toEqual(['Won 40–24', 'Lost 24–40']);
    expect(outcomeText(game({ black_discs: 32, white_discs: 32, winner: null, rated: true }), 'white')).toBe('Drawn 32–32');
    expect(outcomeText(game(), 'white')).toBeNull();
  });
});
