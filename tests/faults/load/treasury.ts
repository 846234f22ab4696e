import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../harness/random';
import { expectStatus, formatText, until, type LoadClient } from './client';

/** Operators who close batches and record what their bank says of payouts; connectors decide about the others. */

const COMMANDS = '/operators/v1/commands';
const END_MS = 300_000;

type RecordedStatus = 'sent' | 'paid' | 'failed' | 'returned' | 'cancelled';

interface ListedPayout {
  id: string;
  status: string;
  /** The connector account that pays it. */
  connector?: string;
}

export interface TreasuryOptions {
  client: LoadClient;
  random: Random;
  /** Keys of two operators with the role `finance`. */
  operators: readonly [string, string];
  shopIDs: readonly string[];
  /** The prefix of idempotency keys. */
  name: string;
  accuse: (found: string, where: string) => void;
}

export class Treasury {
  private count = 0;
  /** Payouts whose end was recorded. */
  readonly ended: RecordedStatus[] = [];
  /** Ends of payouts by connectors. */
  readonly endedByConnector: string[] = [];

  constructor(readonly options: TreasuryOptions) {}

  /** Gives each shop what its payouts leave. */
  async fund(amount: number): Promise<void> {
    for (const shopID of this.options.shopIDs) await this.credit(shopID, amount);
  }

  /** Two people give a shop an amount, which the next batch pays. */
  private async credit(shopID: string, amount: number): Promise<void> {
    const parameters = { shopID, currency: 'RUB', amount, direction: 'credit', text: 'trial' };
    const state = await this.command('correctSettlement', parameters);
    if (state !== 'Succeeded') this.options.accuse(`a correction is ${state}`, shopID);
  }

  async close(shopID = this.options.random.pick(this.options.shopIDs)): Promise<void> {
    const { random } = this.options;
    const parameters = { shopID, currency: 'RUB' };
    await this.credit(parameters.shopID, random.int(1, 50_000));
    // Two operators may close at once: the batch is the same or the next one.
    const closes = random.next() < 0.3 ? [this.command, this.mirrored] : [this.command];
    await Promise.all(closes.map((close) => close('closeSettlement', parameters)));
  }

  async listOpen(): Promise<readonly ListedPayout[]> {
    const { client, operators } = this.options;
    const answer = await client.as(operators[0]).get('/operators/v1/payouts');
    expectStatus(answer, 'open payouts', 200);
    return (answer.body as { payouts: ListedPayout[] }).payouts;
  }

  /** Brings a payout to its end, as the bank decides. */
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
    const { client, operators, random, accuse } = this.options;
    const decision = random.next();
    if (decision < 0.4) {
      const parameters = { payoutID, status: decision < 0.2 ? 'cancelled' : 'failed' };
      const states = await Promise.all([
        this.command('recordPayout', parameters),
        this.mirrored('recordPayout', parameters),
      ]);
      if (parameters.status === 'cancelled' && states[0] !== states[1])
        accuse(`cancelled twice: ${states.join(' and ')}`, payoutID);
    }
    const path = `/operators/v1/payouts/${payoutID}`;
    this.endedByConnector.push(await until(client.as(operators[0]), path, ['paid', 'failed', 'cancelled']));
  }

  /** The same file confirmed by two operators at once, each as the second person of the other. */
  private async twice(payoutID: string, status: RecordedStatus): Promise<void> {
    const parameters = { payoutID, status };
    const states = await Promise.all([
      this.command('recordPayout', parameters),
      this.mirrored('recordPayout', parameters),
    ]);
    if (states.some((state) => state !== 'Succeeded'))
      this.options.accuse(`${status} recorded twice: ${states.join(' and ')}`, payoutID);
  }

  private async end(payoutID: string, status: RecordedStatus): Promise<void> {
    await this.twice(payoutID, status);
    this.ended.push(status);
  }

  /** Two files that contradict each other: one of them decides. */
  private async contradict(payoutID: string): Promise<void> {
    const states = await Promise.all([
      this.command('recordPayout', { payoutID, status: 'paid' }),
      this.mirrored('recordPayout', { payoutID, status: 'failed' }),
    ]);
    if ([...states].sort().join() !== 'Failed,Succeeded')
      this.options.accuse(`paid and failed recorded at once: ${states.join(' and ')}`, payoutID);
    this.ended.push(states[0] === 'Succeeded' ? 'paid' : 'failed');
  }

  private readonly command = (type: string, parameters: object): Promise<string> =>
    this.carryOut(type, parameters, this.options.operators);

  private readonly mirrored = (type: string, parameters: object): Promise<string> =>
    this.carryOut(type, parameters, [this.options.operators[1], this.options.operators[0]]);

  /** Requests a command as one operator, approves it as the other, and waits for its state. */
  private async carryOut(
    type: string,
    parameters: object,
    [requester, approver]: readonly [string, string],
  ): Promise<string> {
    const { client, name } = this.options;
    const order = { type, parameters, reason: 'trial', idempotencyKey: `${name}-${++this.count}` };
    const requested = await client.as(requester).post(COMMANDS, order);
    expectStatus(requested, type, 200);
    const path = `${COMMANDS}/${formatText(requested.body, 'id')}`;
    if (formatText(requested.body, 'state') === 'AwaitingApproval')
      expectStatus(await client.as(approver).post(`${path}/approve`, { reason: 'trial' }), `approval of ${type}`, 200);
    for (const end = Date.now() + END_MS; Date.now() < end; await sleep(200)) {
      const answer = await client.as(requester).get(path);
      expectStatus(answer, path, 200);
      const state = formatText(answer.body, 'state');
      if (state === 'Succeeded' || state === 'Failed') return state;
    }
    throw new Error(`the command ${path} had not ended within ${END_MS / 1_000} s`);
  }
}
