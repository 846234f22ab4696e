import { continueAsNew, setCurrentDetails, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
import { EXPIRY_PAUSE_MS } from '../../../domain/wallets/destination/destination';
import { localActivities } from '../../platform/operation/summarised';
import { waitForSignal } from '../../platform/operation/wait-for-signal';
import {
  authorisationEndsSoon,
  stateQuery,
  type ExpiryActivities,
  type ExpiryLook,
  type ExpiryState,
} from './destination-expiry.contract';

const activities = localActivities<ExpiryActivities>(
  { expireDestinations: 'Ends authorisations whose time is over' },
  {
    startToCloseTimeout: '30 s',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
  },
);

/** The minimum interval of batches. */
const MIN_INTERVAL_MS = 500;
/** Continues as new well below the history limit. */
const MAX_HISTORY = 800;

/** Expires authorisations of destinations at their time. Its state is in the database, so a lost run can be replaced. */
export async function destinationExpiry(): Promise<void> {
  const state: ExpiryState = { expiredCount: 0, last: null };
  const received = { soon: false };
  setHandler(authorisationEndsSoon, () => void (received.soon = true));
  setHandler(stateQuery, () => state);
  while (workflowInfo().historyLength < MAX_HISTORY) {
    received.soon = false;
    const look = await activities.expireDestinations();
    state.expiredCount += look.expiredCount;
    state.last = look;
    setCurrentDetails(getDetails(look));
    await sleep(MIN_INTERVAL_MS, { summary: 'pause between batches' });
    if (!look.hasMore) await waitForSignal(() => received.soon, pauseMs(look), 'the next authorisation ends');
  }
  await continueAsNew({});
}

function pauseMs({ nextAt }: ExpiryLook): number {
  if (nextAt === null) return EXPIRY_PAUSE_MS;
  return Math.min(Math.max(Date.parse(nextAt) - Date.now(), 1), EXPIRY_PAUSE_MS);
}

/** Details for operators in Temporal UI. */
function getDetails({ nextAt, failedCount }: ExpiryLook): string {
  const next = nextAt === null ? 'No authorisation ends.' : `The next authorisation ends at **${nextAt}**.`;
  return failedCount === 0 ? next : `${next} **${failedCount} could not be ended** and are tried again.`;
}
