import { push as english } from '../i18n/en/push';
import { push as french } from '../i18n/fr/push';
import { push as japanese } from '../i18n/ja/push';

/** What a notification shows, and the page that it leads to. */
export interface Notice {
  title: string;
  body: string;
  lang: string;
  /** One with the same tag takes its place. */
  tag: string;
  path: string;
}

const WORDS = { en: english, fr: french, ja: japanese };
const LONGEST = 1_600;
const LAST_DATE_MS = 8.64e15;

type Told = Readonly<Record<string, unknown>>;

const textIn = (told: Told, name: string): string => {
  const value = told[name];
  return typeof value === 'string' ? value.slice(0, LONGEST) : '';
};
const numberIn = (told: Told, name: string): number => {
  const value = told[name];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
};

/** What a message says, in its own words. A later server may say what is not known here: it is news all the same. */
export function noticeOf(message: unknown, nowMs: number): Notice {
  const told: Told = typeof message === 'object' && message !== null ? (message as Told) : {};
  const lang = Object.keys(WORDS).find((one) => one === told['language']) ?? 'en';
  const words = WORDS[lang as keyof typeof WORDS];
  const [tournament, round] = [textIn(told, 'tournament'), numberIn(told, 'round')];
  const kind = textIn(told, 'kind');
  const values: Record<string, string> = {
    round: String(round),
    table: String(numberIn(told, 'table')),
    opponent: textIn(told, 'opponent'),
    time: timeOf(numberIn(told, 'starts_at_ms'), lang, nowMs),
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const color = told['colour'] === 'black' ? 'black' : 'white';
  const said: Readonly<Record<string, string>> = {
    paired: fill(words[`push.paired.${color}`]),
    start: fill(words[`push.start.${color}`]),
    bye: fill(words['push.bye']),
    call: fill(words['push.call']),
    announcement: textIn(told, 'text'),
  };
  const page = tournament ? `/t/${encodeURIComponent(tournament)}` : '/';
  const places: Readonly<Record<string, string>> = { paired: '/seat', start: '/seat', bye: '/seat', call: '/desk' };
  const place = tournament && Object.hasOwn(places, kind) ? places[kind] : '';
  const tags: Readonly<Record<string, string>> = {
    announcement: `a${numberIn(told, 'number')}`,
    call: `${round} c${numberIn(told, 'table')}`,
  };
  return {
    title: textIn(told, 'name') || 'Outflank',
    body: (Object.hasOwn(said, kind) && said[kind]) || words['push.news'],
    lang,
    tag: things(tournament, (Object.hasOwn(tags, kind) && tags[kind]) || round, numberIn(told, 'place') || ''),
    path: `${page}${place}`,
  };
}

/** One after the other, without those that are empty. */
const things = (...all: (string | number)[]): string => all.filter((one) => one !== '').join(' ');

/** The time of a start where the device is, with its day where that is another one. */
function timeOf(atMs: number, lang: string, nowMs: number): string {
  const day = (ms: number): string => new Date(ms).toDateString();
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  const whole: Intl.DateTimeFormatOptions = day(atMs) === day(nowMs) ? time : { ...time, weekday: 'short', day: 'numeric', month: 'short' };
  // Later than any date is none.
  return Math.abs(atMs) > LAST_DATE_MS ? '' : new Intl.DateTimeFormat(lang, whole).format(atMs);
}

/** Which of the open pages shows what a notification leads to: it, else one of the same event. */
export function pageFor<P extends { url: string }>(path: string, pages: readonly P[]): P | undefined {
  const of = (page: P): string => new URL(page.url).pathname;
  const event = path.split('/').slice(0, 3).join('/');
  return (
    pages.find((page) => of(page) === path) ??
    pages.find((page) => event !== '/' && (of(page) === event || of(page).startsWith(`${event}/`)))
  );
}
