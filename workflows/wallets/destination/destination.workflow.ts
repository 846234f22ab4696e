import { setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { localActivities } from '../../platform/operation/summarised';
import { waitForSignal } from '../../platform/operation/wait-for-signal';
import { entityStatus } from '../../search-attributes';
import {
  approved,
  stateQuery,
  type DestinationActivities,
  type DestinationInput,
  type DestinationState,
} from './destination.contract';

const activities = localActivities<DestinationActivities>(
  { authoriseDestination: 'Records that the destination is authorised' },
  {
    startToCloseTimeout: '5 s',
    retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
  },
);

/** Afterwards an operator can still approve. */
const MAX_WAIT_MS = 90 * 24 * 3_600_000;

/**
 * Authorises a destination automatically or waits for an operator's approval, depending on the wallet provider. The database
 * decides: a signal without an approval changes nothing.
 */
export async function destination({
  destinationID,
  authorisation,
}: DestinationInput): Promise<DestinationState['status']> {
  const state: DestinationState = { status: 'Unauthorized', waitingFor: null };
  const received = { approval: false };
  setHandler(approved, () => void (received.approval = true));
  setHandler(stateQuery, () => state);
  for (let waits = authorisation !== 'automatic'; state.status === 'Unauthorized'; waits = true) {
    if (waits) {
      state.waitingFor = 'the approval of an operator';
      setCurrentDetails('**Unauthorized**, waits for the approval of an operator');
      if (!(await waitForSignal(() => received.approval, MAX_WAIT_MS, 'an operator approves'))) break;
    }
    received.approval = false;
    state.status = await activities.authoriseDestination(destinationID);
    if (state.status === 'Authorized') upsertSearchAttributes([entityStatus(state.status)]);
  }
  state.waitingFor = null;
  setCurrentDetails(`**${state.status}**`);
  return state.status;
}
