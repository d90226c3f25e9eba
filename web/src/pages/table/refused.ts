import type { Problem } from '../../contract/problem';
import { t } from '../../i18n';

/** Refusals after which it is not known what became of the act. */
const UNKNOWN = ['outcome_unknown', 'unavailable', 'role_away', 'stopping', 'shutting_down'];

/** What became of an act that was refused: nothing, or nobody knows. */
export const whatBecame = ({ code }: Pick<Problem, 'code'>): string => t(UNKNOWN.includes(code) ? 'table.unknown' : 'error.nothing');
