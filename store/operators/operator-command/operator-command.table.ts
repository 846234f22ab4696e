import type { OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import { selectList, type Columns } from '../../postgres/columns';

export const OPERATOR_COMMAND_COLUMNS: Columns<OperatorCommand> = {
  id: 'id',
  idempotencyKey: 'idempotency_key',
  type: 'type',
  parameters: 'parameters',
  changes: 'changes',
  subjectType: 'subject_type',
  subjectID: 'subject_id',
  partyID: 'party_id',
  amountMinor: 'amount',
  currency: 'currency',
  reason: 'reason',
  state: 'state',
  requestedBy: 'requested_by',
  requestedRole: 'requested_role',
  requestedAt: 'requested_at',
  expiresAt: 'expires_at',
  decidedBy: 'decided_by',
  decidedAt: 'decided_at',
  decisionReason: 'decision_reason',
  finishedAt: 'finished_at',
  outcome: 'outcome',
  failure: 'failure',
  failureCode: 'failure_code',
};

export const OPERATOR_COMMAND = selectList(OPERATOR_COMMAND_COLUMNS, 'c');
