import { getCommandType, rolesFor } from '../../../domain/operators/operator-command/command-types';
import { readCommand } from '../../../domain/operators/operator-command/command-fields';
import {
  APPROVAL_LIFETIME_MS,
  findCoveringLimit,
  type OperatorCommand,
} from '../../../domain/operators/operator-command/operator-command';
import { Refusal } from '../../../domain/platform/errors/refusal';
import type { Role } from '../../../domain/operators/operator/roles';
import { auditWithin } from '../../platform/audit/audited';
import { newId } from '../../id';
import { isUniqueViolation, statement, type Database, type Transaction } from '../../postgres/database';
import { insertText, toValues } from '../../postgres/columns';
import { appendCommands } from '../../platform/outbox/outbox';
import type { Store } from '../../store';
import { assertNotAbout } from './approver';
import type { CommandAssessment, CommandExecutors } from './command-executor';
import { assessCommand } from './command-executors';
import { hasSecret, keepSecret, splitSecret } from './command-secret';
import { requiresApproval } from './approval-rules';
import { listLimits, sumOfDay } from './operator-limits';
import { naturalKey } from './natural-key';
import { OPERATOR_COMMAND, OPERATOR_COMMAND_COLUMNS } from './operator-command.table';
import { buildCommandStart } from './operator-command.recovery';

export interface RequestedCommand {
  type: string;
  parameters: unknown;
  reason: string;
  /** Default: derived from the parameters and the day. */
  idempotencyKey?: string | undefined;
}

export interface Requester {
  operatorID: string;
  roles: readonly Role[];
}

const LOCK_REQUESTER = statement<{ roles: Role[] }>(
  'operator-command-lock-requester',
  'SELECT roles FROM operators WHERE id = $1 AND is_active FOR NO KEY UPDATE',
);
/** A reversible command is past once another command of its subject has succeeded after it. */
const FIND_BY_KEY = statement<OperatorCommand & { isPast: boolean }>(
  'operator-command-find-key',
  `SELECT ${OPERATOR_COMMAND}, (c.state IN ('Rejected', 'Expired', 'Failed') OR ($2 AND c.state = 'Succeeded' AND EXISTS (
     SELECT FROM operator_commands l WHERE l.subject_type = c.subject_type AND l.subject_id = c.subject_id
       AND l.finished_at > c.finished_at AND l.state = 'Succeeded'
   ))) IS TRUE AS "isPast" FROM operator_commands c WHERE c.idempotency_key = $1`,
);
const INSERT = statement('operator-command-insert', insertText('operator_commands', OPERATOR_COMMAND_COLUMNS));

const KEY_INDEX = 'operator_commands_idempotency_key_key';

export interface CreatedCommand {
  command: OperatorCommand;
  isChanged: boolean;
}

/**
 * Records a command before anything starts: approved within the requester's limit, else awaiting approval. A repeated
 * request returns the first command.
 * @throws Refusal invalidRequest, operationNotPermitted, externalIDConflict, and those of `assessCommand`
 */
export async function createOperatorCommand(
  store: Store,
  requester: Requester,
  request: RequestedCommand,
  executors: CommandExecutors,
): Promise<CreatedCommand> {
  const type = getCommandType(request.type);
  if (rolesFor(request.type, requester.roles).length === 0)
    throw new Refusal('operationNotPermitted', `${request.type} requires the role ${type.roles.join(' or ')}`);
  const parameters: Readonly<Record<string, unknown>> = readCommand(type.fields, request.parameters);
  const { shown, secret } = splitSecret(request.type, parameters);
  const natural = naturalKey(request.type, shown, new Date());
  for (let number = 1; ; number++) {
    const key = request.idempotencyKey ?? (number === 1 ? natural : `${natural}/${number}`);
    const existing = await findByKey(store.database, key, type.isReversible === true);
    if (existing) {
      const { isPast, ...command } = existing;
      const isSame = hasSameParameters(command, { type: request.type, parameters: shown });
      const isOther = !isSame || !(await hasSecret(store, command, secret));
      if ((isPast || isOther) && request.idempotencyKey === undefined) continue;
      if (isOther) throw keyConflict(command);
      return { command, isChanged: false };
    }
    const assessment = await assessCommand(store, { type: request.type, parameters }, executors);
    const command = await insertOnce(store, requester, { ...request, parameters: shown, secret, key, assessment });
    if (command) return { command, isChanged: true };
    number--;
  }
}

async function findByKey(database: Database, key: string, isReversible: boolean) {
  const [found] = await database.run(FIND_BY_KEY, [key, isReversible]);
  return found;
}

function hasSameParameters(
  found: OperatorCommand,
  { type, parameters }: Pick<OperatorCommand, 'type' | 'parameters'>,
): boolean {
  const day = found.requestedAt;
  return found.type === type && naturalKey(type, found.parameters, day) === naturalKey(type, parameters, day);
}

function keyConflict(found: OperatorCommand): Refusal {
  return new Refusal('externalIDConflict', 'the idempotency key has been used for another command', {
    conflict: { externalID: found.idempotencyKey, id: found.id },
  });
}

interface AssessedCommand extends RequestedCommand {
  /** Without the secret. */
  parameters: Readonly<Record<string, unknown>>;
  secret: Readonly<Record<string, unknown>> | undefined;
  key: string;
  assessment: CommandAssessment;
}

/** Returns undefined if a concurrent request has used the key. */
async function insertOnce(
  store: Store,
  requester: Requester,
  request: AssessedCommand,
): Promise<OperatorCommand | undefined> {
  try {
    const command = await store.database.transaction((tx) => insertCommand(store, { requester, request }, tx));
    if (command.state === 'Approved') store.wakeUp.send('outbox');
    return command;
  } catch (error) {
    if (isUniqueViolation(error, KEY_INDEX)) return undefined;
    throw error;
  }
}

/** The requester's lock serialises the sums of the day. */
async function insertCommand(
  store: Store,
  { requester, request }: { requester: Requester; request: AssessedCommand },
  tx: Transaction,
): Promise<OperatorCommand> {
  const { database } = store;
  const [locked] = await database.run(LOCK_REQUESTER, [requester.operatorID], tx);
  if (!locked) throw new Refusal('operationNotPermitted', 'the operator is not active');
  assertNotAbout(request, { operatorID: requester.operatorID, roles: locked.roles });
  const now = new Date();
  const { money, partyID } = request.assessment;
  const covered = await findRole(database, { requester, request, now }, tx);
  const subject = getCommandType(request.type).subject(request.parameters);
  const command: OperatorCommand = {
    ...{ id: newId(now), idempotencyKey: request.key, type: request.type },
    parameters: toJson(request.parameters),
    changes: request.assessment.changes ?? null,
    ...{ subjectType: subject.type, subjectID: subject.id, partyID },
    ...{ amountMinor: money?.amountMinor ?? null, currency: money?.currency ?? null, reason: request.reason },
    state: covered.isCovered ? 'Approved' : 'AwaitingApproval',
    ...{ requestedBy: requester.operatorID, requestedRole: covered.role, requestedAt: now },
    expiresAt: new Date(now.getTime() + APPROVAL_LIFETIME_MS),
    ...{ decidedBy: null, decidedAt: null, decisionReason: null, finishedAt: null, outcome: null },
    ...{ failure: null, failureCode: null },
  };
  await database.run(INSERT, toValues(command, OPERATOR_COMMAND_COLUMNS), tx);
  if (request.secret) await keepSecret(store, { id: command.id, secret: request.secret }, tx);
  const { id, reason, state } = command;
  await auditWithin(database, store.origin, [{ type: 'operatorCommand', id, reason, after: { state } }], tx);
  if (command.state === 'Approved') await appendCommands(database, [buildCommandStart(command)], tx);
  return command;
}

/** The role that covers the command, or the first that may request it. */
async function findRole(
  database: Database,
  { requester, request, now }: { requester: Requester; request: AssessedCommand; now: Date },
  tx: Transaction,
): Promise<{ role: Role; isCovered: boolean }> {
  const roles = rolesFor(request.type, requester.roles);
  const [role] = roles;
  if (!role) throw new Error('the requester has no role for the command');
  const isAlwaysApproved = getCommandType(request.type).approval === 'always';
  if (isAlwaysApproved || (await requiresApproval(database, request.type, tx))) return { role, isCovered: false };
  const { money } = request.assessment;
  if (!money) return { role, isCovered: true };
  const limits = await listLimits(database, { roles, currency: money.currency }, tx);
  const spentMinor = await sumOfDay(database, { ...requester, currency: money.currency, now }, tx);
  const limit = findCoveringLimit(limits, { amountMinor: money.amountMinor, spentMinor });
  return { role: limit?.role ?? role, isCovered: limit !== undefined };
}

/** Amounts were JSON numbers in the request, so they fit. */
function toJson(parameters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? Number(value) : value,
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
}
