import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import type { ReceiptState } from '../../../domain/payments/payment/receipt-state';
import type { PaymentStatus } from '../../../domain/payments/payment/payment.machine';
import type { RecordedOperation, RecordedState } from '../../../domain/operators/reconciliation/operation';
import { readOperationName, type OperationName } from '../../../domain/operators/reconciliation/operation-name';
import type { PayoutStatus } from '../../../domain/merchants/settlement/payout.machine';
import { payoutOperationID } from '../../../domain/merchants/settlement/payout-operation';
import { selection, statement, type Database } from '../../postgres/database';

type Named<Entity extends OperationName['entity']> = Extract<OperationName, { entity: Entity }> & {
  operationID: string;
};

/** Finds operations by name, with one query for each table; leaves out unknown names and those of other connectors. */
export async function findRecordedOperations(
  database: Database,
  { connector, operationIDs }: { connector: string; operationIDs: readonly string[] },
): Promise<Map<string, RecordedOperation>> {
  const names = operationIDs.flatMap((operationID) => {
    const name = readOperationName(operationID);
    return name ? [{ ...name, operationID }] : [];
  });
  const select = <Entity extends OperationName['entity']>(entity: Entity) =>
    names.filter((name): name is Named<Entity> & typeof name => name.entity === entity);
  const found = await Promise.all([
    findPaymentOperations(database, connector, select('payment')),
    findRefundOperations(database, connector, select('refund')),
    findBindingOperations(database, connector, select('binding')),
    findWithdrawalOperations(database, connector, select('withdrawal')),
    findPayoutOperations(database, connector, select('payout')),
  ]);
  return new Map(found.flat().map((operation) => [operation.operationID, operation]));
}

interface OperationFacts {
  invoiceID: string;
  paymentID: string;
  attempt: number;
  amountMinor: bigint;
  currency: string;
  connectorReference: string | null;
  changedAt: Date;
  receipt: ReceiptState | null;
}

interface PaymentFacts extends OperationFacts {
  status: PaymentStatus;
  connector: string;
  target: string | null;
  authorisedMinor: bigint;
  deadline: Date;
  tool: string | null;
  connectorFeeMinor: bigint | null;
}

/** Planned for each call, as it joins a growing table with hundreds of names. */

const PAYMENTS = selection<PaymentFacts>(
  'reconciliation-payments',
  `SELECT p.invoice_id AS "invoiceID", p.id AS "paymentID", p.status, p.connector, p.attempt, p.target,
     p.amount AS "amountMinor", p.authorised_amount AS "authorisedMinor", p.currency,
     p.connector_reference AS "connectorReference", p.status_changed_at AS "changedAt",
     p.processing_deadline AS deadline, p.payer -> 'toolDetails' ->> 'type' AS tool, p.connector_fee AS "connectorFeeMinor",
     p.receipt_state AS receipt
   FROM payments p JOIN unnest($1::text[], $2::text[]) AS asked (invoice_id, id) ON (p.invoice_id, p.id) = (asked.invoice_id, asked.id)`,
).with('');

async function findPaymentOperations(
  database: Database,
  connector: string,
  names: readonly Named<'payment'>[],
): Promise<RecordedOperation[]> {
  if (names.length === 0) return [];
  const requested = [names.map(({ invoiceID }) => invoiceID), names.map(({ paymentID }) => paymentID)];
  const facts = new Map(
    (await database.run(PAYMENTS, requested)).map((row) => [`${row.invoiceID}.${row.paymentID}`, row] as const),
  );
  return names.flatMap((name) => {
    const payment = facts.get(`${name.invoiceID}.${name.paymentID}`);
    return payment ? toPaymentOperation(payment, name, connector) : [];
  });
}

/** Earlier attempts are undone, because failover requires it. A later attempt is unknown: the database may have been restored. */
function toPaymentOperation(payment: PaymentFacts, name: Named<'payment'>, connector: string): RecordedOperation[] {
  const { operationID, kind, attempt } = name;
  if (attempt > payment.attempt) return [];
  const isCurrent = attempt === payment.attempt;
  if (isCurrent && payment.connector !== connector) return [];
  const select = { invoiceID: payment.invoiceID, id: payment.paymentID, attempt };
  const connectorReference = isCurrent ? payment.connectorReference : null;
  const feeMinor = isCurrent && kind === 'capture' ? payment.connectorFeeMinor : null;
  return [
    {
      operationID,
      kind,
      state: isCurrent ? getPaymentState(payment, kind) : 'undone',
      status: isCurrent ? payment.status : `with another connector, ${payment.status}`,
      amountMinor: kind === 'capture' ? payment.amountMinor : payment.authorisedMinor,
      currency: payment.currency,
      connectorReference: kind === 'authorise' ? connectorReference : null,
      ...(feeMinor !== null && { feeMinor }),
      ...(isCurrent && payment.receipt !== null && { receipt: payment.receipt }),
      changedAt: payment.changedAt,
      deadline: payment.status === 'pending' ? payment.deadline : null,
      isSentMoney: payment.tool !== null && payment.tool !== 'bankCard',
      authorisation: { operationID: paymentOperationID(select, 'authorise'), connectorReference },
    },
  ];
}

const AUTHORISED: Readonly<Record<PaymentStatus, RecordedState>> = {
  pending: 'open',
  processed: 'done',
  captured: 'done',
  cancelled: 'undone',
  refunded: 'done',
  failed: 'undone',
  charged_back: 'done',
};
const CAPTURED: Readonly<Record<PaymentStatus, RecordedState>> = { ...AUTHORISED, pending: 'undone' };
const VOIDED: Readonly<Record<PaymentStatus, RecordedState>> = {
  pending: 'open',
  processed: 'open',
  captured: 'undone',
  cancelled: 'done',
  refunded: 'undone',
  failed: 'done',
  charged_back: 'undone',
};

function getPaymentState({ status, target }: PaymentFacts, kind: Named<'payment'>['kind']): RecordedState {
  if (kind === 'authorise') return AUTHORISED[status];
  if (kind === 'void') return VOIDED[status];
  if (status !== 'processed') return CAPTURED[status];
  return target === 'capture' ? 'open' : 'undone';
}

interface RefundFacts extends OperationFacts {
  refundID: string;
  status: 'pending' | 'succeeded' | 'failed';
  authorisationReference: string | null;
}

const REFUNDS = selection<RefundFacts>(
  'reconciliation-refunds',
  `SELECT r.invoice_id AS "invoiceID", r.payment_id AS "paymentID", r.id AS "refundID", r.status, r.amount AS "amountMinor",
     r.currency, r.connector_reference AS "connectorReference", r.status_changed_at AS "changedAt", p.attempt,
     p.connector_reference AS "authorisationReference", r.receipt_state AS receipt
   FROM unnest($2::text[], $3::text[], $4::text[]) AS asked (invoice_id, payment_id, id)
   JOIN refunds r ON (r.invoice_id, r.payment_id, r.id) = (asked.invoice_id, asked.payment_id, asked.id)
   JOIN payments p ON (p.invoice_id, p.id) = (r.invoice_id, r.payment_id)
   WHERE p.connector = $1`,
).with('');

async function findRefundOperations(
  database: Database,
  connector: string,
  names: readonly Named<'refund'>[],
): Promise<RecordedOperation[]> {
  if (names.length === 0) return [];
  const parts = (['invoiceID', 'paymentID', 'refundID'] as const).map((part) => names.map((name) => name[part]));
  return (await database.run(REFUNDS, [connector, ...parts])).map((refund) => {
    const { invoiceID, paymentID, refundID, attempt, authorisationReference, receipt, ...facts } = refund;
    const authorisation = paymentOperationID({ invoiceID, id: paymentID, attempt }, 'authorise');
    return {
      ...facts,
      operationID: `refund/${invoiceID}.${paymentID}.${refundID}/refund`,
      kind: 'refund',
      ...(receipt !== null && { receipt }),
      state: ({ pending: 'open', succeeded: 'done', failed: 'undone' } as const)[facts.status],
      deadline: null,
      authorisation: { operationID: authorisation, connectorReference: authorisationReference },
    };
  });
}

interface BindingFacts {
  customerID: string;
  bindingID: string;
  status: 'pending' | 'succeeded' | 'failed';
  changedAt: Date;
  deadline: Date;
}

const BINDINGS = selection<BindingFacts>(
  'reconciliation-bindings',
  `SELECT b.customer_id AS "customerID", b.id AS "bindingID", b.status, b.status_changed_at AS "changedAt", b.deadline
   FROM unnest($2::text[], $3::text[]) AS asked (customer_id, id)
   JOIN customer_bindings b ON (b.customer_id, b.id) = (asked.customer_id, asked.id)
   WHERE b.connector = $1`,
).with('');

/** A verification moves no money: only the existence of its binding is compared. */
async function findBindingOperations(
  database: Database,
  connector: string,
  names: readonly Named<'binding'>[],
): Promise<RecordedOperation[]> {
  if (names.length === 0) return [];
  const requested = [names.map(({ customerID }) => customerID), names.map(({ bindingID }) => bindingID)];
  const facts = new Map(
    (await database.run(BINDINGS, [connector, ...requested])).map(
      (row) => [`${row.customerID}.${row.bindingID}`, row] as const,
    ),
  );
  return names.flatMap(({ operationID, kind, customerID, bindingID }): RecordedOperation[] => {
    const binding = facts.get(`${customerID}.${bindingID}`);
    if (!binding) return [];
    const { status, changedAt, deadline } = binding;
    const isOpen = status === 'pending' && kind === 'verify';
    const none = { amountMinor: null, currency: null, connectorReference: null };
    return [
      {
        operationID,
        kind,
        status,
        changedAt,
        ...none,
        state: isOpen ? 'open' : 'done',
        deadline: isOpen ? deadline : null,
      },
    ];
  });
}

interface WithdrawalFacts {
  withdrawalID: string;
  status: 'Pending' | 'Succeeded' | 'Failed';
  amountMinor: bigint;
  currency: string;
  connectorReference: string | null;
  changedAt: Date;
}

const WITHDRAWALS = statement<WithdrawalFacts>(
  'reconciliation-withdrawals',
  `SELECT id AS "withdrawalID", status, destination_amount AS "amountMinor", destination_currency AS currency,
     connector_reference AS "connectorReference", status_changed_at AS "changedAt"
   FROM withdrawals WHERE id = ANY ($2::text[]) AND connector = $1`,
);

async function findWithdrawalOperations(
  database: Database,
  connector: string,
  names: readonly Named<'withdrawal'>[],
): Promise<RecordedOperation[]> {
  if (names.length === 0) return [];
  const rows = await database.run(WITHDRAWALS, [connector, names.map(({ withdrawalID }) => withdrawalID)]);
  return rows.map(({ withdrawalID, ...facts }) => ({
    ...facts,
    operationID: `withdrawal/${withdrawalID}/payOut`,
    kind: 'payOut',
    state: ({ Pending: 'open', Succeeded: 'done', Failed: 'undone' } as const)[facts.status],
    deadline: null,
  }));
}

interface PayoutFacts extends Omit<WithdrawalFacts, 'withdrawalID' | 'status'> {
  payoutID: string;
  status: PayoutStatus;
}

const PAYOUTS = statement<PayoutFacts>(
  'reconciliation-payouts',
  `SELECT id AS "payoutID", status, amount AS "amountMinor", currency, connector_reference AS "connectorReference",
     status_changed_at AS "changedAt"
   FROM payouts WHERE id = ANY ($2::text[]) AND connector = $1`,
);

const PAYOUT_STATES = {
  ...{ pending: 'open', sent: 'open', paid: 'done', returned: 'done', failed: 'undone', cancelled: 'undone' },
} as const satisfies Record<PayoutStatus, RecordedState>;

async function findPayoutOperations(
  database: Database,
  connector: string,
  names: readonly Named<'payout'>[],
): Promise<RecordedOperation[]> {
  if (names.length === 0) return [];
  const rows = await database.run(PAYOUTS, [connector, names.map(({ payoutID }) => payoutID)]);
  return rows.map(({ payoutID, ...facts }) => {
    const operationID = payoutOperationID(payoutID);
    return { ...facts, operationID, kind: 'payOut', state: PAYOUT_STATES[facts.status], deadline: null };
  });
}
