import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { Payment } from '../../../domain/payments/payment/payment';
import type { Database, Transaction } from '../../postgres/database';
import { feeAccount, connectorAccount, settlementAccount } from '../../platform/ledger/accounts';
import {
  findHolds,
  hold,
  move,
  openAccounts,
  post,
  postPending,
  voidPending,
  type Account,
} from '../../platform/ledger/ledger';

interface Dispute {
  payment: Pick<Payment, 'connector'>;
  chargeback: Chargeback;
}

interface Debt {
  name: string;
  reason: 'body' | 'levy';
  amountMinor: bigint;
  from: Account;
  to: Account;
}

function formatName({ invoiceID, paymentID, id, round }: Chargeback): string {
  return `chargeback/${invoiceID}.${paymentID}.${id}/${round}`;
}

/** Each shop returns its part of the body to the payer through the connector; the payment's own shop pays the levy, if there is one, to the platform. */
function getDebts({ payment, chargeback }: Dispute): Debt[] {
  const { currency, shopID, levyMinor, invoiceID } = chargeback;
  const connector = connectorAccount(payment.connector, currency, invoiceID);
  const bodies = chargeback.parts.map((part): Debt => ({
    name: part.shopID === shopID ? 'body' : `body/${part.shopID}`,
    reason: 'body',
    amountMinor: BigInt(part.amount),
    from: settlementAccount(part.shopID, currency),
    to: connector,
  }));
  const from = settlementAccount(shopID, currency);
  const to = feeAccount(currency, invoiceID);
  const levy: Debt = { name: 'levy', reason: 'levy', amountMinor: levyMinor, from, to };
  return levyMinor > 0n ? [...bodies, levy] : bodies;
}

/** Holds the disputed amount on the shops' accounts, which may go negative. */
export async function holdChargeback(database: Database, dispute: Dispute, tx: Transaction): Promise<void> {
  await holdReopenedChargeback(database, dispute, tx);
}

/** Holds a reopened dispute; the amount of an earlier acceptance is returned in the same movement, which locks all accounts. */
export async function holdReopenedChargeback(
  database: Database,
  { payment, chargeback, accepted }: Dispute & { accepted?: Chargeback | undefined },
  tx: Transaction,
): Promise<void> {
  const debts = getDebts({ payment, chargeback });
  const returning = accepted ? await readPostedDebts(database, { payment, chargeback: accepted }, tx) : [];
  await openAccounts(database, distinct([...returning, ...debts].flatMap(({ from, to }) => [from, to])), tx);
  const returns = returning.map(({ name, reason, ...debt }) =>
    post({
      ...getTransfer({ ...debt, from: debt.to, to: debt.from }),
      id: `${formatName(accepted ?? chargeback)}/${name}/return`,
      reason: `chargeback reopened: ${reason}`,
    }),
  );
  const holds = debts.map(({ name, reason, ...debt }) =>
    hold({
      ...getTransfer(debt),
      id: `${formatName(chargeback)}/${name}/hold`,
      reason: `chargeback disputed: ${reason}`,
    }),
  );
  await move(database, [...returns, ...holds], tx);
}

/** The debts of an accepted claim with the accounts that were credited then, which may differ from today's. */
async function readPostedDebts(database: Database, dispute: Dispute, tx: Transaction): Promise<Debt[]> {
  const debts = getDebts(dispute);
  const formatHoldName = ({ name }: Debt): string => `${formatName(dispute.chargeback)}/${name}/hold`;
  const holds = await findHolds(database, debts.map(formatHoldName), tx);
  return debts.map((debt) => {
    const taken = holds.find(({ id }) => id === formatHoldName(debt));
    return taken ? { ...debt, to: { ...debt.to, id: taken.creditAccountID } } : debt;
  });
}

function getTransfer({ from, to, amountMinor }: Pick<Debt, 'from' | 'to' | 'amountMinor'>) {
  return { debitAccountID: from.id, creditAccountID: to.id, amountMinor, currency: from.currency };
}

function distinct(accounts: readonly Account[]): Account[] {
  return [...new Map(accounts.map((account) => [account.id, account])).values()];
}

export async function postChargeback(database: Database, dispute: Dispute, tx: Transaction): Promise<void> {
  const posts = getDebts(dispute).map(({ name, reason }) => {
    const debt = `${formatName(dispute.chargeback)}/${name}`;
    return postPending({ id: `${debt}/post`, pendingID: `${debt}/hold`, reason: `chargeback accepted: ${reason}` });
  });
  await move(database, posts, tx);
}

export async function releaseChargeback(database: Database, dispute: Dispute, tx: Transaction): Promise<void> {
  const voids = getDebts(dispute).map(({ name, reason }) => {
    const debt = `${formatName(dispute.chargeback)}/${name}`;
    return voidPending({ id: `${debt}/void`, pendingID: `${debt}/hold`, reason: `chargeback ended: ${reason}` });
  });
  await move(database, voids, tx);
}
