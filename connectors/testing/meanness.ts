import { Random } from '../../tests/harness/random';

/** What happens to a request or to its answer. */
type Harm = 'limited' | 'failsBefore' | 'failsAfter' | 'lost' | 'cut' | 'short' | 'doubled' | 'lie';

const HARMS: readonly Harm[] = ['limited', 'failsBefore', 'failsAfter', 'lost', 'cut', 'short', 'doubled', 'lie'];
/** How many requests in a row a limit refuses at most. */
const MAX_LIMITED = 4;
/** After how many further requests a late notification comes at most. */
const MAX_LATE = 6;

/** What servers before an acquirer, and acquirers, say of a failure. */
const FAILURES = ['', '{}', '<h1>Bad Gateway</h1>', '{"message":"upstream"}', '{"error":{"type":"api_error"}}'];

/** A failing acquirer by a seed: the same seed harms the same requests and notifications. */
export class Meanness {
  /** What was done, to be read where a seed fails. */
  readonly log: string[] = [];
  private readonly lost: Buffer[] = [];
  private readonly late: { webhook: Buffer; dueAt: number }[] = [];
  private readonly random: Random;
  private limitedUntil = 0;
  private requests = 0;

  constructor(seed: string) {
    this.random = new Random(seed);
  }

  /** @returns undefined for a request that is answered as it is */
  next(call: string): Harm | undefined {
    this.requests += 1;
    const isHarmed = this.random.next() < 0.4;
    const harm = this.requests <= this.limitedUntil ? 'limited' : isHarmed ? this.random.pick(HARMS) : undefined;
    if (harm === 'limited' && this.requests > this.limitedUntil)
      this.limitedUntil = this.requests + this.random.int(0, MAX_LIMITED);
    this.log.push(`${call} ${harm ?? ''}`);
    return harm;
  }

  get failure(): { status: number; text: string } {
    return { status: this.random.pick([500, 502, 503, 504]), text: this.random.pick(FAILURES) };
  }

  pick<Item>(list: readonly Item[]): Item | undefined {
    return list.length === 0 ? undefined : this.random.pick(list);
  }

  /** Whether a notification comes before the answer. */
  get overtakes(): boolean {
    return this.random.next() < 0.3;
  }

  /** Notifications to deliver now, in their order: some are doubled, late, out of order or lost. */
  post(webhooks: readonly Buffer[]): Buffer[] {
    const now = webhooks.flatMap((webhook) => {
      const [draw, dueAt] = [this.random.next(), this.requests + this.random.int(1, MAX_LATE)];
      this.log.push(`webhook ${draw < 0.1 ? 'lost' : draw < 0.4 ? 'late' : draw < 0.6 ? 'doubled' : ''}`);
      if (draw < 0.1) this.lost.push(webhook);
      else if (draw < 0.4) this.late.push({ webhook, dueAt });
      return draw < 0.4 ? [] : draw < 0.6 ? [webhook, webhook] : [webhook];
    });
    const due = this.late.filter(({ dueAt }) => dueAt <= this.requests).map(({ webhook }) => webhook);
    this.late.splice(0, Infinity, ...this.late.filter(({ dueAt }) => dueAt > this.requests));
    return [...now, ...due.reverse()];
  }

  /** Notifications that did not come, when the other side sends them again at last. */
  postLost(): Buffer[] {
    return [...this.lost.splice(0), ...this.late.splice(0).map(({ webhook }) => webhook)];
  }
}
