import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import type { Destination } from '../../domain/destination/destination';
import { destinationMachine } from '../../domain/destination/destination.machine';
import { notFound } from '../../domain/errors/refusal';
import { findTransition } from '../../domain/machine/machine';
import { workflowIDs } from '../../domain/workflow-ids';
import { signals, workflowTypes } from '../../domain/workflow-messages';
import { auditWithin } from '../audit/audited';
import { statement } from '../database';
import { appendCommands } from '../outbox/outbox';
import { walletProviderOf } from '../wallet-provider/wallet-provider.queries';
import { changeResult, changeStatement, type Change, type ChangeResult, type Command } from '../record';
import { wakeFor, type Store } from '../store';
import { destinationWebhookMessages } from './destination.message';
import { DESTINATION, fromDestinationRow, type DestinationRow } from './destination.table';

const LOCK = statement<DestinationRow>(
  'destination-lock',
  `SELECT ${DESTINATION} FROM destinations d WHERE id = $1 FOR UPDATE`,
);

const UPDATE = statement('destination-update', 'UPDATE destinations SET status = $2, valid_until = $3 WHERE id = $1');

/** Unauthorized → Authorized, for as long as the provider's setting says. Harmless when repeated. */
export async function authoriseDestination(store: Store, destinationID: string): Promise<Destination> {
  const { database } = store;
  const { snapshot, recorded } = await database.transaction(async (tx): Promise<Written> => {
    const [row] = await database.run(LOCK, [destinationID], tx);
    if (!row) throw notFound('Destination');
    const destination = await fromDestinationRow(row, store.encryptionKeys);
    const transition = findTransition(destinationMachine, destination.status, 'authorise');
    if (!transition) return { snapshot: destination };
    const now = new Date();
    const { authorisationLifetimeSeconds } = await walletProviderOf(database, destination, tx);
    const lifetimeMs = authorisationLifetimeSeconds === null ? null : authorisationLifetimeSeconds * 1_000;
    const validUntil = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
    const next: Destination = { ...destination, status: transition.to, validUntil };
    const update = { ...UPDATE, values: [next.id, next.status, rfc3339Text(validUntil) ?? null] };
    const made: Change = {
      subject: { type: 'destination', id: next.id },
      recipients: { partyID: next.partyID, identityID: next.identityID },
      occurredAt: now,
      messages: destinationWebhookMessages(transition, next),
    };
    const append = changeStatement(made, store.origin);
    const answers = await database.commitWith([update, append], tx);
    return { snapshot: next, recorded: changeResult(made, answers.rowsOf(append)) };
  });
  if (recorded) wakeFor(store, recorded);
  return snapshot;
}

interface Written {
  snapshot: Destination;
  recorded?: ChangeResult;
}

const EXISTS = statement<{ id: string }>('destination-exists', 'SELECT id FROM destinations WHERE id = $1');

/** An operator's word that a destination is good: passed to its workflow. @throws Refusal notFound */
export async function approveDestination(store: Store, destinationID: string): Promise<void> {
  const [found] = await store.database.run(EXISTS, [destinationID]);
  if (!found) throw notFound('Destination');
  const approval: Command = {
    kind: 'signalWithStart',
    workflowID: workflowIDs.destination(destinationID),
    workflowType: workflowTypes.destination,
    args: [{ destinationID, authorisation: 'operator' }],
    signal: signals.destinationApproved,
    signalArgs: [],
    mayRunAgain: true,
  };
  await store.database.transaction(async (tx) => {
    await appendCommands(store.database, [approval], tx);
    await auditWithin(store.database, store.origin, [{ type: 'destination', id: destinationID }], tx);
  });
  store.wakeUp.send('outbox');
}
