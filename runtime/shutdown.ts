import type { Logger } from './logger';

/** A part of a process that stops before the process exits. */
export type ShutdownStep = { name: string; stop: () => Promise<unknown> };

/** Above the limits of draining, below the ten seconds after which an orchestrator sends SIGKILL. */
const MAX_SHUTDOWN_MS = 9_500;

/**
 * Runs the steps in order on SIGTERM or SIGINT and exits with 0, or with 1 after a failed step or the time limit, which
 * `serveMs` extends. A failed step is logged, and the next one runs. A second signal is ignored.
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
    setTimeout(() => exit(input.logger, 1), (input.limitMs ?? MAX_SHUTDOWN_MS) + (input.serveMs ?? 0)).unref();
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
      logger.error({ err: error, step: step.name }, 'shutdown step failed');
    }
  }
  return isClean;
}

function exit(logger: Logger, code: number): void {
  logger.info({ code }, 'stopped');
  logger.flush(() => process.exit(code));
  setTimeout(() => process.exit(code), 200).unref();
}
