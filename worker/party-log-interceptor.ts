import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { PARTY_HEADER } from '../workflow-names/workflow-messages';

/** Adds the workflow's party to the log lines of its activities (`workflows/interceptors.ts` sends the header). */
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
