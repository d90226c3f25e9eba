import type { HELP_ROLES, REFERENCES } from '../../browser/routes';
import { say } from '../../i18n';

/** The title of a role's page. */
export const roleTitle = (name: string): string => say(`help.role.${name as (typeof HELP_ROLES)[number]}.title`);

/** The title of a document that the help leads on to. */
export const referenceTitle = (name: string): string => say(`help.reference.${name as (typeof REFERENCES)[number]}`);
