import { t, type Parameters } from '../i18n';
import type { ProblemDocument } from './types';

/**
 * A request that was refused or did not arrive. `rule` names the paragraph that refused it, if one did, `field` what in
 * the request it is about.
 */
export class Problem extends Error {
  readonly code: string;
  readonly detail: string;
  readonly rule: string | null;
  readonly parameters: Parameters;
  readonly field: string | null;
  readonly status: number;

  constructor(document: ProblemDocument, status: number) {
    super(document.detail || document.title);
    this.name = 'Problem';
    this.code = document.code;
    this.detail = document.detail || document.title;
    this.rule = document.rule || null;
    this.parameters = document.parameters ?? {};
    this.field = document.field;
    this.status = status;
  }

  /** The same, naming no paragraph: one of another text does not refuse it. */
  get unruled(): Problem {
    const { code, detail, parameters, field, status } = this;
    return new Problem({ code, title: detail, detail, rule: null, parameters, field }, status);
  }

  /** No answer came: the outcome of a command is unknown. */
  get unreachable(): boolean {
    return this.status === 0;
  }

  /** The same request may be answered a little later. */
  get passes(): boolean {
    return this.unreachable || this.status === 429 || this.status >= 500;
  }
}

export function unreachable(): Problem {
  return new Problem(
    {
      code: 'unreachable',
      title: t('refusal.unreachable'),
      detail: t('refusal.unreachable'),
      rule: null,
      parameters: {},
      field: null,
    },
    0,
  );
}

/** Reads a problem document, or makes one from the status when the body is something else. */
export async function problemOf(response: Response): Promise<Problem> {
  let document: Partial<ProblemDocument> = {};
  try {
    document = (await response.json()) as Partial<ProblemDocument>;
  } catch {
    // Not JSON: the status line is all there is.
  }
  const title = document.title ?? response.statusText;
  return new Problem(
    {
      code: document.code ?? `http_${response.status}`,
      title,
      detail: document.detail ?? title,
      rule: document.rule ?? null,
      parameters: document.parameters ?? {},
      field: document.field ?? null,
    },
    response.status,
  );
}
