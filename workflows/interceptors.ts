import { defaultPayloadConverter, defineSearchAttributeKey } from '@temporalio/common';
import { workflowInfo, type ActivityInput, type WorkflowInterceptors } from '@temporalio/workflow';
import { PARTY_HEADER } from '../domain/workflow-messages';

const PARTY_ID = defineSearchAttributeKey('PartyID', 'KEYWORD');

/** Tells activities whose workflow it is, and says it on the workflow's own log lines. It decides nothing: replays are the same. */
export function interceptors(): WorkflowInterceptors {
  return {
    outbound: [
      {
        scheduleActivity: async (input, next) => next(withParty(input)),
        scheduleLocalActivity: async (input, next) => next(withParty(input)),
        getLogAttributes: (about, next) => next({ ...about, ...partyOfWorkflow() }),
      },
    ],
  };
}

function withParty<Input extends Pick<ActivityInput, 'headers'>>(input: Input): Input {
  const { partyID } = partyOfWorkflow();
  if (partyID === undefined) return input;
  return { ...input, headers: { ...input.headers, [PARTY_HEADER]: defaultPayloadConverter.toPayload(partyID) } };
}

function partyOfWorkflow(): { partyID?: string } {
  const partyID = workflowInfo().typedSearchAttributes.get(PARTY_ID);
  return partyID === undefined ? {} : { partyID };
}
