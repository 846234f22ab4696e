import { DefaultFailureConverter } from '@temporalio/common';

/** Encodes failures' messages and stacks as payloads, which are encrypted. Only part of the bundle of encrypting workers. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
