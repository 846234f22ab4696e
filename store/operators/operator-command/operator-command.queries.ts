import { getCommandType } from '../../../domain/operators/operator-command/command-types';
import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import type { CommandState } from '../../../domain/operators/operator-command/operator-command.machine';
import { statement, type Database } from '../../postgres/database';
import { getByID } from '../../postgres/readers';
import { OPERATOR_COMMAND } from './operator-command.table';

/** A command with the names of its operators. */
export interface NamedCommand extends OperatorCommand {
  requesterName: string;
  deciderName: string | null;
}

const NAMED = `SELECT ${OPERATOR_COMMAND}, r.name AS "requesterName", d.name AS "deciderName"
  FROM operator_commands c JOIN operators r ON r.id = c.requested_by LEFT JOIN operators d ON d.id = c.decided_by`;

const FIND = statement<NamedCommand>('operator-command-find', `${NAMED} WHERE c.id = $1`);
/** Ids sort by time. */
const LIST = statement<NamedCommand>(
  'operator-command-list',
  `${NAMED} WHERE ($1::text IS NULL OR c.state = $1) AND ($2::text IS NULL OR c.subject_id = $2)
     AND c.id < coalesce($3, '~') ORDER BY c.id DESC LIMIT $4`,
);
const FIND_HOLDERS = statement<Holders>(
  'operator-command-find-holders',
  `SELECT
     EXISTS (SELECT FROM operators WHERE id = $1 AND is_active AND roles && $3::text[]) AS "isRequesterEntitled",
     $2::text IS NULL OR EXISTS (SELECT FROM operators WHERE id = $2 AND is_active AND roles && $3::text[])
       AS "isApproverEntitled"`,
);

interface Holders {
  isRequesterEntitled: boolean;
  isApproverEntitled: boolean;
}

/** @throws Refusal notFound */
export const getOperatorCommand = getByID(FIND, 'Command');

export interface CommandsRequest {
  state?: CommandState | undefined;
  subjectID?: string | undefined;
  after?: string | undefined;
  limit: number;
}

export async function listOperatorCommands(database: Database, request: CommandsRequest): Promise<NamedCommand[]> {
  const { state, subjectID, after, limit } = request;
  return database.run(LIST, [state ?? null, subjectID ?? null, after ?? null, limit]);
}

/** Why an approved command must not be executed any more; undefined if it may. */
export async function findLostEntitlement(database: Database, command: OperatorCommand): Promise<string | undefined> {
  const { roles } = getCommandType(command.type);
  const [holders] = await database.run(FIND_HOLDERS, [command.requestedBy, command.decidedBy, roles]);
  const needed = `is not active or has no role ${roles.join(' or ')} any more`;
  if (!holders?.isRequesterEntitled) return `requester operator/${command.requestedBy} ${needed}`;
  if (!holders.isApproverEntitled) return `approver operator/${command.decidedBy} ${needed}`;
  return undefined;
}
