import type { LookupFunction } from 'node:net';
import type {
  Declined,
  NotFound,
  OperationRequest,
  PayOutConnector,
  PayOutFailure,
  PayOutOutcome,
  PayOutRequest,
  Unknown,
} from '../connector';
import { cutText } from '../cut-text';
import type { Deadline } from '../deadline';
import type { Returned } from '../pending';
import { toAdyenAmount } from './adyen-amount';
import { requireOutcome } from '../run-operation';
import type { Stated } from '../stated';
import { statedMoney, toOperation } from './adyen-outcome';
import { readOutcome } from './adyen-calls';
import { AdyenClient, AdyenRefusal } from './adyen-client';
import { transferSchema, transfersSchema, type AdyenTransfer } from './adyen-objects';
import { toCounterparty } from './bank-account';
import { toReference } from './payment-method';
import { toDeclinedTransfer } from './transfer-reasons';

export interface AdyenPayOutOptions {
  apiKey: string;
  /** The account that money is paid from. */
  balanceAccount: string;
  /** The address of the Transfers API with its version. */
  url: string;
  lookup?: LookupFunction | undefined;
}

const MAX_DESCRIPTION = 140;

/** Adyen lists transfers of at most six months. */
const LISTED_MS = 180 * 86_400_000;

/** Statuses of a transfer that was not made. */
const FAILED: ReadonlySet<string> = new Set(['refused', 'failed', 'cancelled', 'rejected', 'error', 'expired']);

/** A destination that Adyen cannot identify, or whose owner it cannot name. */
const UNSUPPORTED: Declined<PayOutFailure> = { kind: 'declined', failure: { code: 'InvalidReceiverResource' } };

/** Payouts to bank accounts from a balance account (Transfers API version 4). */
export class AdyenPayOuts implements PayOutConnector {
  private readonly client: AdyenClient;

  constructor(private readonly options: AdyenPayOutOptions) {
    this.client = new AdyenClient(options);
  }

  async payOut(request: PayOutRequest): Promise<PayOutOutcome> {
    const outcome = await readOutcome(request, async (deadline): Promise<PayOutOutcome> => {
      const { operationID, amount, currency, description } = request;
      const receiver = toCounterparty(request.destination);
      if (!receiver) return UNSUPPORTED;
      const body = {
        amount: toAdyenAmount(amount, currency),
        balanceAccountId: this.options.balanceAccount,
        category: 'bank',
        ...receiver,
        description: cutText(description, MAX_DESCRIPTION),
        reference: toReference(operationID),
      };
      return this.send({ body, operationID }, deadline);
    });
    return outcome;
  }

  /** A transfer that comes back after it was booked has the status `returned`. */
  async lookUpPayOut(request: OperationRequest): Promise<Exclude<PayOutOutcome, Unknown> | Returned | NotFound> {
    const reference = toReference(request.operationID);
    const outcome = await readOutcome(request, async (deadline): Promise<PayOutOutcome | Returned | NotFound> => {
      const [since, until] = [Date.now() - LISTED_MS, Date.now() + 60_000].map((at) => new Date(at).toISOString());
      const query = {
        balanceAccountId: this.options.balanceAccount,
        reference,
        createdSince: since ?? '',
        createdUntil: until ?? '',
      };
      const { data = [] } = await this.client.call(
        { method: 'GET', path: '/transfers', query },
        transfersSchema,
        deadline,
      );
      const transfer = data.find((each) => each.reference === reference);
      return transfer ? toFound(transfer, request.operationID) : { kind: 'notFound' };
    });
    return requireOutcome(outcome);
  }

  /** A bank account that Adyen rejects is the receiver's mistake. */
  private async send(
    { body, operationID }: { body: object; operationID: string },
    deadline: Deadline,
  ): Promise<PayOutOutcome> {
    const key = `${this.options.balanceAccount}/${operationID}`;
    const sent = { method: 'POST', path: '/transfers', body, key } as const;
    try {
      return toOutcome(await this.client.call(sent, transferSchema, deadline), operationID);
    } catch (error) {
      if (error instanceof AdyenRefusal && error.invalidFields.some(isOfReceiver)) return UNSUPPORTED;
      throw error;
    }
  }
}

/** A booked transfer has left the balance account; the others are decided later. */
function toOutcome(transfer: AdyenTransfer, operationID: string): PayOutOutcome {
  const { id: connectorReference, status, reason } = transfer;
  const stated = statedOf(transfer, operationID);
  if (FAILED.has(status)) return { ...toDeclinedTransfer(reason), stated };
  return { kind: status === 'booked' ? 'approved' : 'pending', connectorReference, stated };
}

function toFound(transfer: AdyenTransfer, operationID: string): PayOutOutcome | Returned {
  if (transfer.status !== 'returned') return toOutcome(transfer, operationID);
  return { kind: 'returned', connectorReference: transfer.id, stated: statedOf(transfer, operationID) };
}

function statedOf({ reference, amount, balanceAccount }: AdyenTransfer, operationID: string): Stated {
  return { operation: toOperation(reference, operationID), ...statedMoney(amount), account: balanceAccount?.id };
}

function isOfReceiver(field: string): boolean {
  return field.startsWith('counterparty.');
}
