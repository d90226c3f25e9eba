import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actOn, type Act } from '../src/acts/kit/act';
import { Run } from '../src/acts/kit/run.svelte';
import { live } from '../src/live/live.svelte';

interface Sent {
  id: string | null;
  body: unknown;
}
type Reply = { status: number; code?: string } | 'no answer';

let sent: Sent[] = [];
let replies: Reply[] = [];

beforeEach(() => {
  [sent, replies] = [[], []];
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: Headers; body?: string }) => {
    sent.push({ id: headers.get('idempotency-key'), body: body === undefined ? undefined : JSON.parse(body) });
    const reply = replies.shift() ?? { status: 200 };
    if (reply === 'no answer') throw new TypeError('the line is cut');
    return new Response(
      reply.code ? JSON.stringify({ code: reply.code, title: 'No', detail: `${reply.code} it is`, parameters: {} }) : '{}',
      reply,
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

let asked = 0;
const publish: Act<string> = actOn<string>()('publish_round', {
  place: { page: '/', at: 'here' },
  title: () => 'Publish',
  fields: {},
  accepts: { departure_unconfirmed: 'accept_deviations' },
  path: (id) => ({ tournament_id: id }),
  body: () => ({ starts_at_ms: ++asked }),
});
const careful: Act<string> = { ...publish, ask: () => ({ title: 'Publish?', text: 'It is for good.', agree: 'Publish' }) };

describe('an act on its way', () => {
  it('is sent once, and done', async () => {
    const done = vi.fn();
    const run = new Run(publish, done);
    await run.start({}, 't');
    expect([run.state, sent.length]).toEqual(['done', 1]);
    expect(done).toHaveBeenCalledOnce();
  });

  it('asks first where it has a question, and sends nothing on a no', async () => {
    const run = new Run(careful);
    await run.start({}, 't');
    expect([run.state, sent.length]).toEqual(['asking', 0]);
    run.leave();
    expect([run.state, sent.length]).toEqual(['idle', 0]);
    await run.start({}, 't');
    await run.accept();
    expect([run.state, sent.length]).toEqual(['done', 1]);
  });

  it('reckons from a whole ms, though cluster time is finer', async () => {
    const clock = vi.spyOn(live.clock, 'now').mockReturnValue(1_795_622_063_008.5);
    const run = new Run({ ...publish, body: (_values, _subject, nowMs) => ({ starts_at_ms: nowMs }) });
    await run.start({}, 't');
    expect(sent[0]?.body).toEqual({ starts_at_ms: 1_795_622_063_009 });
    clock.mockRestore();
  });

  it('of a tournament is done when the event has caught up with it', async () => {
    const told: number[] = [];
    let arrive: () => void = () => undefined;
    const news = new Promise<void>((go) => (arrive = go));
    const event = { id: 't', seq: 7, interests: null, caughtUp: (seq: number) => (told.push(seq), news) };
    const subject = { event, tournament: { acts: [] } };
    const done = vi.fn();
    const run = new Run<typeof subject>({ ...publish, path: () => ({ tournament_id: 't' }) } as unknown as Act<typeof subject>, done);
    const sending = run.start({}, subject);
    await vi.waitFor(() => expect(told).toEqual([7]));
    expect([run.state, done.mock.calls.length]).toEqual(['sending', 0]);
    arrive();
    await sending;
    expect([run.state, done.mock.calls.length]).toEqual(['done', 1]);
  });

  it('sent again after no answer is the same command with the same body', async () => {
    const run = new Run(publish);
    replies = ['no answer', 'no answer'];
    await run.start({}, 't');
    expect([run.state, run.busy]).toEqual(['unknown', true]);
    await run.start({}, 't');
    replies = [];
    await run.repeat();
    expect(run.state).toBe('done');
    expect(new Set(sent.map((one) => one.id)).size).toBe(1);
    expect(new Set(sent.map((one) => JSON.stringify(one.body))).size).toBe(1);
  });

  it('that the contract says is never repeated is sent once, and nobody is offered to send it again', async () => {
    const key = actOn<string>()('issue_api_key', {
      place: { page: '/', at: 'here' },
      title: () => 'Make a key',
      fields: {},
      path: () => ({}),
      body: () => ({ name: 'results' }) as never,
    });
    const run = new Run(key);
    replies = ['no answer'];
    await run.start({}, 't');
    expect([run.state, sent.length]).toEqual(['refused', 1]);
    await run.repeat();
    expect(sent.length).toBe(1);
    await run.start({}, 't');
    expect(run.state).toBe('done');
    expect(sent[0]?.id).not.toBe(sent[1]?.id);
  });

  it('does not take a server in trouble for a no', async () => {
    const run = new Run(publish);
    replies = [{ status: 503, code: 'unavailable' }];
    await run.start({}, 't');
    expect(run.state).toBe('unknown');
    await run.repeat();
    expect(run.state).toBe('done');
    expect(sent[0]).toEqual(sent[1]);
  });

  it('refused is another command the next time', async () => {
    const run = new Run(publish);
    replies = [{ status: 409, code: 'round_unfinished' }];
    await run.start({}, 't');
    expect([run.state, run.problem?.code]).toEqual(['refused', 'round_unfinished']);
    await run.start({}, 't');
    expect(run.state).toBe('done');
    expect(sent[0]?.id).not.toBe(sent[1]?.id);
  });

  it('makes a question of a refusal that one may accept, and says yes in the body', async () => {
    const run = new Run(publish);
    replies = [{ status: 409, code: 'departure_unconfirmed' }];
    await run.start({}, 't');
    expect([run.state, run.question?.text]).toEqual([
      'asking',
      'departure_unconfirmed it is It is recorded, and the signed manifest of every rating file says it.',
    ]);
    await run.accept();
    expect(run.state).toBe('done');
    expect(sent[1]?.body).toMatchObject({ accept_deviations: true });
    expect(sent[0]?.id).not.toBe(sent[1]?.id);
  });
});
