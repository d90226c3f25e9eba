import type { ReportKind } from '../../contract/types';
import { reportKindText, REPORT_KINDS } from '../../event/casual-order';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { askedIf } from '../kit/field';
import { lines, oneOf, someOf } from '../kit/fields';
import type { OnOther, OnReported } from './subjects';

const MOST_TEXT = 1_000;
/** So many messages a report may name. */
const MOST_MESSAGES = 10;
const EXCERPT = 80;

const excerpt = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);
const isChat = (kind: unknown): boolean => kind === 'abusive_chat';

export const reportPlayer = actOn<OnReported>()('report_player', {
  deed: null,
  place: { page: '/g/:game', at: 'Report or block, beside a player’s name and a message; also /play/games' },
  title: ({ name }) => t('order.report', { name }),
  fields: {
    kind: oneOf<OnReported>({
      label: 'order.kind',
      options: ({ played }) =>
        REPORT_KINDS.filter((kind) => played || isChat(kind)).map((value) => ({ value, text: reportKindText(value) })),
      initial: ({ played, message }) => (message === null && played ? '' : 'abusive_chat'),
    }),
    messages: askedIf(
      ({ kind }, { written }) => isChat(kind) && written.length > 0,
      someOf<OnReported>({
        label: 'order.messages',
        options: ({ written }) => written.map(({ number, text }) => ({ value: String(number), text: excerpt(text) })),
        initial: ({ message }) => (message === null ? [] : [String(message)]),
      }),
    ),
    text: lines<OnReported>({ label: 'order.text', hint: 'order.text.hint', most: MOST_TEXT, rows: 4 }),
  },
  unfit: ({ messages }) => ((messages?.length ?? 0) > MOST_MESSAGES ? t('order.messages.most', { most: MOST_MESSAGES }) : null),
  path: ({ game }) => ({ game_id: game }),
  body: ({ kind, messages, text }, { account }) => ({
    account_id: account,
    kind: kind as ReportKind,
    text,
    messages: (messages ?? []).map(Number),
  }),
  done: () => say('order.thanks'),
});

export const blockPlayer = actOn<OnOther>()('block_player', {
  deed: null,
  place: { page: '/play/games/:account', at: 'below the name; also at a casual table, Report or block' },
  title: ({ name }) => t('order.block', { name }),
  fields: {},
  ask: (_, { name }) => ({
    title: t('order.block.ask', { name }),
    text: say('order.block.text'),
    agree: t('order.block', { name }),
  }),
  path: ({ account }) => ({ account_id: account }),
  done: (_, __, { name }) => t('order.block.done', { name }),
});

export const unblockPlayer = actOn<OnOther>()('unblock_player', {
  deed: null,
  place: { page: '/account', at: 'Whom you blocked; also /play/games/:account, and at a casual table' },
  title: ({ name }) => t('order.unblock', { name }),
  fields: {},
  path: ({ account }) => ({ account_id: account }),
  done: (_, __, { name }) => t('order.unblock.done', { name }),
});
