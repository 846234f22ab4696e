import type { CountAttempt } from './inspection-rule';

/** A window has this many buckets: an attempt leaves it at most this part of its length too late. */
const BUCKETS = 12;
/** Above it, the attempts that were counted first are forgotten. */
const MAX_BUCKETS = 500_000;

/** The attempts of one process in a bucket of a window. */
export interface AttemptBucket {
  /** Shop, rule, window and what is counted by. */
  key: string;
  /** Number of the bucket since 1970. */
  bucket: number;
  attempts: number;
  amountMinor: bigint;
  /** When no window has it any more. */
  expiresAt: number;
}

/**
 * Counts attempts in sliding windows. Own attempts count at once; those of other processes once they are exchanged.
 */
export class AttemptCounts {
  private readonly own = new Map<string, AttemptBucket>();
  private readonly others = new Map<string, AttemptBucket>();
  private readonly changed = new Set<string>();

  /** `toKey` shortens the name of a window, which other processes learn. */
  constructor(private readonly toKey: (name: string) => string = (name) => name) {}

  /** Counts for the rules of a shop. */
  of(shopID: string, now: () => number = Date.now): CountAttempt {
    return ({ id, velocity: { by, windowMinutes, attempts = Infinity, amount = Infinity } }, value, amountMinor) => {
      const key = this.toKey(JSON.stringify([shopID, id, by, windowMinutes, value]));
      const width = (windowMinutes * 60_000) / BUCKETS;
      const bucket = Math.floor(now() / width);
      this.add({ key, bucket, attempts: 1, amountMinor, expiresAt: Math.ceil((bucket + 1 + BUCKETS) * width) });
      const sum = { attempts: 0, amountMinor: 0n };
      for (let each = bucket - BUCKETS; each <= bucket; each++) {
        for (const counted of [this.own, this.others]) {
          const found = counted.get(`${key}/${each}`);
          sum.attempts += found?.attempts ?? 0;
          sum.amountMinor += found?.amountMinor ?? 0n;
        }
      }
      return sum.attempts > attempts || sum.amountMinor > amount;
    };
  }

  /** Own buckets that have changed since the last call. */
  takeChanged(): AttemptBucket[] {
    const changed = [...this.changed].flatMap((name) => this.own.get(name) ?? []);
    this.changed.clear();
    return changed;
  }

  /** Returns buckets again that could not be written. */
  keepChanged(buckets: readonly AttemptBucket[]): void {
    for (const { key, bucket } of buckets) this.changed.add(`${key}/${bucket}`);
  }

  /** Takes what other processes have counted in a bucket, all together. */
  learn(sum: AttemptBucket): void {
    put(this.others, `${sum.key}/${sum.bucket}`, sum);
  }

  /** Forgets what no window has any more. */
  forgetExpired(now = Date.now()): void {
    for (const counted of [this.own, this.others]) {
      for (const [name, { expiresAt }] of counted) if (expiresAt < now) counted.delete(name);
    }
  }

  get size(): number {
    return this.own.size + this.others.size;
  }

  private add({ attempts, amountMinor, ...place }: AttemptBucket): void {
    const name = `${place.key}/${place.bucket}`;
    const known = this.own.get(name);
    if (known) {
      known.attempts += attempts;
      known.amountMinor += amountMinor;
    } else {
      put(this.own, name, { ...place, attempts, amountMinor });
    }
    this.changed.add(name);
  }
}

function put(buckets: Map<string, AttemptBucket>, name: string, bucket: AttemptBucket): void {
  buckets.set(name, bucket);
  const [first] = buckets.keys();
  if (buckets.size > MAX_BUCKETS && first !== undefined) buckets.delete(first);
}
