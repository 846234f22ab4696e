import type * as v8 from 'node:v8';
import { Script, type Context, type RunningScriptOptions } from 'node:vm';
import { isMainThread, parentPort, type MessagePort } from 'node:worker_threads';

/*
 * Is preloaded in each thread of the worker (`--require`) and makes the SDK's workflow thread cheaper. The SDK has no setting
 * for either change; docs/workflow-thread.md gives the reasons and the figures.
 */

type PromiseHooks = typeof v8.promiseHooks;

/**
 * For the query `__stack_trace` the SDK records the stack of every promise of a workflow. It gets a copy of `promiseHooks` that
 * never calls hooks; the original stays intact for `AsyncLocalStorage`.
 */
function withoutHooks(hooks: PromiseHooks): PromiseHooks {
  return { ...hooks, createHook: () => () => undefined };
}

/** A request of the SDK's main thread, as far as it matters here. */
interface ThreadRequest {
  requestId: bigint;
  input: { type: string; isolateExecutionTimeoutMs?: number };
}

/** Threads of other libraries receive other messages. */
type Listener = (message: ThreadRequest | undefined) => void;

/**
 * The SDK gives each call into a workflow a timeout, for which Node.js starts and joins a thread, and an activation makes three
 * to five calls. One timeout around the activation limits them all. Other requests are unaffected.
 */
function limitActivations(port: MessagePort): void {
  const runLimited = limitedRunner();
  let timeout: number | undefined;
  const limit =
    (listener: Listener): Listener =>
    (message) => {
      const input: ThreadRequest['input'] | undefined = message?.input;
      timeout = input?.isolateExecutionTimeoutMs ?? timeout;
      if (!message || input?.type !== 'activate-workflow' || timeout === undefined) return listener(message);
      try {
        runLimited(() => listener(message), timeout);
      } catch (error) {
        port.postMessage(failure(message, error as Error));
      }
    };
  const on = port.on.bind(port);
  port.on = ((event: 'message', listener: Listener) =>
    on(event, event === 'message' ? limit(listener) : listener)) as MessagePort['on'];
}

/** Returns a function that runs another within a timeout, in which scripts have no timeouts of their own. */
function limitedRunner(): (run: () => void, timeout: number) => void {
  let pending: (() => void) | undefined;
  Object.defineProperty(globalThis, '__holdfast_run_pending', { value: () => pending?.() });
  const outer = new Script('__holdfast_run_pending()');
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const runInContext = Script.prototype.runInContext;
  Script.prototype.runInContext = function (
    this: Script,
    context: Context,
    options: RunningScriptOptions = {},
  ): unknown {
    const { timeout, ...rest } = options;
    return runInContext.call(this, context, pending && timeout !== undefined ? rest : options);
  };
  return (run, timeout) => {
    pending = run;
    try {
      outer.runInThisContext({ timeout });
    } finally {
      pending = undefined;
    }
  };
}

/** A timeout ends the SDK's own code too, so the response is sent here; the SDK fails the workflow task by it. */
function failure({ requestId }: ThreadRequest, { message, name, stack }: Error): object {
  return { requestId, result: { type: 'error', message, name, stack } };
}

if (!isMainThread) {
  if (parentPort) limitActivations(parentPort);
  // `runtime/environment.ts` is loaded later; a thread needs this setting before it loads anything.
  // eslint-disable-next-line no-restricted-properties
  if (process.env['WORKFLOW_STACK_TRACES'] !== 'true') {
    // An import would create another object than the module's own.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const shared = require('node:v8') as { promiseHooks: PromiseHooks };
    shared.promiseHooks = withoutHooks(shared.promiseHooks);
  }
}
