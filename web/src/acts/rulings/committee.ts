import { accountNames } from '../../contract/account-names.svelte';
import { session } from '../../contract/session.svelte';
import { say, t } from '../../i18n';
import { accounts } from '../kit/accounts';
import { actOn } from '../kit/act';
import { optional } from '../kit/field';
import { oneOf, someOf } from '../kit/fields';
import { ofEvent, type OnEvent } from '../kit/subjects';
import { memberChair } from './accounts';
import { mayAppoint, officialOptions } from './appeals';
import { ofOffice } from './proceedings';

const PLACE = { page: '/t/:tournament/desk/rulings', at: 'Appeals committee' } as const;

export const appointAppealsCommittee = actOn<OnEvent>()('appoint_appeals_committee', {
  deed: ofOffice('appoint_appeals_committee'),
  place: PLACE,
  title: ({ tournament }) => say(tournament.appeals_committee ? 'committee.appoint.anew' : 'committee.appoint'),
  fields: {
    members: someOf<OnEvent>({ label: 'committee.members', options: officialOptions }),
    others: optional(accounts<OnEvent>('committee.others')),
    chair: optional(memberChair<OnEvent>(officialOptions, 'committee.chair.optional')),
  },
  name: ({ members, others }) => t('committee.appoint.do', { count: members.length + (others?.length ?? 0) }),
  blocked: mayAppoint,
  path: ofEvent,
  body: ({ members, others, chair }) => ({ member_account_ids: [...members, ...(others ?? [])], chair_account_id: chair }),
});

export const dissolveAppealsCommittee = actOn<OnEvent>()('dissolve_appeals_committee', {
  deed: ofOffice('dissolve_appeals_committee'),
  place: PLACE,
  title: () => say('committee.dissolve'),
  fields: {},
  blocked: (subject) => (subject.tournament.appeals_committee ? mayAppoint(subject) : say('committee.blocked.no_standing')),
  ask: () => ({ title: say('committee.dissolve.ask'), text: say('committee.dissolve.text'), agree: say('committee.dissolve') }),
  path: ofEvent,
  danger: true,
});

export const nameChair = actOn<OnEvent>()('name_chair', {
  deed: null,
  place: PLACE,
  title: () => say('committee.name_chair'),
  fields: {
    chair: oneOf<OnEvent>({
      label: 'committee.chair',
      options: ({ tournament }) =>
        (tournament.appeals_committee?.member_account_ids ?? []).map((account) => ({ value: account, text: accountNames.of(account) })),
    }),
  },
  name: ({ chair }) => t('committee.name_chair.do', { name: accountNames.of(chair) }),
  blocked: ({ tournament }) => {
    const committee = tournament.appeals_committee;
    if (!committee) return say('committee.blocked.no_standing');
    return committee.member_account_ids.includes(session.account?.id ?? '') ? null : say('committee.blocked.not_a_member');
  },
  path: ofEvent,
  body: ({ chair }) => ({ chair_account_id: chair }),
});
