import { findCardRange } from '../../domain/payments/card/card-ranges';
import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { SandboxKeys } from '../keys';
import type { AnsweredOperation } from '../database/rows';
import { createRecurrentToken } from './scenario';

/** The acquirer's response, identical for each repetition. */
export type SandboxResponse = {
  operationID: string;
  test: true;
  authorisationID?: string;
  amount?: number;
  currency?: string;
} & (
  | {
      status: 'approved';
      connectorReference: string;
      rrn: string;
      approvalCode: string;
      recurrentToken?: string;
      /** The taken amount, if it differs from the requested one. */
      taken?: number;
      extraPaymentInfo?: Record<string, string>;
      card?: SandboxCard;
      schemeTransactionID?: string;
    }
  | { status: 'declined'; failure: string }
  | { status: 'pending' | 'returned'; connectorReference: string }
  | { status: 'interactionRequired'; connectorReference: string; interaction: UserInteraction }
);

/** Builds the response of a stored operation. References and the recurrent token are derived from its id and not stored. */
export function buildAnswer(row: AnsweredOperation, keys: SandboxKeys): SandboxResponse {
  const operationID = row.operation_id;
  const connectorReference = `SBX${keys.code('reference', operationID, 17)}`;
  const { amount, currency, authorisation_id: authorisationID } = row;
  const said = {
    ...{ operationID, test: true as const },
    ...(authorisationID !== null && { authorisationID }),
    ...(amount !== null && { amount: Number(amount) }),
    ...(currency !== null && { currency }),
  };
  const deferred = deferredStatus(row);
  if (deferred) return { ...said, status: deferred, connectorReference };
  switch (row.status) {
    case 'declined':
      return { ...said, status: 'declined', failure: row.failure ?? 'authorization_failed:unknown' };
    case 'interactionRequired':
      if (!row.interaction) throw new Error(`Operation ${operationID} waits for an interaction that is not recorded`);
      return { ...said, status: 'interactionRequired', connectorReference, interaction: row.interaction };
    case 'approved':
      return {
        ...said,
        status: 'approved',
        connectorReference,
        rrn: keys.code('rrn', operationID, 12),
        approvalCode: keys.code('approval', operationID, 6),
        ...(row.taken !== null && { taken: Number(row.taken) }),
        ...getExtraInfo(row, keys),
        ...getCard(row, keys),
        ...(row.make_recurrent && {
          recurrentToken: createRecurrentToken({ operationID, mask: row.scenario?.mask ?? '****' }, keys),
        }),
      };
  }
}

function deferredStatus(row: AnsweredOperation, now = new Date()): 'pending' | 'returned' | undefined {
  if (row.pending_until !== null && row.pending_until > now) return 'pending';
  return row.returned_at !== null && row.returned_at <= now ? 'returned' : undefined;
}

/** The card of a payment, as its number was recognised. */
interface SandboxCard {
  bin: string;
  lastDigits: string;
  paymentSystem?: string;
  issuerCountry: string;
  bankName: string;
}

/** The card inside a wallet's token, and the scheme's id of any card's payment. */
function getCard(
  { operation_id: operationID, kind, scenario }: AnsweredOperation,
  keys: SandboxKeys,
): { card?: SandboxCard; schemeTransactionID?: string } {
  const isOpening = kind === 'authorise' || kind === 'verify';
  const [, bin, lastDigits] = /^(\d{6})\*+(\d{4})$/.exec(scenario?.mask ?? '') ?? [];
  if (!isOpening || bin === undefined || lastDigits === undefined) return {};
  const schemeTransactionID = keys.code('scheme', operationID, 15);
  if (!scenario?.name.startsWith('tokenizedCard.')) return { schemeTransactionID };
  const paymentSystem = findCardRange(bin)?.system;
  const bank = { issuerCountry: 'RU', bankName: 'Sandbox Bank' };
  return { schemeTransactionID, card: { bin, lastDigits, ...(paymentSystem && { paymentSystem }), ...bank } };
}

/** Further data of a terminal payment or a crypto transfer, for the merchant. */
function getExtraInfo(row: AnsweredOperation, keys: SandboxKeys): { extraPaymentInfo?: Record<string, string> } {
  switch (row.interaction?.interactionType) {
    case 'PaymentTerminalReceipt':
      return { extraPaymentInfo: { receiptNumber: keys.code('receiptNumber', row.operation_id, 10) } };
    case 'CryptoCurrencyTransferRequest':
      return { extraPaymentInfo: { transactionHash: keys.code('transactionHash', row.operation_id, 32) } };
    default:
      return {};
  }
}
