import { textOf } from '../../i18n';

/** What people call a rule set: the title of one that comes with the server, else the name that somebody gave it. */
export const ruleTitle = (name: string): string => textOf(`rules.title.${name.replaceAll('-', '_')}`) ?? name;
