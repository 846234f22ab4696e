import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { PayoutStatus } from '../../../domain/merchants/settlement/payout.machine';
import { awaitResult } from '../../platform/operation/await-payer';
import { resultOrUndefined } from '../../platform/operation/result-or-undefined';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import { waitForSignal } from '../../platform/operation/wait-for-signal';
import { entityStatus } from '../../search-attributes';
import { interactionEnded } from '../../wallets/withdrawal/withdrawal.contract';
import { payoutChanged, type PayoutInput, type PayoutSnapshot, type SettlementActivities } from './settlement.contract';

const activities = ordinaryActivities<Pick<SettlementActivities, 'readPayout'>>(
  { readPayout: 'Reads the status of the payout' },
  { startToCloseTimeout: '1 min', retry: UNLIMITED_RETRY },
);

const SENDING = { sendPayout: 'Asks the connector to pay, or looks it up' } as const;
const retrying = ordinaryActivities<Pick<SettlementActivities, 'sendPayout'>>(SENDING, {
  startToCloseTimeout: '1 min',
  retry: UNLIMITED_RETRY,
});
const once = ordinaryActivities<Pick<SettlementActivities, 'sendPayout'>>(SENDING, {
  startToCloseTimeout: '1 min',
  retry: { maximumAttempts: 1 },
});

/**
 * Follows a payout until it is paid, or its money is back at the shop. A connector is asked to pay; otherwise operators and the bank's statement
 * change it.
 */
export async function payout(input: PayoutInput): Promise<PayoutStatus> {
  const received = { interaction: false };
  setHandler(payoutChanged, () => void (received.interaction = true));
  setHandler(interactionEnded, () => void (received.interaction = true));
  for (;;) {
    received.interaction = false;
    const { status, details, sendInMs } = await activities.readPayout(input);
    upsertSearchAttributes([entityStatus(status)]);
    setCurrentDetails(details);
    if (status !== 'pending' && status !== 'sent') return status;
    if (sendInMs === undefined) await condition(() => received.interaction);
    else if (sendInMs > 0)
      await waitForSignal(() => received.interaction, sendInMs, 'the changed bank account may be paid');
    else await payByConnector(input, received);
  }
}

async function payByConnector(input: PayoutInput, received: { interaction: boolean }): Promise<void> {
  await awaitResult<PayoutSnapshot>({
    first: await retrying.sendPayout(input),
    received,
    isOpen: ({ isAccepted }) => isAccepted === true,
    lookUp: () => resultOrUndefined(once.sendPayout(input)),
    onWait: () => setCurrentDetails('**sent**, accepted by the connector: the result comes later'),
  });
}
