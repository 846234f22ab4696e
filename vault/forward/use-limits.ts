/** A card or a certificate was used too often. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';

  constructor(readonly limit: LimitName) {
    super(`too many uses: ${limit}`);
  }
}

export const LIMIT_NAMES = ['card', 'certificate', 'returnedNumber'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

export interface UseLimitOptions {
  /** Uses of one card in a minute. */
  usesPerCard: number;
  /** Uses of all cards by one certificate in a minute. */
  usesPerCertificate: number;
}

const MINUTE_MS = 60_000;
/** For how long a card whose number an acquirer has sent back is not sent again. */
const REST_MS = 3_600_000;
const MAX_RESTING = 10_000;

/** Counts uses by minutes, in one process of the vault. */
export class UseLimits {
  private minute = 0;
  private readonly cards = new Map<string, number>();
  private readonly certificates = new Map<string, number>();
  private readonly resting = new Map<string, number>();

  constructor(private readonly options: UseLimitOptions & { onReached: (limit: LimitName) => void }) {}

  /** @throws LimitReached */
  take({ cardID, certificate }: { cardID: string; certificate: string }): void {
    const now = Date.now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.cards.clear();
      this.certificates.clear();
    }
    const { usesPerCard, usesPerCertificate } = this.options;
    if ((this.resting.get(cardID) ?? 0) > now) this.refuse('returnedNumber');
    if (count(this.certificates, certificate) > usesPerCertificate) this.refuse('certificate');
    if (count(this.cards, cardID) > usesPerCard) this.refuse('card');
  }

  /** No honest acquirer sends a number back: each such answer may be a guess that was right. */
  rest(cardID: string): void {
    const [oldest] = this.resting.keys();
    if (oldest !== undefined && this.resting.size >= MAX_RESTING) this.resting.delete(oldest);
    this.resting.set(cardID, Date.now() + REST_MS);
    this.options.onReached('returnedNumber');
  }

  private refuse(limit: LimitName): never {
    this.options.onReached(limit);
    throw new LimitReached(limit);
  }
}

function count(uses: Map<string, number>, key: string): number {
  const next = (uses.get(key) ?? 0) + 1;
  uses.set(key, next);
  return next;
}
