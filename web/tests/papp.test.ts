import { beforeAll, expect, test } from 'vitest';
import { fromText, toText } from '../src/contract/bytes';
import { loadTexts } from '../src/i18n';
import { stepsByRound, type PappStep } from '../src/pages/desk/pairing/papp-steps';

beforeAll(() => loadTexts(['papp']));

const step = (kind: string, round: number, more: Partial<PappStep> = {}): PappStep => ({
  kind,
  round,
  entrant_ids: [],
  table: null,
  black_discs: null,
  pairing: null,
  ...more,
});
const event = { nameOf: (id: string): string => id.toUpperCase() };

test('what is taken from PAPP is told by rounds, its results counted', () => {
  const pair = { black_entrant_id: 'ann', white_entrant_id: 'ben' };
  const steps = [
    step('result', 3, { entrant_ids: ['ann', 'ben'], table: 1, black_discs: 40 }),
    step('finish', 3),
    step('absence', 4, { entrant_ids: ['cleo'] }),
    step('return', 4, { entrant_ids: ['dan'] }),
    step('check_in', 4, { entrant_ids: ['ann', 'ben'] }),
    step('publish', 4, { pairing: { pairs: [pair, pair], bye_entrant_ids: [] } }),
    step('result', 4, { entrant_ids: ['ann', 'ben'], table: 1, black_discs: 40 }),
    step('result', 4, { entrant_ids: ['ben', 'ann'], table: 2, black_discs: 0 }),
    step('withdrawal', 5, { entrant_ids: ['cleo'] }),
    // Of a later server.
    step('something_else', 5),
  ];
  expect(stepsByRound(event, steps)).toStrictEqual([
    { round: 3, lines: ['1 result is entered', 'Finished'] },
    {
      round: 4,
      lines: [
        'Absent: CLEO',
        'Plays after all: DAN',
        '2 players are checked in',
        'Published as PAPP paired it: 2 boards',
        '2 results are entered',
      ],
    },
    { round: 5, lines: ['Left in PAPP, and is withdrawn: CLEO'] },
  ]);
  expect(stepsByRound(event, [])).toStrictEqual([]);
});

test('bytes go into documents and come out as they were', () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 167 + length) % 256);
    const text = toText(bytes);
    expect(text).toMatch(/^[\w-]*$/);
    expect(fromText(text)).toStrictEqual(bytes);
  }
});
