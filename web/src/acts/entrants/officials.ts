import { nameOf, ROLES, roleOf, type Role } from '../../event/officials';
import { listText, t, textOf, asWords } from '../../i18n';
import { account } from '../kit/accounts';
import { actOn } from '../kit/act';
import { optional, startingWith } from '../kit/field';
import { choice, count, someOf } from '../kit/fields';
import { ofEvent, type OnEvent, type OnOfficial } from '../kit/subjects';
import { accountName, numbers } from './fields';

const PAGE = '/t/:tournament/desk/officials';
const MOST_TABLES = 999;

/** What an official may be given, in the order in which the contract names it. */
const POWERS = [
  'officials',
  'rules',
  'entry',
  'check_in',
  'pairing',
  'results',
  'confirmation',
  'penalties',
  'rulings',
  'appeals',
  'clocks',
  'pauses',
  'games',
  'transcripts',
  'calls',
  'chat',
  'announcements',
  'tables',
  'duties',
  'overtime_claims',
  'time_claims',
] as const;

export const powerText = (power: string): string => textOf(`official.power.${power}`) ?? asWords(power);
const powers = <S>(initial: (subject: S) => string[] = () => []) =>
  someOf<S>({
    label: 'official.powers',
    hint: 'official.powers.hint',
    options: () => POWERS.map((value) => ({ value, text: powerText(value) })),
    initial,
  });
const chosen = (ticked: string[]): { powers?: string[] } => (ticked.length > 0 ? { powers: ticked } : {});

/** An office for an account, or other powers for whoever has one. */
export const appoint = {
  office: actOn<OnEvent>()('appoint_official', {
    place: { page: PAGE, at: 'Appoint an official' },
    title: () => t('official.appoint'),
    fields: {
      account: account<OnEvent>('officials.account'),
      role: choice<Role, OnEvent>({ label: 'officials.role', options: ROLES, initial: 'assistant_director' }),
      powers: powers<OnEvent>(),
    },
    name: ({ account: who, role }) => t('official.appoint.do', { name: accountName(who), role: t(ROLES[role]) }),
    path: ofEvent,
    body: ({ account: who, role, powers: ticked }) => ({ account_id: who, role, ...chosen(ticked) }),
  }),
  powers: actOn<OnOfficial>()('appoint_official', {
    place: { page: PAGE, at: 'an official’s row' },
    title: ({ tournament, official }) => t('official.repower', { name: nameOf(tournament, official) }),
    fields: {
      role: startingWith(
        ({ official }: OnOfficial) => official.role,
        choice<Role, OnOfficial>({ label: 'officials.role', options: ROLES }),
      ),
      powers: powers<OnOfficial>(({ official }) => (official.chosen ? official.powers : [])),
    },
    name: ({ role }, { tournament, official }) => t('official.repower.do', { name: nameOf(tournament, official), role: t(ROLES[role]) }),
    path: ofEvent,
    body: ({ role, powers: ticked }, { official }) => ({ account_id: official.account_id, role, ...chosen(ticked) }),
  }),
} as const;

const ofOfficial = ({ event, official }: OnOfficial): { tournament_id: string; account_id: string } => ({
  tournament_id: event.id,
  account_id: official.account_id,
});

export const dismiss = actOn<OnOfficial>()('dismiss_official', {
  place: { page: PAGE, at: 'an official’s row' },
  title: ({ tournament, official }) => t('officials.dismiss_who', { name: nameOf(tournament, official) }),
  fields: {},
  blocked: ({ tournament, official }) =>
    official.role === 'head_director' && tournament.officials.filter((one) => one.role === 'head_director').length === 1
      ? t('official.blocked.last')
      : null,
  ask: (_, { tournament, official }) => ({
    title: t('officials.dismiss_who', { name: nameOf(tournament, official) }),
    text: t('officials.dismiss.ask', { name: nameOf(tournament, official) }),
    agree: t('officials.dismiss.do', { name: nameOf(tournament, official) }),
  }),
  path: ofOfficial,
  danger: true,
});

const BOUND = ['table_judge', 'monitor'];

export const assignTables = actOn<OnOfficial>()('assign_tables', {
  place: { page: PAGE, at: 'an official’s row' },
  title: ({ tournament, official }) => t('official.tables', { name: nameOf(tournament, official) }),
  fields: {
    tables: optional(numbers<OnOfficial>({ label: 'official.tables.label', hint: 'official.tables.hint', most: MOST_TABLES })),
    round: optional(count<OnOfficial>({ label: 'official.tables.round', hint: 'official.tables.round.hint', least: 1, most: 99 })),
  },
  name: ({ tables }, { tournament, official }) => {
    const name = nameOf(tournament, official);
    return tables === null ? t('official.tables.free', { name }) : t('official.tables.do', { name, tables: listText(tables.map(String)) });
  },
  blocked: ({ official }) => (BOUND.includes(official.role) ? null : t('official.blocked.tables', { role: roleOf(official) })),
  path: ofOfficial,
  body: ({ tables, round }) => ({ tables: tables ?? [], round }),
});
