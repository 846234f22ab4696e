import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { PARTY_HEADER } from '../domain/workflow-messages';

/** What an activity logs, and the SDK of it, bears the party of its workflow (`workflows/interceptors.ts` sends it along). */
export const partyLogInterceptor: ActivityInterceptorsFactory = () => {
  let about: { partyID?: string } = {};
  return {
    inbound: {
      execute: (input, next) => {
        const sent = input.headers[PARTY_HEADER];
        if (sent) about = { partyID: defaultPayloadConverter.fromPayload<string>(sent) };
        return next(input);
      },
    },
    outbound: { getLogAttributes: (input, next) => next({ ...input, ...about }) },
  };
};
