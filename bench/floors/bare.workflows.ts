import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow';

/*
 * The floor of a lifecycle: as many workflows, local activities and signals as a hold that is captured, none of which does
 * anything.
 */

interface BareActivities {
  step(id: string): Promise<void>;
}

const activities = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '8 s', retry: { maximumAttempts: 1 } });

export const decided = defineSignal('decided');

/** In the place of a payment: a step, a signal, a step. */
export async function barePayment(id: string): Promise<void> {
  let isDecided = false;
  setHandler(decided, () => void (isDecided = true));
  await activities.step(id);
  await condition(() => isDecided, '7 days');
  await activities.step(id);
}
