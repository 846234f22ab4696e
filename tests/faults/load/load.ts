import type { EndedOtherwise } from './client';
import type { Random } from '../../harness/random';
import type { Situation, World } from '../world';
import { LoadOrder, PAYMENT_FLOWS, type Flow } from './payments';
import { WALLET_FLOWS, type WalletFlow } from './wallets';

/** The load of an experiment. */
export interface Mix {
  /** Concurrent payers and merchants. */
  payments: number;
  /** Concurrent withdrawals, transfers and destinations. */
  wallets: number;
  /** Which payments and payouts may fail that the payer has confirmed. */
  mayFail?: typeof EndedOtherwise;
}

/** A flow: its random numbers and the prefix of its external ids. */
interface Named {
  random: Random;
  name: string;
}

type Caller = Pick<World, 'client' | 'closed' | 'journal' | 'wallets' | 'acquirers'> & {
  situation: Pick<Situation, 'demo' | 'sandboxUrl'>;
};

/** Clients that run one flow after the other until they are stopped, and finish those they have started. */
export class ExperimentLoad {
  private isOver = false;
  private readonly callers: Promise<void>[];

  constructor(
    private readonly world: Caller,
    private readonly mix: Mix,
    /** The experiment, part of its external ids. */
    private readonly name: string,
    random: Random,
  ) {
    const { payments, wallets } = mix;
    this.callers = [
      ...Array.from({ length: payments }, (_, index) =>
        this.call(random, `payer-${index}`, (each) => this.payment(each)),
      ),
      ...Array.from({ length: wallets }, (_, index) =>
        this.call(random, `wallet-${index}`, (each) => this.wallet(each)),
      ),
    ];
  }

  /** Starts no more flows. */
  beginNoMore(): void {
    this.isOver = true;
  }

  /** Starts no more flows, and resolves when all have ended or were abandoned. */
  async stop(): Promise<void> {
    this.beginNoMore();
    await Promise.all(this.callers);
  }

  /** The requests and ids of a caller do not depend on other callers. */
  private async call(random: Random, caller: string, live: (one: Named) => Promise<unknown>): Promise<void> {
    // Calls of a closed platform fail at once, and looping would block everything else.
    for (let number = 0; !this.isOver && !this.world.closed.aborted; number++) {
      try {
        await live({ random: random.of(caller).of(number), name: `${this.name}-${caller}-${number}` });
      } catch (error) {
        if (this.mix.mayFail && error instanceof this.mix.mayFail) continue;
        this.world.journal.complaints.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  private payment({ random, name }: Named): Promise<unknown> {
    return getOrder(this.world, { random, name }, random.pick<Flow>(PAYMENT_FLOWS));
  }

  private wallet({ random, name }: Named): Promise<unknown> {
    const client = this.world.client(random.of('ids'));
    const { journal, wallets: desk } = this.world;
    return random.pick<WalletFlow>(WALLET_FLOWS)({ client, journal, random, desk, name });
  }
}

export function getOrder<Result>(
  world: Caller,
  { random, name }: Named,
  flow: (order: LoadOrder) => Promise<Result>,
): Promise<Result> {
  const { demo, sandboxUrl } = world.situation;
  const client = world.client(random.of('ids'));
  const shops = { shopID: demo.shopID, briefHoldShopID: `${demo.shopID}-brief-hold` };
  const acquirerUrls = () => world.acquirers.map(({ url }) => url);
  return flow(new LoadOrder({ client, journal: world.journal, random, ...shops, sandboxUrl, acquirerUrls, name }));
}
