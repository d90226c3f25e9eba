import { afterEach, describe, expect, it, vi } from 'vitest';
import { list } from '../src/contract/client';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that gives these pages, by the token that asks for each; answers where it was asked. */
function served(pages: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const token = new URL(address, 'http://localhost').searchParams.get('page_token') ?? '';
    return token in pages
      ? Response.json(pages[token])
      : Response.json({ code: 'invalid_page_token', title: '', detail: 'Begin again.' }, { status: 400 });
  });
  return asked;
}

describe('a list that is given a page at a time', () => {
  it('is read to its end', async () => {
    const asked = served({
      '': { tables: [1, 2], next_page_token: 'a-_' },
      'a-_': { tables: [3], next_page_token: 'b' },
      b: { tables: [], next_page_token: null },
    });
    expect(await list<'tables', number>('/tournaments/t1/games?round=2', 'tables')).toEqual([1, 2, 3]);
    const path = '/api/v1/tournaments/t1/games?round=2&page_size=1000';
    expect(asked).toEqual([path, `${path}&page_token=a-_`, `${path}&page_token=b`]);
  });

  it('is one page where nothing follows', async () => {
    const asked = served({ '': { tournaments: [], next_page_token: null } });
    expect(await list('/tournaments', 'tournaments')).toEqual([]);
    expect(asked).toEqual(['/api/v1/tournaments?page_size=1000']);
  });

  it('fails whole, never with a part', async () => {
    served({ '': { tournaments: [1], next_page_token: 'lost' } });
    await expect(list('/tournaments', 'tournaments')).rejects.toMatchObject({ code: 'invalid_page_token' });
  });
});
