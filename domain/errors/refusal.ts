import type { RefusalCode } from './refusal-codes';

/** What a conflict of external ids tells: the id that was reused and the entity that has it. */
export interface ExternalIDConflict {
  externalID: string;
  id: string;
}

type RefusalDetails = Partial<Pick<Refusal, 'conflict' | 'place' | 'retryAfterSeconds'>>;

/**
 * Something that a caller asked and may not have, by a rule that the message names. Everything else that is thrown is a
 * defect. Messages go to callers: they never hold card data, tokens or keys.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly conflict?: ExternalIDConflict;
  /** The field or parameter that the refusal is about, where there is one: `body.amount`, `X-Request-Deadline`. */
  readonly place?: string;
  /** When to come again, where somebody knows. */
  readonly retryAfterSeconds?: number;

  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    if (details.conflict) this.conflict = details.conflict;
    if (details.place) this.place = details.place;
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The refusal for an entity that does not exist, or belongs to another party: the two are not told apart. */
export function notFound(entity: string): Refusal {
  return new Refusal('notFound', `${entity} not found`);
}
