import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Puts the messages and stacks of failures into payloads, which leave the worker encrypted. Part of the bundle of workers that
 * encrypt, and of no other: in clear they are easier to read.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
