import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Inline } from '../src/pages/help/blocks';

const PREFIX = 'virtual:handbook/';

/** Makes of `docs/NAME.md`, imported as `virtual:handbook/NAME`, blocks that a page shows without parsing anything. */
export function handbook(docs: string): Plugin {
  return {
    name: 'handbook',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const file = join(docs, `${id.slice(PREFIX.length + 1)}.md`);
      this.addWatchFile(file);
      return moduleOf(readFileSync(file, 'utf8'), dirname(file));
    },
  };
}

/** The module of a document: its blocks, with the pictures as imports. */
export function moduleOf(text: string, folder: string): string {
  const pictures: string[] = [];
  const placed = (href: string): string => {
    if (!existsSync(join(folder, href))) throw new Error(`the handbook shows ${href}, which is not there`);
    return `@picture:${pictures.push(join(folder, href)) - 1}@`;
  };
  const blocks = JSON.stringify(lexer(text).flatMap((token) => blockOf(token, placed)));
  const imports = pictures.map((path, place) => `import picture${place} from ${JSON.stringify(path)};`);
  return `${imports.join('\n')}\nexport default ${blocks.replace(/"@picture:(\d+)@"/g, 'picture$1')};\n`;
}

function blockOf(token: Token, placed: (href: string) => string): Block[] {
  const line = (tokens: Token[] | undefined): Inline[] => (tokens ?? []).flatMap((one) => inlineOf(one, placed));
  switch (token.type) {
    case 'heading': {
      const { depth, text } = token as Tokens.Heading;
      return [{ kind: 'heading', level: depth, id: anchorOf(text), text }];
    }
    case 'paragraph':
      return [{ kind: 'lines', inline: line(token.tokens) }];
    case 'list':
      return [{ kind: 'list', items: (token as Tokens.List).items.map((item) => line(item.tokens)) }];
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [
        { kind: 'table', head: header.map((cell) => line(cell.tokens)), rows: rows.map((row) => row.map((cell) => line(cell.tokens))) },
      ];
    }
    case 'space':
      return [];
    default:
      throw new Error(`the handbook cannot show a ${token.type}`);
  }
}

function inlineOf(token: Token, placed: (href: string) => string): Inline[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', text: plain(token) }];
    case 'em':
      return [{ kind: 'emphasis', text: plain(token) }];
    case 'codespan':
      return [{ kind: 'code', text: plain(token) }];
    case 'link':
      return [{ kind: 'link', text: plain(token), to: (token as Tokens.Link).href }];
    case 'image':
      return [{ kind: 'picture', text: (token as Tokens.Image).text, source: placed((token as Tokens.Image).href) }];
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
