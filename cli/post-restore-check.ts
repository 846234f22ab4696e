import type { AuthorisationReference, PaymentConnector } from '../connectors/connector';
import type { Connectors } from '../connectors/registry';
import { paymentOperationID, type PaymentStep } from '../domain/payment/operation-id';
import { formatAmount } from '../domain/money/amount-text';
import {
  redecideHold,
  undecidedHolds,
  unpaidInvoices,
  type HoldDecision,
  type UndecidedHold,
  type UnpaidInvoice,
} from '../store/restore/open-entities';
import type { Store } from '../store/store';

/** One thing that a connector knows otherwise, or that it did not say. */
export interface RestoreDifference {
  difference: 'holdCaptured' | 'holdVoided' | 'paymentUnknown' | 'connectorAway';
  payment?: string;
  connector: string;
  found: string;
  /** Whether the record is as the connector has it from now on. */
  isMended: boolean;
  remedy?: string;
}

const TIMEOUT_MS = 5_000;
const LOOKUP_CONCURRENCY = 8;

/**
 * Asks connectors what they know of all that is open, before any number is moved ahead: holds that were decided after the moment are
 * decided alike, and payments that were begun after it on invoices that are still unpaid are told.
 */
export async function* checkAfterRestore(store: Store, connectors: Connectors): AsyncGenerator<RestoreDifference> {
  const look = new PostRestoreCheck(store, connectors);
  yield* atOnce(undecidedHolds(store.database), (hold) => look.atHold(hold));
  yield* atOnce(unpaidInvoices(store.database), (invoice) => look.atInvoice(invoice));
  yield* look.away();
}

type PaymentName = Pick<UndecidedHold, 'invoiceID' | 'id' | 'attempt'>;

class PostRestoreCheck {
  /** What was not asked, by the connector that did not answer; it is asked nothing more. */
  private readonly unasked = new Map<string, { count: number; reason: string }>();

  constructor(
    private readonly store: Store,
    private readonly connectors: Connectors,
  ) {}

  async atHold(hold: UndecidedHold): Promise<RestoreDifference[]> {
    const { invoiceID, id, connector, connectorReference } = hold;
    const authorisation: AuthorisationReference = {
      kind: 'authorise',
      operationID: paymentOperationID(hold, 'authorise'),
      ...(connectorReference !== null && { connectorReference }),
    };
    const told = { payment: `${invoiceID}.${id}`, connector };
    const captured = await this.ask(connector, (asked) => followUp(asked, hold, 'capture', authorisation));
    if (captured?.kind === 'approved') return [await this.redecide(hold, told, captured.amountMinor)];
    const voided = await this.ask(connector, (asked) => followUp(asked, hold, 'void', authorisation));
    if (voided?.kind !== 'approved') return [];
    const isMended = await this.decide(hold, { target: 'cancel' });
    return [{ difference: 'holdVoided', ...told, found: 'voided', isMended }];
  }

  /** Payments count within their invoice: those that the record does not have come after those that it has. */
  async atInvoice({ id: invoiceID, paymentCount }: UnpaidInvoice): Promise<RestoreDifference[]> {
    const found: RestoreDifference[] = [];
    for (let number = paymentCount + 1; ; number++) {
      const name = { invoiceID, id: String(number) };
      const known = await Promise.all(Object.keys(this.connectors).map((one) => this.atPayment(one, name)));
      if (known.every((each) => each === undefined)) return found;
      found.push(...known.flatMap((each) => each ?? []));
    }
  }

  /** What never was asked, because its connector is away. */
  *away(): Generator<RestoreDifference> {
    for (const [connector, { count, reason }] of this.unasked) {
      const found = `${count} questions got no answer: ${reason}`;
      const remedy = 'give `restored` again once it answers, before a worker is started';
      yield { difference: 'connectorAway', connector, found, isMended: false, remedy };
    }
  }

  /** @returns undefined where the connector knows no payment of this name */
  private async atPayment(
    connector: string,
    name: { invoiceID: string; id: string },
  ): Promise<RestoreDifference[] | undefined> {
    let isKnown = false;
    for (let attempt = 1; attempt <= Object.keys(this.connectors).length; attempt++) {
      const payment = { ...name, attempt };
      const operationID = paymentOperationID(payment, 'authorise');
      const lookUp = (asked: PaymentConnector) =>
        asked.lookUp({ kind: 'authorise', operationID, timeoutMs: TIMEOUT_MS });
      const begun = await this.ask(connector, lookUp);
      if (!begun || begun.kind === 'notFound') continue;
      isKnown = true;
      if (begun.kind === 'declined') continue;
      const { connectorReference } = begun;
      const authorisation: AuthorisationReference = { kind: 'authorise', operationID, connectorReference };
      const voided = await this.ask(connector, (asked) => followUp(asked, payment, 'void', authorisation));
      if (voided?.kind === 'approved') continue;
      const captured = await this.ask(connector, (asked) => followUp(asked, payment, 'capture', authorisation));
      return [unknownPayment(connector, { ...payment, operationID }, captured?.kind === 'approved')];
    }
    return isKnown ? [] : undefined;
  }

  private async redecide(
    hold: UndecidedHold,
    told: { payment: string; connector: string },
    amountMinor: bigint | undefined,
  ): Promise<RestoreDifference> {
    const difference = 'holdCaptured' as const;
    const isWhole = amountMinor === hold.authorisedAmountMinor;
    if (amountMinor === undefined || (hold.allocation !== null && !isWhole)) {
      const remedy = 'have the merchant capture it for the amount of the connector, before the hold ends';
      const found =
        amountMinor === undefined ? 'captured' : `captured ${formatText(hold, amountMinor)} of a distributed hold`;
      return { difference, ...told, found, isMended: false, remedy };
    }
    const isMended = await this.decide(hold, { target: 'capture', amountMinor });
    return { difference, ...told, found: `captured ${formatText(hold, amountMinor)}`, isMended };
  }

  private decide({ invoiceID, id }: UndecidedHold, decision: HoldDecision): Promise<boolean> {
    return redecideHold(this.store, { invoiceID, paymentID: id }, decision);
  }

  /** @returns undefined where there is no answer */
  private async ask<Answer>(
    name: string,
    question: (connector: PaymentConnector) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const connector = this.connectors[name];
    const unasked = this.unasked.get(name);
    if (connector && !unasked) {
      try {
        return await question(connector);
      } catch (error) {
        this.unasked.set(name, { count: 1, reason: error instanceof Error ? error.message : String(error) });
        return undefined;
      }
    }
    const { count, reason } = unasked ?? { count: 0, reason: 'it is not configured here' };
    this.unasked.set(name, { count: count + 1, reason });
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
    found: `${operationID} is ${isCaptured ? 'captured' : 'under way or held'}`,
    isMended: false,
    remedy: `${end} at the connector, or let its money stand and rescind the invoice, so that nobody pays twice`,
  };
}

function formatText({ currency }: UndecidedHold, amountMinor: bigint): string {
  return formatAmount({ amountMinor, currency });
}

/** Some at a time, in no order. */
async function* atOnce<Item, Found>(
  items: AsyncIterable<Item>,
  look: (item: Item) => Promise<Found[]>,
): AsyncGenerator<Found> {
  const batch: Item[] = [];
  const forEachConcurrently = async (): Promise<Found[]> => (await Promise.all(batch.splice(0).map(look))).flat();
  for await (const item of items) {
    batch.push(item);
    if (batch.length === LOOKUP_CONCURRENCY) yield* await forEachConcurrently();
  }
  yield* await forEachConcurrently();
}
