import type * as v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/*
 * Loaded before anything else in each thread of the worker (`--require`). The SDK notes the stack of every promise that a
 * workflow makes, with its source map, for the query `__stack_trace`: a twelfth of the worker's processor time. What a
 * workflow waits for, the query `state` and its details say. WORKFLOW_STACK_TRACES=true keeps the stacks.
 *
 * The SDK is given a copy of the module whose hooks are never called. Node's own `AsyncLocalStorage`, which carries a
 * workflow's scopes, hangs on the original: that one is left as it is.
 */

type PromiseHooks = typeof v8.promiseHooks;

function withoutHooks(hooks: PromiseHooks): PromiseHooks {
  return { ...hooks, createHook: () => () => undefined };
}

// The environment is read and checked by the process, later; a thread has to know before it loads anything.
// eslint-disable-next-line no-restricted-properties
if (!isMainThread && process.env['WORKFLOW_STACK_TRACES'] !== 'true') {
  // The module's own object, not what an import makes of it.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const shared = require('node:v8') as { promiseHooks: PromiseHooks };
  shared.promiseHooks = withoutHooks(shared.promiseHooks);
}
