import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Inline } from '../src/pages/help/blocks';
import { HELP_ROLES, REFERENCES } from '../src/browser/routes';

const PREFIX = 'virtual:handbook/';
/** The documents of the rule sets, each by its name and fetched when it is asked for. */
const RULES = 'virtual:rule-pages';
const FOLDER = 'rule-sets';
/** The help of each role in each language, and the documents that it leads on to: likewise. */
const HELP = 'virtual:help-pages';
const HELP_FOLDER = 'help';
const REFERENCE = 'virtual:reference-pages';
/** Names the heading that follows, in every language alike. */
const ANCHOR = /^<a id="([\w-]+)"><\/a>\s*$/;

/** Makes of `docs/NAME.md`, imported as `virtual:handbook/NAME`, blocks that a page shows without parsing anything. */
export function handbook(docs: string): Plugin {
  return {
    name: 'handbook',
    resolveId: (id) => (id.startsWith(PREFIX) || [RULES, HELP, REFERENCE].includes(id) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${RULES}`) return documents(ruleDocuments(docs), `${FOLDER}/`);
      if (id === `\0${REFERENCE}`) return documents(REFERENCES);
      if (id === `\0${HELP}`) return helpPages(docs);
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const file = join(docs, `${id.slice(PREFIX.length + 1)}.md`);
      this.addWatchFile(file);
      return moduleOf(readFileSync(file, 'utf8'), dirname(file), docs);
    },
  };
}

/** The names of the rule sets that have a document. */
export const ruleDocuments = (docs: string): string[] =>
  readdirSync(join(docs, FOLDER))
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file, '.md'));

/** The languages that the help is written in. */
export const helpLanguages = (docs: string): string[] => readdirSync(join(docs, HELP_FOLDER)).sort();

const lazily = (names: readonly string[], folder: string): string =>
  `{\n${names.map((name) => `  '${name}': () => import('${PREFIX}${folder}${name}'),`).join('\n')}\n}`;

const documents = (names: readonly string[], folder = ''): string => `export default ${lazily(names, folder)};\n`;

const helpPages = (docs: string): string =>
  `export default {\n${helpLanguages(docs)
    .map((language) => `'${language}': ${lazily(HELP_ROLES, `${HELP_FOLDER}/${language}/`)},`)
    .join('\n')}\n};\n`;

/** Where the app shows a document; null where it shows none of that name. */
function addressOf(file: string): string | null {
  const [path = '', anchor] = file.split('#');
  const behind = anchor === undefined ? '' : `#${anchor}`;
  const [folder, name] = [dirname(path), basename(path, '.md')];
  if (folder === '.' && REFERENCES.some((one) => one === name)) return `/help/reference/${name}${behind}`;
  if (folder === FOLDER) return `/help/rules/${name}${behind}`;
  return folder.startsWith(`${HELP_FOLDER}/`) ? `/help/${name}${behind}` : null;
}

/** What a line leads to and shows, by what stands in its document. */
interface Places {
  picture: (href: string) => string;
  link: (href: string) => string;
}

/** The module of a document: its blocks, with the pictures as imports. */
export function moduleOf(text: string, folder: string, docs: string): string {
  const pictures: string[] = [];
  const there = (href: string): string => {
    const path = join(folder, href.split('#')[0] ?? '');
    if (!existsSync(path)) throw new Error(`the handbook names ${href}, which is not there`);
    return path;
  };
  const placed: Places = {
    picture: (href) => `@picture:${pictures.push(there(href)) - 1}@`,
    link: (href) =>
      /^(\/|#|https?:)/.test(href) ? href : (addressOf(relative(docs, there(href)) + (/#.*$/.exec(href)?.[0] ?? '')) ?? href),
  };
  const blocks = JSON.stringify(blocksOf(text, placed));
  const imports = pictures.map((path, place) => `import picture${place} from ${JSON.stringify(path)};`);
  return `${imports.join('\n')}\nexport default ${blocks.replace(/"@picture:(\d+)@"/g, 'picture$1')};\n`;
}

/** The blocks of a document; a heading's name is the anchor before it, or made of its words. */
function blocksOf(text: string, placed: Places): Block[] {
  let anchor: string | null = null;
  return lexer(text).flatMap((token) => {
    const named = ANCHOR.exec(token.raw)?.[1];
    if (named !== undefined) {
      anchor = named;
      return [];
    }
    return blockOf(token, placed).map((block) => {
      if (block.kind !== 'heading' || anchor === null) return block;
      const id = anchor;
      anchor = null;
      return { ...block, id };
    });
  });
}

function blockOf(token: Token, placed: Places): Block[] {
  const line = (tokens: Token[] | undefined): Inline[] => (tokens ?? []).flatMap((one) => inlineOf(one, placed));
  switch (token.type) {
    case 'heading': {
      const { depth, text } = token as Tokens.Heading;
      return [{ kind: 'heading', level: depth, id: anchorOf(text), text }];
    }
    case 'paragraph':
      return [{ kind: 'lines', inline: line(token.tokens) }];
    case 'list':
      return [
        { kind: 'list', numbered: (token as Tokens.List).ordered, items: (token as Tokens.List).items.map((item) => line(item.tokens)) },
      ];
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [
        { kind: 'table', head: header.map((cell) => line(cell.tokens)), rows: rows.map((row) => row.map((cell) => line(cell.tokens))) },
      ];
    }
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }];
    case 'html':
      // Notes to whoever edits the document.
      if (!token.raw.startsWith('<!--')) throw new Error(`the handbook cannot show ${token.raw}`);
      return [];
    case 'space':
      return [];
    default:
      throw new Error(`the handbook cannot show a ${token.type}`);
  }
}

function inlineOf(token: Token, placed: Places): Inline[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', text: plain(token) }];
    case 'em':
      return [{ kind: 'emphasis', text: plain(token) }];
    case 'codespan':
      return [{ kind: 'code', text: plain(token) }];
    case 'link':
      return [{ kind: 'link', text: plain(token), to: placed.link((token as Tokens.Link).href) }];
    case 'image':
      return [{ kind: 'picture', text: (token as Tokens.Image).text, source: placed.picture((token as Tokens.Image).href) }];
    case 'text': {
      const { tokens } = token as Tokens.Text;
      return tokens ? tokens.flatMap((one) => inlineOf(one, placed)) : [{ kind: 'text', text: plain(token) }];
    }
    default:
      return [{ kind: 'text', text: plain(token) }];
  }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': '’' };

/** The text of a token, as it is read; a line's end is a blank. */
const plain = (token: Token): string =>
  ('text' in token ? String(token.text) : token.raw)
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (found) => ENTITIES[found] ?? found)
    .replaceAll('\n', ' ');

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w ]+/g, '')
    .trim()
    .replaceAll(' ', '-');
