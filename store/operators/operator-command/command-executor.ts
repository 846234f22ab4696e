import type { UnsuccessfulOutcome } from '../../../domain/operators/operator-command/failure-code';
import type { Money } from '../../../domain/platform/money/money';
import type { CommandChange, OperatorCommand } from '../../../domain/operators/operator-command/operator-command';
import type { CommandTypeName } from '../../../domain/operators/operator-command/command-types';
import type { Origin } from '../../platform/audit/origin';
import type { Database } from '../../postgres/database';
import type { Store } from '../../store';

/** What a command moves, which limits apply to, and its party. */
export interface CommandAssessment {
  /** Undefined for a command that moves no money: no limit applies. */
  money: Money | undefined;
  partyID: string | null;
  /** What it changes, as the approver sees it. */
  changes?: readonly CommandChange[];
}

/** What an assessment reads besides tables: stored secrets, and where acquirers may be. */
export type AssessingStore = Pick<Store, 'database' | 'encryptionKeys' | 'acquirers'>;

/** The outcome as JSON; `failureCode` if the operation ended without success. */
export interface ExecutedCommand {
  outcome: Readonly<Record<string, unknown>>;
  failureCode?: UnsuccessfulOutcome;
}

/** Executes commands of one type; the parameters are valid and have the secret. */
export interface CommandExecutor<Parameters = never> {
  /** Reads what the command moves. @throws Refusal for an entity that does not exist */
  assess: (database: Database, parameters: Parameters, store: AssessingStore) => Promise<CommandAssessment>;
  /** Idempotent by the key. @throws Refusal, which fails the command */
  execute: (
    store: Store & { origin: Origin },
    parameters: Parameters,
    idempotencyKey: string,
    command: OperatorCommand,
  ) => Promise<ExecutedCommand>;
}

/** A type without an executor does not compile. */
export type CommandExecutors = Readonly<Record<CommandTypeName, CommandExecutor>>;
