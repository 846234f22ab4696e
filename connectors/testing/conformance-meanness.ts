import { carryOutFollowUp, voidOperation, type VoidResult } from '../../activities/platform/operation/follow-up';
import { lookUpOpening } from '../../activities/platform/operation/look-up-opening';
import { carryOut, carryOutOpening, type OperationAttempt } from '../../activities/platform/operation/operation';
import { StepDeadline } from '../../activities/platform/operation/step-deadline';
import type { Random } from '../../tests/harness/random';
import {
  ConnectorUnavailable,
  type AuthorisationReference,
  type AuthoriseRequest,
  type LookUpRequest,
  type PaymentConnector,
  type RefundOutcome,
} from '../connector';
import type { Conformance, Effects } from './connector-under-test';
import type { LosingProxy } from './losing-proxy';
import type { MeanWebhooks } from './mean-webhooks';
import { between, isRetried, MAX_ATTEMPTS, SEEDS, testMeanBindings, testMeanPayOuts } from './conformance-mean-payouts';

const PAYMENTS = 8;

type Net = Pick<Effects, 'captured' | 'refunded'> & { held: bigint };

/** The other side fails by seeds, and in the end the platform has recorded what the other side has booked. */
export function testMeanness(conformance: Conformance): void {
  testMeanPayOuts(conformance);
  testMeanBindings(conformance);
  test.each(SEEDS)('payments end as the other side has booked them under the failures of seed %s', async (seed) => {
    const { lying } = conformance.given;
    if (!lying) return;
    await between(conformance, { seed, url: lying.url, of: 'payments', name: seed }, async (parts) => {
      const { proxy, webhooks, deliverLost } = parts;
      const connector = conformance.given.connectorAt(parts.proxyUrl);
      const payments: SeededPayment[] = [];
      for (let count = 0; count < PAYMENTS; count += 1) {
        const random = parts.random.of(count);
        const payment = new SeededPayment({ conformance, connector, proxy, webhooks, random });
        payments.push(payment);
        await payment.live();
      }
      proxy.meanness = undefined;
      lying.postBy?.(undefined);
      await deliverLost();
      for (const payment of payments) await payment.end();
      const reported = new Set(conformance.contradicted.map(({ operationID }) => operationID));
      for (const { authorisation, recorded, log, captureID } of payments) {
        // A capture that even its look-up contradicted is cancelled, and its finding tells operators.
        if (log.at(-1) === 'void refused' && reported.has(captureID)) continue;
        const booked = toNet(await conformance.given.readEffects(authorisation));
        expect({ seed, log, ...booked }).toEqual({ seed, log, ...recorded });
      }
    });
  });
}

function toNet({ authorised, captured, refunded, voided }: Effects): Net {
  // What is not captured of a captured hold is released.
  return { held: captured > 0n ? 0n : authorised - voided, captured, refunded };
}

interface Parts {
  conformance: Conformance;
  connector: PaymentConnector;
  proxy: LosingProxy;
  webhooks: MeanWebhooks;
  random: Random;
}

/** A payment that the platform carries out step by step, with its code for each step and Temporal's retries. */
class SeededPayment {
  readonly log: string[] = [];
  readonly recorded: Net = { held: 0n, captured: 0n, refunded: 0n };
  authorisation: AuthorisationReference;
  private readonly request: AuthoriseRequest;
  /** Steps without a result, to be tried again at the end. */
  private unfinished: (() => Promise<void>)[] = [];
  private isEnding = false;

  constructor(private readonly parts: Parts) {
    const { conformance, random } = parts;
    const { approvedTool, declinedTool, interactionTool } = conformance.given;
    const paymentTool = random.pick([approvedTool, approvedTool, approvedTool, declinedTool, interactionTool]);
    this.request = conformance.authorise({ paymentTool, amount: BigInt(random.int(2_000, 100_000)) });
    this.authorisation = { kind: 'authorise', operationID: this.request.operationID };
  }

  async live(): Promise<void> {
    await this.step('authorise', (attempt) => this.authorise(attempt));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    for (let rest = this.unfinished; rest.length > 0; rest = this.unfinished) {
      this.unfinished = [];
      for (const step of rest) await step();
    }
  }

  /** Retries a step as Temporal does: whatever is no failure of the acquirer is a defect. */
  private async step(
    name: string,
    work: (attempt: OperationAttempt) => Promise<void>,
    first: OperationAttempt = 'first',
  ): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        return await work(attempt === 0 ? first : 'repeated');
      } catch (error) {
        if (!isRetried(error)) throw error;
        this.log.push(`${name}: ${error.message}`);
      }
    }
    if (this.isEnding) throw new Error(`${this.request.operationID} has no result of ${name}: ${this.log.join(', ')}`);
    this.log.push(`${name} waits`);
    this.unfinished.push(() => this.step(name, work, 'repeated'));
  }

  private async authorise(attempt: OperationAttempt): Promise<void> {
    const { connector, random, conformance } = this.parts;
    const { operationID, timeoutMs } = this.request;
    const look: LookUpRequest & { kind: 'authorise' } = {
      kind: 'authorise',
      operationID,
      timeoutMs,
      expected: this.expected,
    };
    const lookUp = () => lookUpOpening(connector, look);
    const operation = { operationID, lookUp, send: () => connector.authorise(this.request) };
    const isInteractive = this.request.paymentTool === conformance.given.interactionTool;
    if (attempt === 'repeated' && !isInteractive && random.next() < 0.2) return this.expire();
    let outcome = await this.overtaken(look, () => carryOutOpening(operation, attempt));
    this.log.push(`authorise ${outcome.kind}`);
    if (isInteractive) await conformance.given.finishInteraction(this.authorisation).catch(() => undefined);
    if (outcome.kind === 'interactionRequired') {
      outcome = (await lookUp()) as typeof outcome;
      if (outcome.kind === 'interactionRequired') throw new ConnectorUnavailable('the payer has not confirmed yet');
    }
    if (outcome.kind === 'contradicted' || outcome.kind === 'misused') return this.step('void', () => this.void());
    if (outcome.kind !== 'approved') return;
    this.recorded.held = this.request.amount;
    this.authorisation = { ...this.authorisation, connectorReference: outcome.connectorReference };
    if (random.next() < 0.3) await this.arriveLate(() => connector.authorise(this.request));
    if (random.next() < 0.3) return this.step('void', () => this.void());
    const captured = random.pick([this.request.amount, this.request.amount - 1_000n]);
    return this.step('capture', (tried) => this.capture(captured, tried));
  }

  /** The deadline passes before there is a result; the request arrives afterwards, delayed. */
  private async expire(): Promise<void> {
    await this.step('void', () => this.void());
    await this.arriveLate(() => this.parts.connector.authorise(this.request));
  }

  /** A request that was under way for long has no second effect. */
  private async arriveLate(send: () => Promise<{ kind: string }>): Promise<void> {
    const late = await send().catch(({ message }: Error) => ({ kind: message }));
    this.log.push(`late ${late.kind}`);
  }

  private async capture(amount: bigint, attempt: OperationAttempt): Promise<void> {
    const { connector, random } = this.parts;
    const request = { ...this.followUp('capture'), amount, currency: this.request.currency };
    const send = (sent: typeof request) => connector.capture(sent);
    const deadline = new StepDeadline(attempt);
    const look: LookUpRequest = { ...request, kind: 'capture', expected: { ...this.expected, amount } };
    const outcome = await this.overtaken(look, () =>
      carryOutFollowUp(connector, { kind: 'capture', request, send, attempt, deadline }),
    );
    this.log.push(`capture ${outcome.kind}`);
    if (outcome.kind !== 'approved') return this.step('void', () => this.void(amount));
    this.recordCapture(outcome.amountMinor ?? amount);
    for (let part = 1; part <= random.int(0, 2); part += 1)
      await this.step(`refund ${part}`, this.refund(part, this.recorded.captured / BigInt(random.int(2, 3))));
  }

  private recordCapture(amount: bigint): void {
    Object.assign(this.recorded, { held: 0n, captured: amount });
  }

  private async void(captured = this.request.amount): Promise<void> {
    this.parts.webhooks.release(this.request.operationID);
    const result: VoidResult = await voidOperation(this.parts.connector, {
      request: { ...this.followUp('void'), expected: this.expected },
      capture: { operationID: this.captureID, expected: { ...this.expected, amount: captured } },
      deadline: new StepDeadline('repeated'),
    });
    this.log.push(`void ${result.kind}`);
    if (result.kind === 'captured') this.recordCapture(result.capture.amountMinor ?? captured);
    else this.recorded.held = 0n;
  }

  private refund(part: number, amount: bigint): (attempt: OperationAttempt) => Promise<void> {
    const { connector, random } = this.parts;
    const request = { ...this.followUp(`refund${part}`), amount, currency: this.request.currency };
    // Accepted: only looked up from now on.
    let accepted: { connectorReference?: string } | undefined;
    return async (given) => {
      const look: LookUpRequest = { ...request, kind: 'refund', expected: { ...this.expected, amount }, ...accepted };
      const outcome = await this.overtaken(look, () =>
        carryOut<RefundOutcome>(
          {
            operationID: request.operationID,
            send: () => connector.refund(request),
            lookUp: async () => (await connector.lookUp({ ...look, ...accepted })) as RefundOutcome,
            isDeclineLookedUp: true,
            isOnlyLookedUp: accepted !== undefined,
          },
          accepted ? 'repeated' : given,
        ),
      );
      this.log.push(`refund ${part} ${outcome.kind}`);
      if (outcome.kind === 'pending') accepted = { connectorReference: outcome.connectorReference };
      if (outcome.kind === 'contradicted') accepted ??= {};
      if (outcome.kind === 'pending' || outcome.kind === 'contradicted')
        throw new ConnectorUnavailable('the refund is not decided yet');
      if (outcome.kind !== 'approved') return;
      this.recorded.refunded += amount;
      if (random.next() < 0.6) await this.arriveLate(() => connector.refund(request));
    };
  }

  /** A notification triggers a look-up, also before the answer: what it finds must stay true. */
  private async overtaken<Outcome extends { kind: string }>(
    look: LookUpRequest,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { proxy, connector, webhooks } = this.parts;
    const found: string[] = [];
    webhooks.expectOf(look.operationID, () => connector.lookUp(look));
    proxy.beforeAnswer = async () => {
      proxy.beforeAnswer = undefined;
      const { kind } = await connector.lookUp(look).catch((error: unknown) => {
        if (error instanceof ConnectorUnavailable) return { kind: 'unavailable' };
        throw error;
      });
      found.push(kind);
      await webhooks.deliver();
    };
    const outcome = await work().finally(() => (proxy.beforeAnswer = undefined));
    webhooks.record(look.operationID, outcome.kind);
    await webhooks.deliver();
    const isDecided = (kind: string) => kind === 'approved' || kind === 'declined';
    const different = isDecided(outcome.kind) ? found.filter((kind) => isDecided(kind) && kind !== outcome.kind) : [];
    expect({ operation: look.operationID, kind: outcome.kind, different }).toMatchObject({ different: [] });
    return outcome;
  }

  get captureID(): string {
    return this.followUp('capture').operationID;
  }

  private get expected() {
    const { amount, currency } = this.request;
    return { amount, currency };
  }

  private followUp(step: string) {
    const { operationID, timeoutMs } = this.parts.conformance.follow(this.authorisation, step);
    return { operationID, timeoutMs, authorisation: this.authorisation };
  }
}
