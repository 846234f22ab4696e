import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { localActivities } from '../operation/summarised';
import { entityStatus } from '../search-attributes';
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

/** Afterwards an operator can still approve from the command line, which starts the workflow again. */
const MAX_WAIT = '90 days';

/** Authorises a destination automatically or after an operator's approval, depending on the wallet provider. */
export async function destination({
  destinationID,
  authorisation,
}: DestinationInput): Promise<DestinationState['status']> {
  const state: DestinationState = { status: 'Unauthorized', waitingFor: null };
  let isApproved = authorisation === 'automatic';
  setHandler(approved, () => void (isApproved = true));
  setHandler(stateQuery, () => state);
  if (!isApproved) {
    state.waitingFor = 'an operator: signal `approve`';
    setCurrentDetails('**Unauthorized**, waits for an operator: send the signal `approve`');
    await condition(() => isApproved, MAX_WAIT, { summary: 'an operator approves' });
  }
  if (isApproved) {
    state.status = await activities.authoriseDestination(destinationID);
    upsertSearchAttributes([entityStatus(state.status)]);
  }
  state.waitingFor = null;
  setCurrentDetails(`**${state.status}**`);
  return state.status;
}
