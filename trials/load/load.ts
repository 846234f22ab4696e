import type { Random } from '../random';
import type { Situation, World } from '../world';
import { Order, PAYMENT_FLOWS, type Flow } from './payments';
import { WALLET_FLOWS, type WalletFlow } from './wallets';

/** Who calls while an experiment goes on. */
export interface Mix {
  /** How many payers and merchants at once. */
  payments: number;
  /** How many withdrawals, transfers and destinations at once. */
  wallets: number;
}

/** One flow: what is random in it, and what its external ids begin with. */
interface Named {
  random: Random;
  name: string;
}

/** What callers need of a world. */
type Caller = Pick<World, 'client' | 'closed' | 'journal' | 'wallets'> & {
  situation: Pick<Situation, 'demo' | 'sandboxUrl'>;
};

/** Clients who begin one flow after the other until they are told to stop, and then carry to its end what they have begun. */
export class Load {
  private isOver = false;
  private readonly callers: Promise<void>[];

  constructor(
    private readonly world: Caller,
    { payments, wallets }: Mix,
    /** Which experiment it is: external ids are its own. */
    private readonly name: string,
    random: Random,
  ) {
    this.callers = [
      ...Array.from({ length: payments }, (_, index) =>
        this.call(random, `payer-${index}`, (each) => this.payment(each)),
      ),
      ...Array.from({ length: wallets }, (_, index) =>
        this.call(random, `wallet-${index}`, (each) => this.wallet(each)),
      ),
    ];
  }

  /** Begins nothing more; what was begun goes on. */
  beginNoMore(): void {
    this.isOver = true;
  }

  /** Begins nothing more, and resolves when all that was begun has ended or was given up. */
  async stop(): Promise<void> {
    this.beginNoMore();
    await Promise.all(this.callers);
  }

  /** What somebody asks for, and under which names, depends on nobody else. */
  private async call(random: Random, caller: string, live: (one: Named) => Promise<unknown>): Promise<void> {
    // Once its world is closed, every call fails at once: who went on would leave no time for anything else.
    for (let number = 0; !this.isOver && !this.world.closed.aborted; number++) {
      try {
        await live({ random: random.of(caller).of(number), name: `${this.name}-${caller}-${number}` });
      } catch (error) {
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

/** Lives one order. */
export function getOrder<Result>(
  world: Caller,
  { random, name }: Named,
  flow: (order: Order) => Promise<Result>,
): Promise<Result> {
  const { demo, sandboxUrl } = world.situation;
  const client = world.client(random.of('ids'));
  const shops = { shopID: demo.shopID, briefHoldShopID: `${demo.shopID}-brief-hold` };
  return flow(new Order({ client, journal: world.journal, random, ...shops, sandboxUrl, name }));
}
