import type { CommandFailureCode } from './failure-code';
import type { AuditedType } from '../audit/audited-type';
import type { Role } from '../operator/roles';
import type { CommandState } from './operator-command.machine';

/** How long a command waits for approval. */
export const APPROVAL_LIFETIME_MS = 86_400_000;

/** What a command changes: the changed fields of an entity. */
export interface CommandChange {
  type: AuditedType;
  id: string;
  /** The version that it changes; 0 for a new entity. */
  version: number;
  /** Null for a new entity. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>>;
  /** The secrets that it replaces, by name: no one is shown their values. */
  secrets?: readonly string[];
}

/** A money command or a block that an operator requested. Its parameters never change. */
export interface OperatorCommand {
  id: string;
  idempotencyKey: string;
  type: string;
  /** As requested; amounts are JSON numbers. */
  parameters: Readonly<Record<string, unknown>>;
  /** As it was at the request, and nothing else is executed; null if the parameters say it all. */
  changes: readonly CommandChange[] | null;
  subjectType: AuditedType;
  subjectID: string;
  partyID: string | null;
  /** Null if the command moves no money. */
  amountMinor: bigint | null;
  currency: string | null;
  reason: string;
  state: CommandState;
  requestedBy: string;
  requestedRole: Role;
  requestedAt: Date;
  /** When it expires without approval. */
  expiresAt: Date;
  /** Who approved or rejected it; null within the requester's limit. */
  decidedBy: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  finishedAt: Date | null;
  outcome: Readonly<Record<string, unknown>> | null;
  /** The message of a refusal, for developers. */
  failure: string | null;
  failureCode: CommandFailureCode | null;
}

/** How much operators of a role may move without approval. */
export interface OperatorLimit {
  role: Role;
  currency: string;
  commandLimitMinor: bigint;
  dailyLimitMinor: bigint;
}

/** The first limit that covers a command; undefined if it needs approval. */
export function findCoveringLimit(
  limits: readonly OperatorLimit[],
  { amountMinor, spentMinor }: { amountMinor: bigint; spentMinor: bigint },
): OperatorLimit | undefined {
  return limits.find(
    ({ commandLimitMinor, dailyLimitMinor }) =>
      amountMinor <= commandLimitMinor && amountMinor + spentMinor <= dailyLimitMinor,
  );
}
