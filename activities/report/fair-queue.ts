/** Says that one party has enough waiting: what comes beyond tries again later. */
export class QueueFull extends Error {}

interface Waiting {
  begin: () => void;
}

/**
 * A line for few places that many want. Parties take turns, whoever has waited longest since its last one first, so that a
 * party which asks for forty has one turn while another that asks for one has its own.
 */
export class FairQueue {
  private readonly waiting = new Map<string, Waiting[]>();
  private taken = 0;

  constructor(private readonly limits: { places: number; waitingOfOne: number }) {}

  /**
   * Does `work` when it is the party's turn.
   * @throws Crowded where the party has enough waiting; the signal's reason where it was aborted meanwhile
   */
  async run<Result>(party: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.turn(party, signal);
    try {
      return await work();
    } finally {
      this.taken--;
      this.beginNext();
    }
  }

  private async turn(party: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const own = this.waiting.get(party) ?? [];
    if (own.length >= this.limits.waitingOfOne) throw new QueueFull();
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.leave(party, waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      own.push(waiting);
      // A map keeps the order of its keys: the party that comes first in it is the next one to be served.
      this.waiting.set(party, own);
      this.beginNext();
    });
  }

  private beginNext(): void {
    if (this.taken >= this.limits.places) return;
    const [next] = this.waiting;
    if (!next) return;
    const [party, [first, ...rest]] = next;
    this.waiting.delete(party);
    if (rest.length > 0) this.waiting.set(party, rest);
    if (!first) return;
    this.taken++;
    first.begin();
  }

  private leave(party: string, waiting: Waiting): void {
    const rest = (this.waiting.get(party) ?? []).filter((each) => each !== waiting);
    if (rest.length > 0) this.waiting.set(party, rest);
    else this.waiting.delete(party);
  }
}
