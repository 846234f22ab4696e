import { asyncLocalStorage, type Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { failureTypes, workflowTypes } from '../workflow-names/workflow-messages';
import {
  describeHold,
  type PaymentActivities,
  type PaymentInput,
  type PaymentSnapshot,
} from '../workflows/payments/payment/payment.contract';
import type { RefundActivities, RefundInput, RefundState } from '../workflows/payments/refund/refund.contract';
import type {
  WithdrawalActivities,
  WithdrawalInput,
  WithdrawalSnapshot,
} from '../workflows/wallets/withdrawal/withdrawal.contract';
import type { Logger } from '../runtime/logger';
import { traced, type Tracing } from '../runtime/tracing/tracing';
import type { Command, SignalWithStartCommand, StartCommand } from '../store/change-log';
import type { LeasedCommand } from '../store/platform/outbox/outbox.lease';
import type { Clock } from '../store/postgres/database-clock';
import { engineLogger } from './engine-logger';

type Steps = Pick<PaymentActivities, 'authorise' | 'captureOrVoid'> &
  Pick<RefundActivities, 'refund'> &
  Pick<WithdrawalActivities, 'payOut'>;

/** The entity after a step. */
type Snapshot = PaymentSnapshot | RefundState | WithdrawalSnapshot;

/** A command as it is delivered. */
export interface PreparedCommand {
  command: Command;
  /** The workflow sleeps this long; a signal with a start wakes it. */
  delayMs?: number;
  /** What the query `state` would answer, because a workflow that has had no task answers none. */
  authorised?: PaymentSnapshot & { waitingFor: string };
  /** Whether the first attempt had a result, so that no activity follows. */
  isAnswered?: boolean;
}

/**
 * Makes the first attempt of a step in this process, before its command is delivered: ordinarily it succeeds, and the workflow
 * has nothing to do but to wait for the end of a hold, and to end. After an attempt without an answer, and when
 * an earlier process may have made one, the workflow looks it up first and retries.
 */
export class FirstAttempts {
  /** How many are being made. */
  count = 0;

  constructor(
    private readonly steps: Steps,
    private readonly options: { logger: Logger; tracing?: Tracing | undefined; clock?: Clock },
  ) {}

  /** Whether `make` calls a connector. */
  isDue({ command, attemptCount }: LeasedCommand): boolean {
    const { tryBefore } = command as StartCommand;
    return attemptCount === 1 && tryBefore !== undefined && Date.now() < Date.parse(tryBefore);
  }

  async make(leased: LeasedCommand): Promise<PreparedCommand> {
    const { command } = leased;
    if (command.kind === 'signal' || command.tryBefore === undefined) return { command };
    const result = this.isDue(leased) ? await this.attempt(command) : undefined;
    if (command.kind !== 'start') return withDecision(command, result as PaymentSnapshot | undefined);
    return withResult(command, result, (await this.options.clock?.()) ?? new Date());
  }

  /** @returns undefined without an answer */
  private async attempt(command: StartCommand | SignalWithStartCommand): Promise<Snapshot | undefined> {
    const { logger, tracing } = this.options;
    const about = { workflowID: command.workflowID, partyID: command.searchAttributes?.['PartyID'] };
    const context = {
      get log() {
        return engineLogger(logger.child(about));
      },
    };
    const span = { name: 'first attempt', kind: 'producer', attributes: {}, parent: command.traceparent } as const;
    this.count++;
    try {
      return await asyncLocalStorage.run(context as unknown as Context, () =>
        traced(
          tracing,
          () => span,
          () => this.carryOut(command),
        ),
      );
    } catch (error) {
      const isDefect = error instanceof ApplicationFailure && error.type === failureTypes.defect;
      const said = 'outbox: the first attempt has no result, the workflow looks it up';
      logger[isDefect ? 'error' : 'warn']({ err: error, ...about }, said);
      return undefined;
    } finally {
      this.count--;
    }
  }

  private carryOut(command: StartCommand | SignalWithStartCommand): Promise<Snapshot> {
    const [input] = command.args;
    switch (command.workflowType) {
      case workflowTypes.refund:
        return this.steps.refund(input as RefundInput).then((status) => ({ status }));
      case workflowTypes.withdrawal:
        return this.steps.payOut(input as WithdrawalInput);
      default:
        return this.pay(command.kind, input as PaymentInput);
    }
  }

  /** An instant payment is captured at once. */
  private async pay(kind: 'start' | 'signalWithStart', input: PaymentInput): Promise<PaymentSnapshot> {
    const authorised = kind === 'start' ? await this.steps.authorise(input) : undefined;
    const isDecided = !authorised || (authorised.status === 'processed' && authorised.target);
    return isDecided ? this.steps.captureOrVoid(input) : authorised;
  }
}

function withResult(command: StartCommand, result: Snapshot | undefined, now: Date): PreparedCommand {
  const input = command.args[0] as object;
  if (!result) return { command: { ...command, args: [{ ...input, isRestart: true }] } };
  const started: StartCommand = {
    ...command,
    args: [{ ...input, first: result }],
    searchAttributes: { ...command.searchAttributes, EntityStatus: result.status },
  };
  const waitingFor = 'heldUntil' in result && describeHold(result);
  if (!waitingFor) return { command: started, isAnswered: true };
  const delayMs = Math.max(1, Date.parse(result.heldUntil ?? '') - now.getTime());
  return { command: started, delayMs, authorised: { ...result, waitingFor }, isAnswered: true };
}

function withDecision(command: SignalWithStartCommand, result: PaymentSnapshot | undefined): PreparedCommand {
  const ended = result && result.status !== 'processed' ? result : null;
  return { command: { ...command, signalArgs: [{ ended }] }, isAnswered: ended !== null };
}
