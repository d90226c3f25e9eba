import type { waiting as english } from '../en/waiting';
import type { Translation } from '../translation';

/** French texts of what waits for a decision. A message with forms is chosen by its `count`. */
export const waiting = {
  'waiting.title': 'Attend une décision',
  'waiting.held': {
    one: 'Le prochain appariement attend {count} contestation.',
    many: 'Le prochain appariement attend {count} de contestations.',
    other: 'Le prochain appariement attend {count} contestations.',
  },
  'waiting.not_held': 'La ronde peut être terminée et la suivante appariée. La confirmation attend une décision.',
  'waiting.dispute': 'Ronde {round}, table {table} : {name} conteste le résultat',
  'waiting.protest': 'Réclamation : {name}',
  'waiting.appeal': 'Appel : {name}',
  'waiting.review': 'Pénalité à examiner : {name}',
  'waiting.report': 'Ronde {round}, table {table} : un signalement',
  'waiting.nobody': 'un spectateur',
} as const satisfies Translation<typeof english>;
