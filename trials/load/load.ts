import type { Random } from '../random';
import type { World } from '../world';
import { Order, PAYMENT_FLOWS, type Flow } from './payments';
import { WALLET_FLOWS, type WalletFlow } from './wallets';

/** Who calls while an experiment goes on. */
export interface Mix {
  /** How many payers and merchants at once. */
  payments: number;
  /** How many withdrawals, transfers and destinations at once. */
  wallets: number;
}

/** Clients who begin one flow after the other until they are told to stop, and then carry to its end what they have begun. */
export class Load {
  private isOver = false;
  private readonly callers: Promise<void>[];

  constructor(
    private readonly world: World,
    { payments, wallets }: Mix,
    /** Which experiment it is: external ids are its own. */
    private readonly name: string,
    private readonly apiUrls?: readonly string[],
  ) {
    const random = world.random.of(name);
    this.callers = [
      ...Array.from({ length: payments }, (_, index) =>
        this.call(random.of(`payer-${index}`), (each) => this.payment(each)),
      ),
      ...Array.from({ length: wallets }, (_, index) =>
        this.call(random.of(`wallet-${index}`), (each) => this.wallet(each)),
      ),
    ];
  }

  /** Begins nothing more, and resolves when all that was begun has ended or was given up. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
  }

  private count = 0;

  private async call(random: Random, live: (random: Random) => Promise<unknown>): Promise<void> {
    for (let number = 0; !this.isOver; number++) {
      try {
        await live(random.of(number));
      } catch (error) {
        this.world.journal.complaints.push(error instanceof Error ? error.message : String(error));
      }
    }
  }

  private nextName(): string {
    this.count += 1;
    return `${this.name}-${this.count}`;
  }

  private payment(random: Random): Promise<unknown> {
    return orderOf(
      this.world,
      { random, name: this.nextName(), apiUrls: this.apiUrls },
      random.pick<Flow>(PAYMENT_FLOWS),
    );
  }

  private wallet(random: Random): Promise<unknown> {
    const client = this.world.client(random.of('ids'), this.apiUrls);
    const { journal, wallets: desk } = this.world;
    return random.pick<WalletFlow>(WALLET_FLOWS)({ client, journal, random, desk, name: this.nextName() });
  }
}

/** Lives one order. */
export function orderOf<Result>(
  world: World,
  { random, name, apiUrls }: { random: Random; name: string; apiUrls?: readonly string[] | undefined },
  flow: (order: Order) => Promise<Result>,
): Promise<Result> {
  const { demo, sandboxUrl } = world.situation;
  const client = world.client(random.of('ids'), apiUrls);
  const shops = { shopID: demo.shopID, briefHoldShopID: `${demo.shopID}-brief-hold` };
  return flow(new Order({ client, journal: world.journal, random, ...shops, sandboxUrl, name }));
}
