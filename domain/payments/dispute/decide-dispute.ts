import type { Chargeback } from '../chargeback/chargeback';
import {
  CHARGEBACK_STAGES,
  type ChargebackAction,
  type ChargebackStage,
  type ChargebackStatus,
} from '../chargeback/chargeback.machine';
import type { DisputeProblem } from './dispute-problem';
import { isLater } from '../../platform/rfc3339/rfc3339';
import type { DisputeEvent, DisputeNotice } from './dispute';

type ClosingAction = Exclude<ChargebackAction, 'reopen'>;

/** What a statement does to the chargeback of its dispute. */
export type DisputeStep =
  | { do: 'open' }
  | { do: 'change'; stage: ChargebackStage; isReopened: boolean; close?: ClosingAction }
  /** Nothing is left to do. */
  | { do: 'nothing'; isSuperseded: boolean }
  /** An earlier statement may still arrive. */
  | { do: 'wait'; problem: DisputeProblem }
  /** Only an operator can decide. */
  | { do: 'list'; problem: DisputeProblem };

const CLOSING: Readonly<Partial<Record<DisputeEvent, { action: ClosingAction; status: ChargebackStatus }>>> = {
  won: { action: 'reject', status: 'rejected' },
  lost: { action: 'accept', status: 'accepted' },
  withdrawn: { action: 'cancel', status: 'cancelled' },
};

const SHOWN: DisputeStep = { do: 'nothing', isSuperseded: false };

type DisputedChargeback = Pick<Chargeback, 'stage' | 'status' | 'bodyMinor' | 'disputeStatedAt'>;

/** Decides the effect of a statement. Statements may arrive doubled and in any order. */
export function decideDispute(
  notice: Pick<DisputeNotice, 'event' | 'stage' | 'amountMinor' | 'statedAt'>,
  chargeback: DisputedChargeback | undefined,
): DisputeStep {
  if (notice.event === 'inquiry') return SHOWN;
  if (!chargeback) return decideFirst(notice);
  const { disputeStatedAt } = chargeback;
  if (disputeStatedAt && isLater(disputeStatedAt, notice.statedAt)) return { do: 'nothing', isSuperseded: true };
  return chargeback.status === 'pending' ? decidePending(notice, chargeback) : decideEnded(notice, chargeback);
}

function decideFirst({ event, amountMinor }: Pick<DisputeNotice, 'event' | 'amountMinor'>): DisputeStep {
  if (event !== 'opened') return { do: 'wait', problem: 'noChargeback' };
  return amountMinor === undefined || amountMinor <= 0n ? { do: 'list', problem: 'noAmount' } : { do: 'open' };
}

function decidePending(
  { event, stage, amountMinor }: Pick<DisputeNotice, 'event' | 'stage' | 'amountMinor'>,
  chargeback: DisputedChargeback,
): DisputeStep {
  if (event === 'opened' && amountMinor !== undefined && amountMinor !== chargeback.bodyMinor) {
    return { do: 'list', problem: 'differentAmount' };
  }
  const close = CLOSING[event]?.action;
  return {
    do: 'change',
    stage: getLaterStage(stage, chargeback.stage),
    isReopened: false,
    ...(close !== undefined && { close }),
  };
}

function decideEnded(
  { event, stage, amountMinor }: Pick<DisputeNotice, 'event' | 'stage' | 'amountMinor'>,
  chargeback: DisputedChargeback,
): DisputeStep {
  const closing = CLOSING[event];
  if (event === 'updated' || closing?.status === chargeback.status) return SHOWN;
  const next = getLaterStage(stage, chargeback.stage);
  if (next === chargeback.stage) return { do: 'wait', problem: 'chargebackEnded' };
  if (amountMinor !== undefined && amountMinor <= 0n) return { do: 'list', problem: 'noAmount' };
  return { do: 'change', stage: next, isReopened: true, ...(closing && { close: closing.action }) };
}

function getLaterStage(stage: ChargebackStage | undefined, current: ChargebackStage): ChargebackStage {
  if (stage === undefined) return current;
  return CHARGEBACK_STAGES.indexOf(stage) > CHARGEBACK_STAGES.indexOf(current) ? stage : current;
}
