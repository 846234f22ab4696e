import { Refusal } from '../../../domain/platform/errors/refusal';
import { getCommandType, rolesFor, type CommandPerson } from '../../../domain/operators/operator-command/command-types';
import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database, type Transaction } from '../../postgres/database';

/** A role or key is new until the delay has passed; without a key the OpenID Connect provider names the operator. */
const FIND_PERSON = statement<CommandPerson & { newUntil: Date | null }>(
  'operator-command-find-person',
  `SELECT o.id AS "operatorID", o.roles, CASE WHEN g.at + make_interval(secs => $3) > now()
     THEN g.at + make_interval(secs => $3) END AS "newUntil"
   FROM operators o LEFT JOIN operator_keys k ON k.id = $2 AND k.operator_id = o.id
     CROSS JOIN LATERAL (SELECT greatest(o.roles_granted_at, k.granted_at) AS at) g
   WHERE o.id = $1 AND o.is_active`,
);

/** Who decides, and with which key. */
export interface Decider {
  operatorID: string;
  /** Those of the key or token. */
  roles: readonly CommandPerson['roles'][number][];
  /** Null for a token of the OpenID Connect provider. */
  keyID: string | null;
}

/** @throws Refusal operationNotPermitted for a command about the person's own power */
export function assertNotAbout(
  { type, parameters }: Pick<OperatorCommand, 'type' | 'parameters'>,
  person: CommandPerson,
): void {
  if (!getCommandType(type).isAbout?.(parameters, person)) return;
  throw new Refusal('operationNotPermitted', `${type} is not requested or approved by the operator whom it is about`);
}

/** @throws Refusal operationNotPermitted unless another operator with a role for the type decides */
export function assertMayDecide(command: OperatorCommand, decider: Decider): void {
  const { roles } = getCommandType(command.type);
  if (rolesFor(command.type, decider.roles).length === 0)
    throw new Refusal('operationNotPermitted', `${command.type} is decided by the role ${roles.join(' or ')}`);
  if (command.requestedBy === decider.operatorID)
    throw new Refusal('operationNotPermitted', 'a command is decided by another operator than its requester');
}

/** @throws Refusal operationNotPermitted for a command about one of the two, and for a new role or key */
export async function assertMayApprove(
  database: Database,
  { command, decider, delaySeconds }: { command: OperatorCommand; decider: Decider; delaySeconds: number },
  tx: Transaction,
): Promise<void> {
  const [person] = await database.run(FIND_PERSON, [decider.operatorID, decider.keyID, delaySeconds], tx);
  if (!person) throw new Refusal('operationNotPermitted', 'the operator is not active');
  const [requester] = await database.run(FIND_PERSON, [command.requestedBy, null, delaySeconds], tx);
  for (const each of [person, ...(requester ? [requester] : [])]) assertNotAbout(command, each);
  if (person.newUntil === null) return;
  const until = rfc3339Text(person.newUntil);
  throw new Refusal('operationNotPermitted', `the role or the key is new: it approves nothing until ${until}`);
}
