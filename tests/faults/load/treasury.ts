import type { Random } from '../../harness/random';
import { Bank } from './bank';
import { expectStatus, until } from './client';
import { OperatorPair, type OperatorPairOptions } from './operator-pair';

/** Operators who close batches and record what their bank says of payouts; connectors decide about the others. */

type RecordedStatus = 'sent' | 'paid' | 'failed' | 'returned' | 'cancelled';

interface ListedPayout {
  id: string;
  status: string;
  /** The connector account that pays it. */
  connector?: string;
}

export interface TreasuryOptions extends OperatorPairOptions {
  random: Random;
  shopIDs: readonly string[];
  accuse: (found: string, where: string) => void;
}

export class Treasury {
  /** Payouts whose end was recorded. */
  readonly ended: RecordedStatus[] = [];
  /** Ends of payouts by connectors. */
  readonly endedByConnector: string[] = [];

  readonly bank: Bank;
  private readonly pair: OperatorPair;

  constructor(readonly options: TreasuryOptions) {
    const { random, accuse } = options;
    this.pair = new OperatorPair(options);
    this.bank = new Bank({ pair: this.pair, random: random.of('bank'), accuse });
  }

  /** Gives each shop what its payouts leave. */
  async fund(amount: number): Promise<void> {
    for (const shopID of this.options.shopIDs) await this.credit(shopID, amount);
  }

  /** Two people give a shop an amount, which the next batch pays. */
  private async credit(shopID: string, amount: number): Promise<void> {
    const parameters = { shopID, currency: 'RUB', amount, direction: 'credit', text: 'trial' };
    const { state } = await this.pair.command('correctSettlement', parameters);
    if (state !== 'Succeeded') this.options.accuse(`a correction is ${state}`, shopID);
  }

  async close(shopID = this.options.random.pick(this.options.shopIDs)): Promise<void> {
    const { random } = this.options;
    const parameters = { shopID, currency: 'RUB' };
    await this.credit(parameters.shopID, random.int(1, 50_000));
    // Two operators may close at once: the batch is the same or the next one.
    await this.pair[random.next() < 0.3 ? 'both' : 'command']('closeSettlement', parameters);
  }

  async listOpen(): Promise<readonly ListedPayout[]> {
    const answer = await this.pair.client.get('/operators/v1/payouts');
    expectStatus(answer, 'open payouts', 200);
    return (answer.body as { payouts: ListedPayout[] }).payouts;
  }

  /** Brings payouts to their ends: most of those without a connector by a bank file. */
  async finishAll(payouts: readonly ListedPayout[]): Promise<void> {
    const isByFile = ({ status, connector }: ListedPayout): boolean =>
      connector === undefined && status === 'pending' && this.options.random.next() < 0.75;
    const inFile = new Set(payouts.filter(isByFile));
    const others = payouts.filter((payout) => !inFile.has(payout)).map((payout) => this.finish(payout));
    await Promise.all([...others, inFile.size > 0 && this.bank.pay([...inFile].map(({ id }) => id))]);
  }

  /** Pays a shop without a connector in one of the two ways. */
  async payOnly(way: 'byHand' | 'byFile'): Promise<void> {
    await this.close(this.options.shopIDs[0]);
    const open = (await this.listOpen()).filter(
      ({ status, connector }) => connector === undefined && status === 'pending',
    );
    if (way === 'byFile') await this.bank.pay(open.map(({ id }) => id));
    else await Promise.all(open.map((payout) => this.finish(payout)));
  }

  /** Brings a payout to its end by hand, as the bank decides. */
  async finish({ id, status, connector }: ListedPayout): Promise<void> {
    const { random } = this.options;
    if (connector !== undefined) return this.awaitConnector(id);
    if (status === 'pending') {
      if (random.next() < 0.1) return this.end(id, 'cancelled');
      await this.twice(id, 'sent');
    }
    const decision = random.next();
    if (decision < 0.15) return this.end(id, 'failed');
    if (decision < 0.3) return this.contradict(id);
    await this.end(id, 'paid');
    if (decision < 0.5) await this.end(id, 'returned');
  }

  /** Two operators interfere: they cancel what is not sent yet, and may not decide instead of the connector. */
  private async awaitConnector(payoutID: string): Promise<void> {
    const { random, accuse } = this.options;
    const decision = random.next();
    if (decision < 0.4) {
      const parameters = { payoutID, status: decision < 0.2 ? 'cancelled' : 'failed' };
      const states = await this.recordBoth(parameters);
      if (parameters.status === 'cancelled' && states[0] !== states[1])
        accuse(`cancelled twice: ${states.join(' and ')}`, payoutID);
    }
    const path = `/operators/v1/payouts/${payoutID}`;
    this.endedByConnector.push(await until(this.pair.client, path, ['paid', 'failed', 'cancelled']));
  }

  /** The same recorded by two operators at once, each as the second person of the other. */
  private async twice(payoutID: string, status: RecordedStatus): Promise<void> {
    const states = await this.recordBoth({ payoutID, status });
    if (states.some((state) => state !== 'Succeeded'))
      this.options.accuse(`${status} recorded twice: ${states.join(' and ')}`, payoutID);
  }

  private async end(payoutID: string, status: RecordedStatus): Promise<void> {
    await this.twice(payoutID, status);
    this.ended.push(status);
  }

  /** Two records that contradict each other: one of them decides. */
  private async contradict(payoutID: string): Promise<void> {
    const states = await this.recordBoth({ payoutID, status: 'paid' }, { payoutID, status: 'failed' });
    if ([...states].sort().join() !== 'Failed,Succeeded')
      this.options.accuse(`paid and failed recorded at once: ${states.join(' and ')}`, payoutID);
    this.ended.push(states[0] === 'Succeeded' ? 'paid' : 'failed');
  }

  private async recordBoth(ours: object, theirs = ours): Promise<string[]> {
    return (await this.pair.both('recordPayout', ours, theirs)).map(({ state }) => state);
  }
}
