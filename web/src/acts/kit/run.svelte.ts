import { call, isOfTournament, type Call, type Deed } from '../../contract/call';
import { newCommandId } from '../../contract/command-id';
import { NEVER_REPEATED } from '../../contract/operations';
import { Problem, unreachable } from '../../contract/problem';
import { t } from '../../i18n';
import { live } from '../../live/live.svelte';
import { announcer } from '../../ui/announcer.svelte';
import type { Act, Question } from './act';
import { isOfEvent } from './allowed';
import type { Known } from './field';

/** Answers after which it is not known whether the act was done. */
const UNKNOWN = ['unreachable', 'outcome_unknown', 'unavailable', 'role_away', 'stopping', 'shutting_down'];

export type RunState = 'idle' | 'asking' | 'sending' | 'unknown' | 'refused' | 'done';

interface Request {
  commandId: string;
  body: object | undefined;
}

/**
 * An act on its way: asked about, sent, answered. What was sent keeps its command id and its body until it is known what
 * became of it, so that sending it again does it at most once.
 */
export class Run<S> {
  state = $state<RunState>('idle');
  problem = $state.raw<Problem | null>(null);
  question = $state.raw<Question | null>(null);
  readonly #act: Act<S>;
  readonly #done: (answer: unknown) => void | Promise<void>;
  #subject: S | null = null;
  #values: Known = {};
  #accepted: string[] = [];
  #request: Request | null = null;

  constructor(act: Act<S>, done: (answer: unknown) => void | Promise<void> = () => undefined) {
    this.#act = act;
    this.#done = done;
  }

  /** Sent, and no answer yet: nothing can be changed about it. */
  get busy(): boolean {
    return this.state === 'sending' || this.state === 'unknown';
  }

  /** Does the act, or asks first. */
  async start(values: Known, subject: S): Promise<void> {
    if (this.busy) return;
    this.#values = values;
    this.#subject = subject;
    this.#accepted = [];
    this.problem = null;
    this.question = this.#act.ask(values, subject);
    if (this.question) this.state = 'asking';
    else await this.#send();
  }

  /** Yes to the question. */
  async accept(): Promise<void> {
    if (this.state !== 'asking') return;
    const flag = this.#act.accepts[this.problem?.code ?? ''];
    if (flag) this.#accepted.push(flag);
    this.question = null;
    await this.#send();
  }

  /** No to the question, or to sending again what nothing is known of. */
  leave(): void {
    if (this.state === 'sending') return;
    this.state = 'idle';
    this.problem = null;
    this.question = null;
    this.#request = null;
  }

  /** Sends again what nothing is known of: under its id it is done once. */
  async repeat(): Promise<void> {
    if (this.state === 'unknown') await this.#send();
  }

  async #send(): Promise<void> {
    const subject = this.#subject as S;
    this.#request ??= { commandId: newCommandId(), body: this.#body(subject) };
    const { commandId, body } = this.#request;
    this.state = 'sending';
    const event = isOfEvent(subject) ? subject.event : null;
    const seq = event?.seq ?? 0;
    try {
      const request = { path: this.#act.path(subject, this.#values), body, commandId };
      const answer = await call(this.#act.operation, request as Call<Deed>);
      this.#request = null;
      // It is done when the page shows it: the event tells what came of it.
      if (event && (await isOfTournament(this.#act.operation))) await event.caughtUp(seq);
      this.problem = null;
      this.state = 'done';
      announcer.say(this.#act.done(answer, this.#values, subject));
      await this.#done(answer);
    } catch (error) {
      this.#refused(error instanceof Problem ? error : unreachable());
    }
  }

  #body(subject: S): object | undefined {
    // The contract takes whole ms; cluster time is reckoned finer.
    const body = this.#act.body(this.#values, subject, Math.round(live.clock.now()));
    return this.#accepted.length === 0 ? body : { ...body, ...Object.fromEntries(this.#accepted.map((flag) => [flag, true])) };
  }

  #refused(problem: Problem): void {
    this.problem = problem;
    // What is never repeated is not sent again: whoever did it looks whether it was done, and does it anew.
    const isUnknown = UNKNOWN.includes(problem.code) || problem.status >= 500;
    if (isUnknown && !(this.#act.operation in NEVER_REPEATED)) {
      this.state = 'unknown';
      return;
    }
    this.#request = null;
    const flag = this.#act.accepts[problem.code];
    const asks = flag !== undefined && !this.#accepted.includes(flag);
    this.state = asks ? 'asking' : 'refused';
    if (!asks) return;
    const isDeparture = problem.code === 'departure_unconfirmed';
    this.question = {
      title: t(isDeparture ? 'deviation.title' : 'act.sure'),
      text: isDeparture ? `${this.#act.asks(problem)} ${t('deviation.text')}` : this.#act.asks(problem),
      rule: problem.rule,
      agree: t(isDeparture ? 'deviation.agree' : 'act.sure.agree'),
    };
  }
}
