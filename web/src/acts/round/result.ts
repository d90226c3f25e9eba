import { say, t } from '../../i18n';
import { nowBySecond } from '../../live/ticker';
import { actOn, type Question } from '../kit/act';
import { oneOf, reason } from '../kit/fields';
import { nameOfSide, resultBody, resultFields, resultWords, sideOptions, unfitResult, type ResultValues } from '../kit/result';
import { bothOf, ofBoard, type OnBoard } from '../kit/subjects';

/** What somebody sat down at its table to play is on its way. */
const isPlayed = ({ table }: OnBoard): boolean => (table?.plies.length ?? 0) > 0;

const effect = (values: ResultValues, subject: OnBoard): string => resultWords(values, subject, subject.board);

function question(values: ResultValues, subject: OnBoard): Question | null {
  const { table, board } = subject;
  if (board.result) return finalsQuestion(values, subject);
  if (!table || !isPlayed(subject) || table.result) return null;
  return {
    title: t('result.ask', { table: board.table }),
    text: t('result.ask.text', { result: effect(values, subject), count: table.plies.length }),
    agree: t('result.enter', { result: effect(values, subject) }),
  };
}

/** A result of the qualification is corrected after its finals were published: what comes of it for them. */
function finalsQuestion(values: ResultValues, subject: OnBoard): Question | null {
  const { tournament, round, board } = subject;
  const { rounds } = tournament.summary;
  const finals = tournament.rounds.filter(({ number }) => number > rounds);
  if (round.number > rounds || finals.length === 0) return null;
  const begun = finals.some((one) => nowBySecond() >= one.starts_at_ms || one.boards.some(({ result }) => result !== null));
  return {
    title: t('result.finals.ask', { round: round.number, table: board.table }),
    text: say(begun ? 'result.finals.begun' : 'result.finals.published'),
    agree: t('result.correct', { result: effect(values, subject) }),
  };
}

/** A result by an official's hand, the first of its board or in place of another. */
export const enterResult = actOn<OnBoard>()('enter_result', {
  deed: ({ board, table }) => {
    if (board.result) return 'enter_result.played_game';
    return table && ['live', 'paused', 'adjourned'].includes(table.phase) ? 'enter_result.live_game' : 'enter_result';
  },
  place: { page: '/t/:tournament/desk/round', at: 'a table’s panel, and the field above the boards' },
  title: ({ board }) => t(board.result ? 'result.correct.title' : 'result.enter.title'),
  fields: {
    ...resultFields<OnBoard>(
      ({ board }) => board,
      (subject) => (isPlayed(subject) ? 'entered' : 'played'),
    ),
    reason: reason<OnBoard>(500, 'result.reason'),
  },
  name: (values, subject) => t(subject.board.result ? 'result.correct' : 'result.enter', { result: effect(values, subject) }),
  blocked: ({ tournament }) => (tournament.summary.phase === 'confirmed' ? t('result.blocked.confirmed') : null),
  unfit: (values, { board }) => unfitResult(values, board),
  touches: bothOf,
  ask: question,
  path: ofBoard,
  body: (values) => ({ ...resultBody(values), reason: values.reason }),
  done: (_, values, subject) => t('result.done', { table: subject.board.table, result: effect(values, subject) }),
});

/** Whoever did not come within the limit of the rules. */
export const recordNoShow = actOn<OnBoard>()('record_no_show', {
  place: { page: '/t/:tournament/desk/round', at: 'a table’s panel' },
  title: () => t('result.no_show.title'),
  fields: { who: oneOf<OnBoard>({ label: 'result.no_show.who', options: (subject) => sideOptions(subject, subject.board) }) },
  name: ({ who }, subject) =>
    who === 'both'
      ? t('result.no_show.both')
      : t('result.no_show.do', { name: nameOfSide(subject, subject.board, who === 'white' ? 'white' : 'black') }),
  blocked: (subject) => {
    if (subject.board.result) return say('result.blocked.on_record');
    return isPlayed(subject) ? say('result.blocked.played') : null;
  },
  touches: bothOf,
  path: ofBoard,
  body: ({ who }) => ({ black_absent: who !== 'white', white_absent: who !== 'black' }),
});
