import { defaultPayloadConverter, defineSearchAttributeKey } from '@temporalio/common';
import { workflowInfo, type ActivityInput, type WorkflowInterceptors } from '@temporalio/workflow';
import { PARTY_HEADER } from '../workflow-names/workflow-messages';
import { startCheck } from './start-check';

const PARTY_ID = defineSearchAttributeKey('PartyID', 'KEYWORD');

/** Checks the start, and adds the workflow's party to activity headers and log lines; replays are unaffected. */
export function interceptors(): WorkflowInterceptors {
  return {
    inbound: [startCheck],
    outbound: [
      {
        scheduleActivity: async (input, next) => next(withParty(input)),
        scheduleLocalActivity: async (input, next) => next(withParty(input)),
        getLogAttributes: (about, next) => next({ ...about, ...getParty() }),
      },
    ],
  };
}

function withParty<Input extends Pick<ActivityInput, 'headers'>>(input: Input): Input {
  const { partyID } = getParty();
  if (partyID === undefined) return input;
  return { ...input, headers: { ...input.headers, [PARTY_HEADER]: defaultPayloadConverter.toPayload(partyID) } };
}

function getParty(): { partyID?: string } {
  const partyID = workflowInfo().typedSearchAttributes.get(PARTY_ID);
  return partyID === undefined ? {} : { partyID };
}
