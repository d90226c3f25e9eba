import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountNames } from '../src/contract/account-names.svelte';
import { FakeServer } from './server';

let server: FakeServer;
beforeEach(() => (server = new FakeServer()));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const answers = (account: string, answer: object | null): void => void server.answers.set(`/accounts/${account}/name`, () => answer);
const becomes = (account: string, name: string): Promise<void> => vi.waitFor(() => expect(accountNames.of(account)).toBe(name));

describe('the name of an account', () => {
  it('is never its number: an ellipsis stands there until it is read', async () => {
    answers('numberOfIda', { display_name: 'Ida Holm' });
    expect(accountNames.of('numberOfIda')).toBe('…');
    expect(accountNames.known('numberOfIda')).toBeNull();
    await becomes('numberOfIda', 'Ida Holm');
    expect(server.count('/accounts/numberOfIda/name')).toBe(1);
  });

  it('is said to be none where there is none', async () => {
    answers('numberOfNobody', { display_name: '' });
    answers('numberUnknown', { status: 404, code: 'unknown_account' });
    accountNames.of('numberOfNobody');
    accountNames.of('numberUnknown');
    await becomes('numberOfNobody', 'somebody without a name here');
    await becomes('numberUnknown', 'somebody without a name here');
  });

  it('is asked for again once somebody is signed in', async () => {
    answers('numberOfOve', { status: 401, code: 'unauthenticated' });
    expect(accountNames.of('numberOfOve')).toBe('…');
    await vi.waitFor(() => expect(server.count('/accounts/numberOfOve/name')).toBeGreaterThan(0));
    answers('numberOfOve', { display_name: 'Ove Berg' });
    await becomes('numberOfOve', 'Ove Berg');
  });

  it('of a service is the server’s, which nobody is asked for', () => {
    expect(accountNames.of('service:pairing')).toBe('the server');
    expect(server.asked).toEqual([]);
  });
});
