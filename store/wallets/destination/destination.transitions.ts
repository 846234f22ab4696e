import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Destination } from '../../../domain/wallets/destination/destination';
import { destinationMachine, type DestinationAction } from '../../../domain/wallets/destination/destination.machine';
import { notFound } from '../../../domain/platform/errors/refusal';
import { findTransition } from '../../../domain/platform/machine/machine';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals } from '../../../workflow-names/workflow-messages';
import type { WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { withReason, type OperatorStore } from '../../platform/audit/origin';
import { statement, type Transaction } from '../../postgres/database';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import { changeResult, appendChangeStatement, type Change, type ChangeResult, type Command } from '../../change-log';
import { wakeDispatchers, type Store } from '../../store';
import { buildAuthorisationStart } from './destination.create';
import { destinationWebhookMessages } from './destination.message';
import { DESTINATION, fromDestinationRow, type DestinationRow } from './destination.table';
import { buildExpiryWakeUp } from './destination-expiry';

/** Decisions about a destination before its present status. */
interface EarlierDecisions {
  authorisationEndedAt: Date | null;
  rejectedAt: Date | null;
}

const LOCK = statement<DestinationRow & EarlierDecisions>(
  'destination-lock',
  `SELECT ${DESTINATION}, authorisation_ended_at AS "authorisationEndedAt", rejected_at AS "rejectedAt" FROM destinations d WHERE id = $1 FOR UPDATE`,
);

const UPDATE = statement(
  'destination-update',
  `UPDATE destinations SET status = $2, valid_until = $3, authorisation_ended_at = $4, rejected_at = $5,
     rejection_reason = $6
   WHERE id = $1`,
);

/**
 * Unauthorized → Authorized, for the provider's lifetime, if the provider authorises automatically. It changes nothing if an
 * operator has to decide, or where an authorisation has ended before. Idempotent.
 * @throws Refusal notFound
 */
export async function authoriseDestination(store: Store, destinationID: string): Promise<Destination> {
  return changeDestination(store, destinationID, async ({ destination, earlier, now }, tx) => {
    const provider = await getWalletProvider(store.database, destination, tx);
    const hasDecision = earlier.authorisationEndedAt !== null || earlier.rejectedAt !== null;
    if (provider.destinationAuthorisation !== 'automatic' || hasDecision) return undefined;
    return buildAuthorisation(provider, now);
  });
}

/**
 * Authorises a destination for an operator, also one that has expired or was rejected, and ends its waiting workflow.
 * Idempotent.
 * @throws Refusal notFound
 */
export async function approveDestination(
  store: OperatorStore<Store>,
  { destinationID, reason }: DestinationDecision,
): Promise<Destination> {
  await expireDestination(store, destinationID, new Date());
  return changeDestination(withReason(store, reason), destinationID, async ({ destination, now }, tx) => {
    const authorisation = buildAuthorisation(await getWalletProvider(store.database, destination, tx), now);
    return { ...authorisation, commands: [buildApproval(destinationID), ...authorisation.commands] };
  });
}

/** An operator's decision about a destination. */
export interface DestinationDecision {
  destinationID: string;
  reason: string;
}

function buildAuthorisation({ authorisationLifetimeSeconds }: WalletProvider, now: Date): DestinationMove {
  const lifetimeMs = authorisationLifetimeSeconds === null ? null : authorisationLifetimeSeconds * 1_000;
  const validUntil = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
  return { action: 'authorise', validUntil, endedAt: null, commands: buildExpiryWakeUp({ validUntil, now }) };
}

/** Refuses or withdraws an authorisation for an operator, who can approve it again. Idempotent. @throws Refusal notFound */
export async function rejectDestination(
  store: OperatorStore<Store>,
  { destinationID, reason }: DestinationDecision,
): Promise<Destination> {
  return changeDestination(withReason(store, reason), destinationID, ({ earlier, now }) => {
    if (earlier.rejectedAt !== null) return undefined;
    const rejection = { rejectedAt: now, reason };
    return { action: 'reject', validUntil: null, endedAt: now, rejection, commands: [] };
  });
}

/** Authorized → Unauthorized until an operator approves, if expired by `asOf`. Idempotent. @throws Refusal notFound */
export async function expireDestination(store: Store, destinationID: string, asOf: Date): Promise<Destination> {
  const { origin: _origin, ...platform } = store;
  return changeDestination(platform, destinationID, ({ destination }) => {
    const { validUntil, resource } = destination;
    if (validUntil === null || validUntil > asOf) return undefined;
    const waiting = { ...destination, status: 'Unauthorized', resourceType: resource.type } as const;
    const start: Command = {
      ...buildAuthorisationStart({ ...waiting, destinationAuthorisation: 'operator' }),
      mayRunAgain: true,
    };
    return { action: 'expire', validUntil: null, endedAt: validUntil, commands: [start] };
  });
}

interface DestinationMove {
  action: DestinationAction;
  validUntil: Date | null;
  endedAt: Date | null;
  rejection?: { rejectedAt: Date; reason: string };
  commands: Command[];
}

type Decide = (
  found: { destination: Destination; earlier: EarlierDecisions; now: Date },
  tx: Transaction,
) => Promise<DestinationMove | undefined> | DestinationMove | undefined;

/** Every change of a destination. It changes nothing if `decide` returns undefined or the transition is not allowed. */
async function changeDestination(store: Store, destinationID: string, decide: Decide): Promise<Destination> {
  const { database } = store;
  const { snapshot, recorded } = await database.transaction(async (tx): Promise<ChangedDestination> => {
    const [row] = await database.run(LOCK, [destinationID], tx);
    if (!row) throw notFound('Destination');
    const { authorisationEndedAt, rejectedAt, ...stored } = row;
    const destination = await fromDestinationRow(stored, store.encryptionKeys);
    const now = new Date();
    const move = await decide({ destination, earlier: { authorisationEndedAt, rejectedAt }, now }, tx);
    const transition = move && findTransition(destinationMachine, destination.status, move.action);
    if (!move || !transition) return { snapshot: destination };
    const { validUntil, endedAt, rejection, commands } = move;
    const next: Destination = { ...destination, status: transition.to, validUntil };
    const times = [validUntil, endedAt, rejection?.rejectedAt ?? null].map((time) => rfc3339Text(time) ?? null);
    const update = { ...UPDATE, values: [next.id, next.status, ...times, rejection?.reason ?? null] };
    const change: Change = {
      subject: { type: 'destination', id: next.id },
      recipients: { partyID: next.partyID, identityID: next.identityID },
      occurredAt: now,
      messages: destinationWebhookMessages(transition, next),
      commands,
    };
    const append = appendChangeStatement(change, store.origin);
    const answers = await database.commitWith([update, append], tx);
    return { snapshot: next, recorded: changeResult(change, answers.getRows(append)) };
  });
  if (recorded) wakeDispatchers(store, recorded);
  return snapshot;
}

interface ChangedDestination {
  snapshot: Destination;
  recorded?: ChangeResult;
}

function buildApproval(id: string): Command {
  return { kind: 'signal', workflowID: workflowIDs.destination(id), signal: signals.destinationApproved, args: [] };
}
