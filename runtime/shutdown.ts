import type { Logger } from './logger';

/** A part of a process that has to end before the process does. */
export type ShutdownStep = { name: string; stop: () => Promise<unknown> };

/** Longer than a request may take to be cut off, shorter than the ten seconds after which an orchestrator kills. */
const shutdownLimitMs = 9_500;

/**
 * Ends the process on SIGTERM or SIGINT: the steps one after another in their order, then exit 0. A step that fails is
 * logged and the next one still runs; when all together exceed the limit, which a drain of `serveMs` prolongs, exit 1. A second signal changes nothing, because
 * an impatient Ctrl-C must not cut a transaction in half.
 */
export function stopOnSignals(input: {
  logger: Logger;
  steps: readonly ShutdownStep[];
  limitMs?: number;
  serveMs?: number;
}): void {
  let isStopping = false;
  const begin = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    input.logger.info({ signal }, 'stopping');
    setTimeout(() => exit(input.logger, 1), (input.limitMs ?? shutdownLimitMs) + (input.serveMs ?? 0)).unref();
    void runSteps(input.logger, input.steps).then((isClean) => exit(input.logger, isClean ? 0 : 1));
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}

async function runSteps(logger: Logger, steps: readonly ShutdownStep[]): Promise<boolean> {
  let isClean = true;
  for (const step of steps) {
    try {
      await step.stop();
    } catch (error) {
      isClean = false;
      logger.error({ err: error, step: step.name }, 'a part did not stop cleanly');
    }
  }
  return isClean;
}

function exit(logger: Logger, code: number): void {
  logger.info({ code }, 'stopped');
  logger.flush(() => process.exit(code));
  setTimeout(() => process.exit(code), 200).unref();
}
