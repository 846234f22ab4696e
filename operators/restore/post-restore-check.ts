import type { AuthorisationReference, Connectors, PaymentConnector } from '../../connectors/connector';
import { paymentOperationID, type PaymentStep } from '../../domain/payments/payment/operation-id';
import { formatAmount } from '../../domain/platform/money/amount-text';
import {
  restoreHoldDecision,
  listUndecidedHolds,
  listUnpaidInvoices,
  type RestoredHoldDecision,
  type UndecidedHold,
  type UnpaidInvoice,
} from '../../store/operators/restore/open-entities';
import type { Store } from '../../store/store';

/** A difference from a connector, or a connector that did not respond. */
export interface RestoreDifference {
  difference: 'holdCaptured' | 'holdVoided' | 'paymentUnknown' | 'connectorAway';
  payment?: string;
  connector: string;
  found: string;
  /** Whether the database was corrected. */
  isMended: boolean;
  remedy?: string;
}

const TIMEOUT_MS = 5_000;
const LOOKUP_CONCURRENCY = 8;

/**
 * Compares open entities with the connectors before sequences are advanced: holds decided after the restored moment are
 * decided again, and unknown payments of unpaid invoices are reported.
 */
export async function* checkAfterRestore(store: Store, connectors: Connectors): AsyncGenerator<RestoreDifference> {
  const check = new PostRestoreCheck(store, connectors);
  yield* mapConcurrently(listUndecidedHolds(store.database), (hold) => check.checkHold(hold));
  yield* mapConcurrently(listUnpaidInvoices(store.database), (invoice) => check.checkInvoice(invoice));
  yield* check.listUnavailable();
}

type PaymentName = Pick<UndecidedHold, 'invoiceID' | 'id' | 'attempt'>;

class PostRestoreCheck {
  /** Skipped look-ups by unavailable connector; it receives no further requests. */
  private readonly skipped = new Map<string, { count: number; reason: string }>();

  constructor(
    private readonly store: Store,
    private readonly connectors: Connectors,
  ) {}

  async checkHold(hold: UndecidedHold): Promise<RestoreDifference[]> {
    const { invoiceID, id, connector, connectorReference } = hold;
    const authorisation: AuthorisationReference = {
      kind: 'authorise',
      operationID: paymentOperationID(hold, 'authorise'),
      ...(connectorReference !== null && { connectorReference }),
    };
    const subject = { payment: `${invoiceID}.${id}`, connector };
    const captured = await this.request(connector, (api) => followUp(api, hold, 'capture', authorisation));
    if (captured?.kind === 'approved') return [await this.redecide(hold, subject, captured.amountMinor)];
    const voided = await this.request(connector, (api) => followUp(api, hold, 'void', authorisation));
    if (voided?.kind !== 'approved') return [];
    const isMended = await this.decide(hold, { target: 'cancel' });
    return [{ difference: 'holdVoided', ...subject, found: 'voided', isMended }];
  }

  /** Payment numbers are sequential, so payments missing in the database follow the stored ones. */
  async checkInvoice({ id: invoiceID, paymentCount }: UnpaidInvoice): Promise<RestoreDifference[]> {
    const found: RestoreDifference[] = [];
    for (let number = paymentCount + 1; ; number++) {
      const name = { invoiceID, id: String(number) };
      const known = await Promise.all(Object.keys(this.connectors).map((one) => this.checkPayment(one, name)));
      if (known.every((each) => each === undefined)) return found;
      found.push(...known.flatMap((each) => each ?? []));
    }
  }

  /** Lists the skipped look-ups by connector. */
  *listUnavailable(): Generator<RestoreDifference> {
    for (const [connector, { count, reason }] of this.skipped) {
      const found = `${count} look-ups without a response: ${reason}`;
      const remedy = 'run `restored` again once it responds, before you start a worker';
      yield { difference: 'connectorAway', connector, found, isMended: false, remedy };
    }
  }

  /** Returns undefined if the connector does not know the payment. */
  private async checkPayment(
    connector: string,
    name: { invoiceID: string; id: string },
  ): Promise<RestoreDifference[] | undefined> {
    let isKnown = false;
    for (let attempt = 1; attempt <= Object.keys(this.connectors).length; attempt++) {
      const payment = { ...name, attempt };
      const operationID = paymentOperationID(payment, 'authorise');
      const lookUp = (api: PaymentConnector) => api.lookUp({ kind: 'authorise', operationID, timeoutMs: TIMEOUT_MS });
      const found = await this.request(connector, lookUp);
      if (!found || found.kind === 'notFound') continue;
      isKnown = true;
      if (found.kind === 'declined') continue;
      if (found.kind === 'contradicted') return [unknownPayment(connector, { ...payment, operationID }, false)];
      const { connectorReference } = found;
      const authorisation: AuthorisationReference = { kind: 'authorise', operationID, connectorReference };
      const voided = await this.request(connector, (api) => followUp(api, payment, 'void', authorisation));
      if (voided?.kind === 'approved') continue;
      const captured = await this.request(connector, (api) => followUp(api, payment, 'capture', authorisation));
      return [unknownPayment(connector, { ...payment, operationID }, captured?.kind === 'approved')];
    }
    return isKnown ? [] : undefined;
  }

  private async redecide(
    hold: UndecidedHold,
    subject: { payment: string; connector: string },
    amountMinor: bigint | undefined,
  ): Promise<RestoreDifference> {
    const difference = 'holdCaptured' as const;
    const isWhole = amountMinor === hold.authorisedAmountMinor;
    if (amountMinor === undefined || (hold.allocation !== null && !isWhole)) {
      const remedy = 'ask the merchant to capture the amount of the connector before the hold expires';
      const found =
        amountMinor === undefined ? 'captured' : `captured ${formatText(hold, amountMinor)} of a distributed hold`;
      return { difference, ...subject, found, isMended: false, remedy };
    }
    const isMended = await this.decide(hold, { target: 'capture', amountMinor });
    return { difference, ...subject, found: `captured ${formatText(hold, amountMinor)}`, isMended };
  }

  private decide({ invoiceID, id }: UndecidedHold, decision: RestoredHoldDecision): Promise<boolean> {
    return restoreHoldDecision(this.store, { invoiceID, paymentID: id }, decision);
  }

  /** Returns undefined if the connector does not respond. */
  private async request<Response>(
    name: string,
    send: (connector: PaymentConnector) => Promise<Response>,
  ): Promise<Response | undefined> {
    const connector = this.connectors[name];
    const known = this.skipped.get(name);
    if (connector && !known) {
      try {
        return await send(connector);
      } catch (error) {
        this.skipped.set(name, { count: 1, reason: error instanceof Error ? error.message : String(error) });
        return undefined;
      }
    }
    const { count, reason } = known ?? { count: 0, reason: 'it is not configured here' };
    this.skipped.set(name, { count: count + 1, reason });
    return undefined;
  }
}

function followUp(
  connector: PaymentConnector,
  payment: PaymentName,
  kind: Extract<PaymentStep, 'capture' | 'void'>,
  authorisation: AuthorisationReference,
) {
  return connector.lookUp({
    kind,
    operationID: paymentOperationID(payment, kind),
    timeoutMs: TIMEOUT_MS,
    authorisation,
  });
}

function unknownPayment(
  connector: string,
  { invoiceID, id, operationID }: { invoiceID: string; id: string; operationID: string },
  isCaptured: boolean,
): RestoreDifference {
  const end = isCaptured ? 'refund it' : 'void it';
  return {
    difference: 'paymentUnknown',
    payment: `${invoiceID}.${id}`,
    connector,
    found: `${operationID} is ${isCaptured ? 'captured' : 'pending or held'}`,
    isMended: false,
    remedy: `${end} at the connector, or keep the money and rescind the invoice, so that it is not paid twice`,
  };
}

function formatText({ currency }: UndecidedHold, amountMinor: bigint): string {
  return formatAmount({ amountMinor, currency });
}

/** Maps items in concurrent batches, in no order. */
async function* mapConcurrently<Item, Found>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Found[]>,
): AsyncGenerator<Found> {
  const batch: Item[] = [];
  const runBatch = async (): Promise<Found[]> => (await Promise.all(batch.splice(0).map(work))).flat();
  for await (const item of items) {
    batch.push(item);
    if (batch.length === LOOKUP_CONCURRENCY) yield* await runBatch();
  }
  yield* await runBatch();
}
