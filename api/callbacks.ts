import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { Router, type Request } from 'express';
import { workflowIDs } from '../domain/workflow-ids';
import { signals } from '../domain/workflow-messages';
import type { Logger } from '../runtime/logger';
import { appendCommands } from '../store/outbox/outbox';
import type { Store } from '../store/store';

/** The operations that a payer may have to finish, by the names under which providers know them. */
const AWAITED = [
  { operation: /^payment\/([^./]+)\.([^./]+)\/authorise$/, workflowID: workflowIDs.payment },
  { operation: /^binding\/([^./]+)\.([^./]+)\/verify$/, workflowID: workflowIDs.binding },
];

/**
 * Where providers say that a payer has finished. The call changes nothing by itself: it wakes the workflow, which asks
 * the provider what really happened.
 */
export function createCallbacks({ store, sandboxSecret, logger }: CallbackOptions): Router {
  const router = Router();
  router.post('/sandbox', express.raw({ type: '*/*', limit: '64kb' }), (request, response) => {
    if (!isSigned(request, sandboxSecret)) {
      logger.warn('a callback without a good signature was refused');
      return void response.status(401).end();
    }
    const { operationID } = JSON.parse((request.body as Buffer).toString('utf8')) as { operationID?: string };
    wake(store, operationID ?? '').then(
      () => response.status(200).end(),
      (error: unknown) => {
        logger.error({ err: error }, 'a callback could not be passed on');
        response.status(503).end();
      },
    );
  });
  return router;
}

export interface CallbackOptions {
  store: Store;
  sandboxSecret: string;
  logger: Logger;
}

async function wake(store: Store, operationID: string): Promise<void> {
  const workflowID = awaitingWorkflow(operationID);
  if (!workflowID) return;
  await appendCommands(store.database, [{ kind: 'signal', workflowID, signal: signals.interactionEnded, args: [] }]);
  store.wakeUp.send('outbox');
}

function awaitingWorkflow(operationID: string): string | undefined {
  for (const { operation, workflowID } of AWAITED) {
    const [, owner, own] = operation.exec(operationID) ?? [];
    if (owner && own) return workflowID(owner, own);
  }
  return undefined;
}

function isSigned(request: Request, secret: string): boolean {
  const given = Buffer.from(request.header('X-Sandbox-Signature') ?? '', 'hex');
  const expected = createHmac('sha256', secret)
    .update(request.body as Buffer)
    .digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}
