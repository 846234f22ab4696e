import type { LookupFunction } from 'node:net';
import { AcquirerRefusal } from '../acquirer-http';
import type { Declined, NotFound, PayOutConnector, PayOutFailure, PayOutOutcome } from '../connector';
import { cutText } from '../cut-text';
import type { Returned } from '../pending';
import { toAdyenAmount } from './adyen-amount';
import { readOutcome, requireOutcome } from '../run-operation';
import type { Stated } from '../stated';
import { statedMoney, toOperation } from './adyen-outcome';
import { AdyenClient } from './adyen-client';
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
export function adyenPayOuts(options: AdyenPayOutOptions): PayOutConnector {
  const client = new AdyenClient(options);
  const balanceAccountId = options.balanceAccount;
  return {
    payOut: (request) =>
      readOutcome(request, async (deadline) => {
        const { operationID, amount, currency, description } = request;
        const receiver = toCounterparty(request.destination);
        if (!receiver) return UNSUPPORTED;
        const body = {
          ...{ amount: toAdyenAmount(amount, currency), balanceAccountId, category: 'bank', ...receiver },
          ...{ description: cutText(description, MAX_DESCRIPTION), reference: toReference(operationID) },
        };
        const sent = { method: 'POST', path: '/transfers', body, key: `${balanceAccountId}/${operationID}` } as const;
        const transfer = await client.call(sent, transferSchema, deadline).catch(toUnsupported);
        return transfer ? toOutcome(transfer, operationID) : UNSUPPORTED;
      }),
    // A transfer that comes back after it was booked has the status `returned`.
    lookUpPayOut: async (request) => {
      const reference = toReference(request.operationID);
      const outcome = await readOutcome(request, async (deadline): Promise<PayOutOutcome | Returned | NotFound> => {
        const createdSince = new Date(Date.now() - LISTED_MS).toISOString();
        const createdUntil = new Date(Date.now() + 60_000).toISOString();
        const query = { balanceAccountId, reference, createdSince, createdUntil };
        const listing = { method: 'GET', path: '/transfers', query } as const;
        const { data = [] } = await client.call(listing, transfersSchema, deadline);
        const transfer = data.find((each) => each.reference === reference);
        return transfer ? toFound(transfer, request.operationID) : { kind: 'notFound' };
      });
      return requireOutcome(outcome);
    },
  };
}

/** A bank account that Adyen rejects is the receiver's mistake. */
function toUnsupported(error: unknown): undefined {
  const isOfReceiver = (field: string) => field.startsWith('counterparty.');
  if (!(error instanceof AcquirerRefusal && error.refused.fields?.some(isOfReceiver))) throw error;
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
