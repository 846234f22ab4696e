import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow';

/* The floor of a lifecycle: the workflows, local activities and signals of a captured hold, without any work in them. */

interface BareActivities {
  step(id: string): Promise<void>;
}

const activities = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '8 s', retry: { maximumAttempts: 1 } });

export const decided = defineSignal('decided');

/** Replaces a payment: an activity, a signal, an activity. */
export async function barePayment(id: string): Promise<void> {
  let isDecided = false;
  setHandler(decided, () => void (isDecided = true));
  await activities.step(id);
  await condition(() => isDecided, '7 days');
  await activities.step(id);
}
