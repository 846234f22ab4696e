import { splitByFee } from '../../../domain/merchants/fee/fee-rules';
import type { Payment, PaymentRef } from '../../../domain/payments/payment/payment';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { unprefixed, type Prefixed } from '../../postgres/columns';
import { statement, type BoundStatement, type Database, type Transaction } from '../../postgres/database';
import { TERMS_IN_FORCE } from '../../merchants/shop/shop.queries';
import { SHOP_VELOCITIES, THIS_MONTH } from '../../merchants/shop/velocity-limit';
import type { RecordedAllocationPart } from '../../../domain/payments/allocation/recorded-allocation';
import { billedFeesAccount, connectorAccount, earningsAccount, feeAccount } from '../../platform/ledger/accounts';
import {
  hold,
  movingStatements,
  openingStatements,
  post,
  postPending,
  voidPending,
  type Account,
  type Hold,
  type Movement,
} from '../../platform/ledger/ledger';

type PaymentKey = Pick<Payment, 'invoiceID' | 'id'>;

function formatName({ invoiceID, id }: PaymentKey): string {
  return `payment/${invoiceID}.${id}`;
}

function formatHoldName(payment: PaymentKey): string {
  return `${formatName(payment)}/hold`;
}

/** Holds the authorised amount from the connector's account to the shop's. */
export function holdAuthorised(database: Database, payment: Payment, tx: Transaction): BoundStatement[] {
  const connector = connectorAccount(payment.connector, payment.currency, payment.invoiceID);
  const earnings = earningsAccount(payment.shopID, payment.currency, payment.invoiceID);
  const opening = openingStatements(database, [connector, earnings], tx);
  const held = hold({
    id: formatHoldName(payment),
    debitAccountID: connector.id,
    creditAccountID: earnings.id,
    amountMinor: payment.authorisedAmountMinor,
    currency: payment.currency,
    reason: 'payment authorised',
  });
  return [...opening, ...movingStatements([held], [], tx)];
}

/** Ledger holds and shop terms, required to capture or release a hold. */
export interface HoldBasis {
  database: Database;
  holds: Hold[];
  terms: ShopTerms;
  /** The shop's turnover of the previous calendar month, read only if a fee depends on it. */
  lastMonthMinor: bigint;
}

const BASIS = statement<Prefixed<Hold, 'hold.'> & { terms: ShopTerms; lastMonth: string | null }>(
  'payment-hold-basis',
  `SELECT h.id AS "hold.id", h.debit_account_id AS "hold.debitAccountID", h.credit_account_id AS "hold.creditAccountID",
     h.amount AS "hold.amountMinor", h.currency AS "hold.currency",
     ${TERMS_IN_FORCE} AS terms, CASE WHEN (${TERMS_IN_FORCE}) @? '$.fees[*].tiers' THEN
     (SELECT sum(v.amount)::text FROM ${SHOP_VELOCITIES} v WHERE v.shop_id = s.id AND v.currency = p.currency
        AND v.day >= (${THIS_MONTH} - interval '1 month')::date AND v.day < ${THIS_MONTH}::date) END AS "lastMonth"
   FROM payments p JOIN shops s ON s.id = p.shop_id AND s.party_id = p.party_id
   JOIN ledger_transfers h ON h.id = $3 AND h.kind = 'pending'
   WHERE p.invoice_id = $1 AND p.id = $2`,
);

/** Without a hold there is nothing to capture or release, and the movements fail. */
export async function readHoldBasis(database: Database, ref: PaymentRef, tx: Transaction): Promise<HoldBasis> {
  const { invoiceID, paymentID } = ref;
  const [row] = await database.run(BASIS, [invoiceID, paymentID, formatHoldName({ invoiceID, id: paymentID })], tx);
  if (!row) return { database, holds: [], terms: {}, lastMonthMinor: 0n };
  const { terms, lastMonth } = row;
  return { database, holds: [unprefixed<Hold, 'hold.'>(row, 'hold.')], terms, lastMonthMinor: BigInt(lastMonth ?? 0) };
}

/** Posts the captured amount, its allocation and the platform's fee. @returns the fee in minor units, null if none */
export function postCapture(
  payment: Payment,
  { database, holds, terms, lastMonthMinor }: HoldBasis,
  tx: Transaction,
): { writes: BoundStatement[]; feeMinor: bigint | null } {
  const resolution = {
    id: `${formatName(payment)}/capture`,
    pendingID: formatHoldName(payment),
    reason: 'payment captured',
  };
  const captured = postPending({ ...resolution, amountMinor: payment.amountMinor });
  const targets = allocatedParts(payment);
  const { feeMinor } = splitByFee(terms, {
    ...{ amountMinor: payment.amountMinor, currency: payment.currency, connector: payment.connector },
    ...{ tool: payment.payer.toolDetails.type, capturedAt: new Date(), lastMonthMinor },
  });
  const payingFees = terms.feeCollection === 'billed' ? billedFeesAccount : earningsAccount;
  const payer = payingFees(payment.shopID, payment.currency, payment.invoiceID);
  const fees = feeMinor === 0n ? [] : [buildFee(payment, { payer, feeMinor })];
  // The payment's own account is not open if a hold of an earlier build is in the shop's unstriped one.
  const parts = targets.length === 0 ? [] : [payment, ...targets];
  const others = parts.map(({ shopID }) => earningsAccount(shopID, payment.currency, payment.invoiceID));
  const earning = feeAccount(payment.currency, payment.invoiceID);
  const accounts = feeMinor === 0n ? others : [...others, payer, earning];
  const opening = accounts.length > 0 ? openingStatements(database, accounts, tx) : [];
  const movements = [captured, ...targets.map((part) => buildAllocation(payment, part)), ...fees];
  const writes = [...opening, ...movingStatements(movements, holds, tx)];
  return { writes, feeMinor: feeMinor === 0n ? null : feeMinor };
}

function buildFee(payment: Payment, { payer, feeMinor }: { payer: Account; feeMinor: bigint }): Movement {
  return post({
    id: `${formatName(payment)}/fee`,
    debitAccountID: payer.id,
    creditAccountID: feeAccount(payment.currency, payment.invoiceID).id,
    amountMinor: feeMinor,
    currency: payment.currency,
    reason: 'fee of a captured payment',
  });
}

/** The allocated parts of other shops; the payment's own shop keeps its part. */
function allocatedParts({ shopID, allocation }: Payment): RecordedAllocationPart[] {
  return (allocation ?? []).filter((part) => part.shopID !== shopID);
}

function buildAllocation(payment: Payment, part: RecordedAllocationPart): Movement {
  return post({
    id: `${formatName(payment)}/allocation/${part.shopID}`,
    debitAccountID: earningsAccount(payment.shopID, payment.currency, payment.invoiceID).id,
    creditAccountID: earningsAccount(part.shopID, payment.currency, payment.invoiceID).id,
    amountMinor: BigInt(part.amount),
    currency: payment.currency,
    reason: 'part of a captured payment',
  });
}

export function voidAuthorised(payment: Payment, { holds }: HoldBasis, tx: Transaction): BoundStatement[] {
  const resolution = {
    id: `${formatName(payment)}/release`,
    pendingID: formatHoldName(payment),
    reason: 'payment cancelled',
  };
  return movingStatements([voidPending(resolution)], holds, tx);
}
