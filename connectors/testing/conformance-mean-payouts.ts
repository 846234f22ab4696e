import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { lookUpOpening } from '../../activities/platform/operation/look-up-opening';
import { carryOut, carryOutOpening, type OperationAttempt } from '../../activities/platform/operation/operation';
import { Random } from '../../tests/harness/random';
import { ConnectorUnavailable, type PayOutConnector, type PayOutOutcome } from '../connector';
import type { Returned } from '../pending';
import { anOperation, type Conformance, type DeferringUnderTest, type LaterResult } from './connector-under-test';
import { LosingProxy } from './losing-proxy';
import { MeanWebhooks } from './mean-webhooks';
import { Meanness } from './meanness';

/** Other seeds: `MEAN_SEEDS=7,8`. */
export const SEEDS = (process.env['MEAN_SEEDS'] ?? '1,2,3,4,5').split(',');
/** Of one operation, before it waits for what comes at the end. */
export const MAX_ATTEMPTS = 40;
const OPERATIONS = 6;

/** Whether Temporal retries after an error: whatever is no failure of the acquirer is a defect. */
export function isRetried(error: unknown): error is Error {
  return error instanceof ConnectorUnavailable || (error instanceof ApplicationFailure && error.nonRetryable !== true);
}

/** Payouts that are pending, declined or returned, whose answers are lost and whose webhooks are late, lost or doubled. */
export function testMeanPayOuts(conformance: Conformance): void {
  test.each(SEEDS)('payouts end as the other side has booked them under the failures of seed %s', async (seed) => {
    const { deferring, lying } = conformance.given;
    if (!deferring || !lying) return;
    await between(conformance, { seed, url: deferring.url, of: 'payouts' }, async (parts) => {
      const connector = deferring.connectorAt(parts.proxyUrl);
      for (let count = 0; count < OPERATIONS; count += 1) {
        const random = parts.random.of(count);
        const { operationID, kind, log } = await payOut({ ...parts, conformance, deferring, connector, random });
        const booked = await deferring.countPayOuts(operationID);
        expect({ seed, operationID, log, booked }).toMatchObject({ booked: isPaid(kind) ? 1 : 0 });
      }
    });
  });
}

/** Cards are bound, and what was recorded of a binding pays. */
export function testMeanBindings(conformance: Conformance): void {
  test.each(SEEDS)('a bound card pays after the failures of seed %s', async (seed) => {
    const { lying } = conformance.given;
    if (!lying || !conformance.storesCards) return;
    const tokens: string[] = [];
    await between(conformance, { seed, url: lying.url, of: 'bindings' }, async (parts) => {
      const { webhooks, proxyUrl } = parts;
      const connector = conformance.given.connectorAt(proxyUrl);
      for (let count = 0; count < OPERATIONS; count += 1) {
        const {
          amount: _,
          makeRecurrent: __,
          ...request
        } = conformance.authorise({ operationID: anOperation('verify') });
        const { operationID, timeoutMs } = request;
        const lookUp = () => lookUpOpening(connector, { kind: 'verify', operationID, timeoutMs });
        webhooks.expectOf(operationID, lookUp);
        const opening = { operationID, lookUp, send: () => connector.verify(request) };
        const { outcome } = await untilResult(parts, (attempt) => carryOutOpening(opening, attempt));
        // What contradicts its request is voided and leaves no binding.
        if (outcome.kind === 'contradicted' || outcome.kind === 'misused') continue;
        expect({ seed, operationID, ...outcome }).toMatchObject({ kind: 'approved' });
        tokens.push('recurrentToken' in outcome ? (outcome.recurrentToken ?? '') : '');
      }
    });
    for (const recurrentToken of tokens)
      await conformance.held({ paymentTool: { type: 'recurrentToken', recurrentToken } });
  });
}

export interface Between {
  proxy: LosingProxy;
  webhooks: MeanWebhooks;
  /** What did not come of an acquirer that states results by webhooks only. */
  deliverLost: () => Promise<void>;
  proxyUrl: string;
  random: Random;
}

/** @param run `name` names the failures of the seed, `of` its operations */
export async function between(
  { given, contradicted }: Conformance,
  { seed, url, of, name = `${seed}/${of}` }: { seed: string; url: string; of: string; name?: string },
  work: (parts: Between) => Promise<void>,
): Promise<void> {
  const { lying } = given;
  const meanness = new Meanness(name);
  const proxy = new LosingProxy(url);
  proxy.lies = [lying?.lies.amount, lying?.lies.currency].flatMap((lie) => lie ?? []);
  // Webhooks of payouts are written here, the others perhaps by the other side.
  const sender = of !== 'payouts' && lying?.deliver ? lying : undefined;
  const webhooks = new MeanWebhooks(sender ? undefined : lying?.webhooks, meanness);
  proxy.onExchange = (exchange) => webhooks.keep(exchange);
  proxy.meanness = meanness;
  lying?.postBy?.(meanness);
  const deliverLost = async () => {
    const lost = meanness.postLost();
    await webhooks.deliver(lost);
    for (const webhook of lost) await sender?.deliver?.(webhook);
  };
  try {
    const random = new Random(seed).of(of);
    const parts = { proxy, webhooks, deliverLost, proxyUrl: await proxy.start(), random };
    await new MockActivityEnvironment().run(() => work(parts));
    expect(webhooks.problems).toEqual([]);
  } catch (error) {
    process.stderr.write(`\nseed ${seed} of ${of}:\n${meanness.log.join('\n')}\n`);
    throw error;
  } finally {
    lying?.postBy?.(undefined);
    proxy.stop();
    contradicted.splice(0);
  }
}

/** Retries as Temporal does. */
async function untilResult<Outcome>(
  { webhooks, deliverLost }: Pick<Between, 'webhooks' | 'deliverLost'>,
  work: (attempt: OperationAttempt) => Promise<Outcome>,
) {
  const log: string[] = [];
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      const outcome = await work(attempt === 0 ? 'first' : 'repeated');
      await webhooks.deliver();
      return { outcome, log };
    } catch (error) {
      if (!isRetried(error)) throw error;
      log.push(error.message);
      if (attempt === MAX_ATTEMPTS / 2) await deliverLost();
    }
  }
  throw new Error(`there is no result: ${log.join(', ')}`);
}

const isPaid = (kind: string): boolean => kind === 'approved' || kind === 'returned';

interface PayOutParts extends Between {
  conformance: Conformance;
  deferring: DeferringUnderTest;
  connector: PayOutConnector;
}

async function payOut(parts: PayOutParts) {
  const { conformance, deferring, connector, webhooks, random } = parts;
  const request = { ...conformance.payOut(), amount: BigInt(random.int(10_000, 100_000)) };
  const { operationID, timeoutMs, amount, currency } = request;
  const result: LaterResult = random.pick(['approved', 'approved', 'declined']);
  let looksBefore = random.int(0, 3);
  // Accepted: only looked up from now on.
  let accepted: { connectorReference?: string } | undefined;
  const lookUp = () =>
    connector.lookUpPayOut({ operationID, timeoutMs, expected: { amount, currency }, ...accepted, since: new Date() });
  webhooks.expectOf(operationID, lookUp);
  const { outcome, log } = await untilResult(parts, async (attempt) => {
    const found = await carryOut<PayOutOutcome | Returned>(
      {
        operationID,
        send: () => deferring.defer(operationID, result, () => connector.payOut(request)),
        lookUp,
        isOnlyLookedUp: accepted !== undefined,
      },
      accepted ? 'repeated' : attempt,
    );
    if (found.kind !== 'pending' && found.kind !== 'contradicted') return found;
    accepted ??= {};
    if (found.kind === 'pending') accepted = { connectorReference: found.connectorReference };
    if (looksBefore === 0) await deferring.decide(operationID);
    looksBefore -= 1;
    await webhooks.deliver();
    throw new ConnectorUnavailable('the payout is not decided yet');
  });
  webhooks.record(operationID, outcome.kind);
  let { kind } = outcome;
  if (kind === 'approved' && deferring.returnPayOut && random.next() < 0.4) {
    await deferring.returnPayOut(operationID);
    kind = (
      await untilResult(parts, async () => {
        const found = await lookUp();
        if (found.kind === 'returned') return found;
        throw new ConnectorUnavailable(`the payout is ${found.kind}`);
      })
    ).outcome.kind;
  }
  return { operationID, kind, log };
}
