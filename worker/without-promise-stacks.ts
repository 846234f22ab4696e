import type * as v8 from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/*
 * Is preloaded in each thread of the worker (`--require`). For the query `__stack_trace` the SDK records the stack of every
 * promise of a workflow, which takes a twelfth of the worker's CPU time; WORKFLOW_STACK_TRACES=true keeps it. The SDK gets a
 * copy of `promiseHooks` that never calls hooks; the original stays intact for `AsyncLocalStorage`.
 */

type PromiseHooks = typeof v8.promiseHooks;

function withoutHooks(hooks: PromiseHooks): PromiseHooks {
  return { ...hooks, createHook: () => () => undefined };
}

// `runtime/environment.ts` is loaded later; a thread needs this setting before it loads anything.
// eslint-disable-next-line no-restricted-properties
if (!isMainThread && process.env['WORKFLOW_STACK_TRACES'] !== 'true') {
  // An import would create another object than the module's own.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const shared = require('node:v8') as { promiseHooks: PromiseHooks };
  shared.promiseHooks = withoutHooks(shared.promiseHooks);
}
