import { setCurrentDetails, sleep } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { ChargebackNoticeActivities, ChargebackNoticeInput } from './chargeback-notice.contract';

const activities = ordinaryActivities<ChargebackNoticeActivities>(
  { sendChargebackNotice: 'Tells the merchant of the chargeback by e-mail' },
  { startToCloseTimeout: '2 min', retry: UNLIMITED_RETRY },
);

/** The acquirer may bring the deadline forward, so a wait for it is looked at daily. */
const MAX_WAIT_MS = 86_400_000;

/** Tells a merchant of a chargeback in its time, until the mail server has taken the message or refused it for good. */
export async function chargebackNotice(input: ChargebackNoticeInput): Promise<string> {
  for (;;) {
    const sent = await activities.sendChargebackNotice(input);
    if ('result' in sent) {
      setCurrentDetails(sent.result);
      return sent.result;
    }
    await sleep(Math.min(sent.waitMs, MAX_WAIT_MS), { summary: 'until the merchant is reminded of the deadline' });
  }
}
