import { setCurrentDetails } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { SettlementReceiptActivities, SettlementReceiptInput } from './settlement-receipt.contract';

const activities = ordinaryActivities<SettlementReceiptActivities>(
  { settlePrepayment: 'Sends the receipt that settles the prepayment' },
  { startToCloseTimeout: '1 min', retry: UNLIMITED_RETRY },
);

/** Sends the second receipt of a prepayment after its invoice was fulfilled, until the register has decided about it. */
export async function settlementReceipt(input: SettlementReceiptInput): Promise<string> {
  const { result } = await activities.settlePrepayment(input);
  setCurrentDetails(result === 'refused' ? '**refused**: see `reconciliation list`' : result);
  return result;
}
