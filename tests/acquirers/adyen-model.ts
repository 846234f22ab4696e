import { ADYEN_CARDS, type AdyenBook } from '../../connectors/adyen/testing/adyen-book';
import { AdyenStandIn } from '../../connectors/adyen/testing/adyen-stand-in';
import { TransfersStandIn } from '../../connectors/adyen/testing/transfers-stand-in';
import {
  SHARED_CARDS,
  withCards,
  type AcquirerCallback,
  type AcquirerEffect,
  type AcquirerModel,
} from './acquirer-process';

const OWN_CARDS = { [SHARED_CARDS.declined]: ADYEN_CARDS.declined, [SHARED_CARDS.redirected]: ADYEN_CARDS.interaction };
const PAYOUT_MS = 2_000;

const KINDS: Readonly<Record<string, AcquirerEffect['kind']>> = {
  AUTHORISATION: 'authorise',
  CAPTURE: 'capture',
  CANCELLATION: 'void',
  TECHNICAL_CANCEL: 'void',
  REFUND: 'refund',
};

interface State {
  payments: AdyenBook['payments'];
  methods: AdyenBook['methods'];
  responses: AdyenStandIn['responses'];
  transfers: TransfersStandIn['transfers'];
  transferResponses: TransfersStandIn['responses'];
  effects: AcquirerEffect[];
}

interface WebhookItem {
  eventCode: string;
  merchantReference: string;
  amount: { value: number };
  success: string;
}

/** Adyen: results of captures, cancels and refunds come by webhook; transfers are booked after two seconds. */
export class AdyenModel implements AcquirerModel {
  private readonly standIn: AdyenStandIn;
  private readonly transfers = new TransfersStandIn();
  private readonly effects: AcquirerEffect[] = [];

  constructor(account: { hmacKey: Buffer; merchantAccount: string }) {
    this.standIn = new AdyenStandIn({ ...account, deliver: async () => undefined });
    // The process delivers them itself, until they are accepted.
    this.standIn.isDelayed = true;
  }

  handle(request: Parameters<AcquirerModel['handle']>[0]) {
    const sent = { ...request, text: withCards(request.text, OWN_CARDS) };
    return request.path.startsWith('/transfers') ? this.transfers.handle(sent) : this.standIn.handle(sent);
  }

  readState(): State {
    const { book, responses } = this.standIn;
    const { transfers, responses: transferResponses } = this.transfers;
    const { payments, methods } = book;
    return { payments, methods, responses, transfers, transferResponses, effects: this.effects };
  }

  restore(state: State): void {
    const { payments, methods, responses, transfers, transferResponses, effects } = this.readState();
    payments.push(...state.payments);
    transfers.push(...state.transfers);
    effects.push(...state.effects);
    for (const [id, shopper] of state.methods) methods.set(id, shopper);
    for (const [key, response] of state.responses) responses.set(key, response);
    for (const [key, transfer] of state.transferResponses) transferResponses.set(key, transfer);
  }

  settle(now: number): AcquirerCallback[] {
    for (const { status, reference, createdAt } of this.transfers.transfers) {
      if (status === 'received' && Date.parse(String(createdAt)) + PAYOUT_MS < now)
        this.transfers.settle(reference, 'booked');
    }
    return this.standIn.waiting.splice(0).map((webhook) => {
      const body = webhook.toString();
      this.note(body);
      return { body };
    });
  }

  decide(operationID: string, isConfirmed: boolean): { address: string } | undefined {
    if (this.standIn.book.find(operationID)?.status !== 'pending') return undefined;
    return { address: this.standIn.book.finishAuthentication(operationID, isConfirmed) };
  }

  listEffects(): AcquirerEffect[] {
    const payouts = this.transfers.transfers.map(({ reference, amount }): AcquirerEffect => ({
      ...{ operationID: reference, kind: 'payOut' },
      amount: String((amount as { value: number }).value),
    }));
    return [...this.effects, ...payouts];
  }

  listBlocked(): string[] {
    return [];
  }

  refuse(): void {
    throw new Error('the stand-in of Adyen refuses nothing by validation');
  }

  listProblems(): string[] {
    return [...this.standIn.problems, ...this.transfers.problems];
  }

  private note(body: string): void {
    const { notificationItems } = JSON.parse(body) as {
      notificationItems: { NotificationRequestItem: WebhookItem }[];
    };
    for (const { NotificationRequestItem: item } of notificationItems) {
      const kind = KINDS[item.eventCode];
      if (kind === undefined || item.success !== 'true') continue;
      this.effects.push({ operationID: item.merchantReference, kind, amount: String(item.amount.value) });
    }
  }
}
