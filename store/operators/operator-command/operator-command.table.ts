import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { columnsOf, selectList } from '../../postgres/columns';

export const OPERATOR_COMMAND_COLUMNS = columnsOf<OperatorCommand>()([
  'id idempotencyKey type parameters changes subjectType subjectID partyID amountMinor currency reason state',
  'requestedBy requestedRole requestedAt expiresAt decidedBy decidedAt decisionReason finishedAt outcome',
  'failure failureCode',
]);

export const OPERATOR_COMMAND = selectList(OPERATOR_COMMAND_COLUMNS, 'c');
