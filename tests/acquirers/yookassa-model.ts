import { YOOKASSA_CARDS, type PaymentBook } from '../../connectors/yookassa/testing/payment-book';
import { YooKassaStandIn } from '../../connectors/yookassa/testing/yookassa-stand-in';
import { BLOCKED, OPERATION } from '../../connectors/yookassa/yookassa-objects';
import {
  SHARED_CARDS,
  withCards,
  type AcquirerCallback,
  type AcquirerEffect,
  type AcquirerModel,
} from './acquirer-process';

const OWN_CARDS = {
  [SHARED_CARDS.declined]: YOOKASSA_CARDS.declined,
  [SHARED_CARDS.redirected]: YOOKASSA_CARDS.interaction,
};
const PAYOUT_MS = 2_000;
/** An hour at YooKassa. */
const CONFIRMATION_MS = 20_000;

interface State {
  payments: PaymentBook['payments'];
  refunds: PaymentBook['refunds'];
  payouts: PaymentBook['payouts'];
  methods: PaymentBook['methods'];
  held: PaymentBook['held'];
  responses: YooKassaStandIn['responses'];
}

const minor = (value: string): string => String(BigInt(value.replace('.', '')));

/** YooKassa: payouts are decided after two seconds, and payments that are not confirmed expire after twenty. */
export class YooKassaModel implements AcquirerModel {
  private readonly standIn = new YooKassaStandIn();
  private readonly book = this.standIn.book;
  private readonly due: AcquirerCallback[] = [];

  handle(request: Parameters<AcquirerModel['handle']>[0]) {
    return this.standIn.handle({ ...request, text: withCards(request.text, OWN_CARDS) });
  }

  readState(): State {
    const { payments, refunds, payouts, methods, held } = this.book;
    return { payments, refunds, payouts, methods, held, responses: this.standIn.responses };
  }

  restore(state: State): void {
    const current = this.readState();
    for (const name of Object.keys(current) as (keyof State)[]) {
      const map = current[name] as Map<string, unknown>;
      for (const [key, value] of state[name]) map.set(key, value);
    }
  }

  settle(now: number): AcquirerCallback[] {
    const isOlder = (createdAt: unknown, ms: number) => Date.parse(String(createdAt)) + ms < now;
    const payouts = [...this.book.payouts.values()].filter(
      ({ status, created_at: at }) => status === 'pending' && isOlder(at, PAYOUT_MS),
    );
    for (const { metadata } of payouts) this.book.settlePayOut(metadata[OPERATION] ?? '');
    for (const payment of this.book.payments.values()) {
      if (payment.status !== 'pending' || !isOlder(payment['created_at'], CONFIRMATION_MS)) continue;
      this.cancel(payment, { party: 'yoo_money', reason: 'expired_on_confirmation' });
    }
    return [...this.due.splice(0), ...payouts.map((object) => notification('payout.succeeded', object))];
  }

  decide(operationID: string, isConfirmed: boolean): object | undefined {
    const payment = this.book.find(operationID);
    if (payment?.status !== 'pending') return undefined;
    if (!isConfirmed) this.cancel(payment, { party: 'payment_network', reason: '3d_secure_failed' });
    else {
      this.book.authorise(payment.id);
      this.due.push(notification(`payment.${payment.status}`, payment));
    }
    return {};
  }

  listEffects(): AcquirerEffect[] {
    const payments = [...this.book.payments.values()].filter(({ metadata }) => metadata[BLOCKED] === undefined);
    return [
      ...payments.flatMap((payment) => this.effectsOfPayment(payment)),
      ...[...this.book.refunds.values()].map(({ metadata, amount }) => effect(metadata, 'refund', amount.value)),
      ...[...this.book.payouts.values()].map(({ metadata, amount }) =>
        effect(metadata, 'payOut', (amount as { value: string }).value),
      ),
    ];
  }

  listBlocked(): string[] {
    const blocked = [...this.book.payments.values()].filter(({ metadata }) => metadata[BLOCKED] !== undefined);
    return blocked.map(({ metadata }) => metadata[OPERATION] ?? '');
  }

  refuse(parameter: string | undefined): void {
    this.book.refusedParameter = parameter;
  }

  listProblems(): string[] {
    return this.standIn.problems;
  }

  private cancel(payment: object, cancellation_details: { party: string; reason: string }): void {
    Object.assign(payment, { status: 'canceled', cancellation_details });
    this.due.push(notification('payment.canceled', payment));
  }

  private effectsOfPayment({ id, status, metadata, amount }: ReturnType<PaymentBook['get']>): AcquirerEffect[] {
    const held = this.book.held.get(id);
    if (held === undefined) return [];
    const follow = (step: string) => ({ [OPERATION]: metadata[OPERATION]?.replace('authorise', step) ?? '' });
    const authorised = effect(metadata, 'authorise', held);
    if (status === 'succeeded') return [authorised, effect(follow('capture'), 'capture', amount.value)];
    return status === 'canceled' ? [authorised, effect(follow('void'), 'void', held)] : [authorised];
  }
}

const notification = (event: string, object: object): AcquirerCallback => ({
  body: JSON.stringify({ type: 'notification', event, object }),
});

function effect(metadata: Record<string, string>, kind: AcquirerEffect['kind'], value: string): AcquirerEffect {
  return { operationID: metadata[OPERATION] ?? 'none', kind, amount: minor(value) };
}
