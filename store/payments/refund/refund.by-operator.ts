import type { PaymentRef } from '../../../domain/payments/payment/payment';
import type { Refund } from '../../../domain/payments/refund/refund';
import { withReason, type OperatorStore } from '../../platform/audit/origin';
import { findOrCreate } from '../../idempotency';
import { findPayment } from '../payment/payment.queries';
import { selectList } from '../../postgres/columns';
import { lookup } from '../../postgres/database';
import type { Store } from '../../store';
import { makeRefund } from './refund.create';
import { REFUND_COLUMNS } from './refund.table';

export interface OperatorRefund extends PaymentRef {
  /** The operator's command: one makes one refund. */
  commandID: string;
  /** Default: what is left of the payment. */
  amountMinor?: bigint;
  currency?: string;
  /** The merchant reads it in the refund. */
  reason: string;
}

const FIND = lookup<Refund>(
  'refund-find-by-command',
  `SELECT ${selectList(REFUND_COLUMNS, 'r')} FROM refunds r WHERE operator_command_id = $1`,
);

/**
 * An operator refunds a captured payment for its shop, which may be blocked, suspended or without a contract in force.
 * Idempotent by command.
 * @throws Refusal notFound, insufficentAccountBalance, and those of `refundAmount`
 */
export async function refundPayment(
  store: OperatorStore<Store>,
  { commandID, reason, ...given }: OperatorRefund,
): Promise<{ refund: Refund; isChanged: boolean }> {
  const find = async (): Promise<Refund | undefined> => (await store.database.run(FIND, [commandID]))[0];
  let isChanged = false;
  const refund = await findOrCreate({ find, index: 'refunds_operator_command' }, async () => {
    const { partyID } = await findPayment(store.database, given);
    const permit = (): void => undefined;
    const made = await makeRefund(withReason(store, reason), { ...given, partyID, reason }, { commandID, permit });
    isChanged = true;
    return made;
  });
  return { refund, isChanged };
}
