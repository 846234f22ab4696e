import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { PayoutStatus } from '../../domain/settlement/payout.machine';
import { ordinaryActivities } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
import { payoutChanged, type PayoutInput, type SettlementActivities } from './settlement.contract';

const activities = ordinaryActivities<Pick<SettlementActivities, 'readPayout'>>(
  { readPayout: 'Reads the status of the payout' },
  { startToCloseTimeout: '1 min', retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '5 min' } },
);

/** Shows a payout until the bank has paid it, or its money is back at the shop. Operators and the bank's statement change it. */
export async function payout(input: PayoutInput): Promise<PayoutStatus> {
  let isChanged = false;
  setHandler(payoutChanged, () => void (isChanged = true));
  for (;;) {
    isChanged = false;
    const { status, details } = await activities.readPayout(input);
    upsertSearchAttributes([entityStatus(status)]);
    setCurrentDetails(details);
    if (status !== 'pending' && status !== 'sent') return status;
    await condition(() => isChanged);
  }
}
