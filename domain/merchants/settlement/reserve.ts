import { addDays } from './calendar-day';
import { getAmountMinor, type ReserveShare, type SettlementRules } from './settlement-terms';

/** A part of a shop's money that a batch keeps back. */
export interface ReserveHold {
  kind: 'rolling' | 'fixed' | 'afterEnd';
  amountMinor: bigint;
  /** A day (`YYYY-MM-DD`); null for what is fixed. */
  releaseOn: string | null;
}

/** What decides about the reserve of a batch. */
export interface ReserveBasis {
  rules: Pick<SettlementRules, 'reserve'>;
  currency: string;
  /** The last day of the batch. */
  untilDay: string;
  /** The day on which the contract ended or will end. */
  endsOn: string | null;
}

/** Selects what a batch releases: holds whose day has come, and all that is fixed when it is more than the terms say. */
export function listDueHolds<Hold extends ReserveHold>(basis: ReserveBasis, held: readonly Hold[]): Hold[] {
  const isTooMuch = sumFixed(held) > getFixedMinor(basis);
  return held.filter(({ releaseOn }) => (releaseOn === null ? isTooMuch : releaseOn <= basis.untilDay));
}

/** What a batch adds to the reserve of its captured payments, from what is free; `held` remains held. */
export function planHolds(
  basis: ReserveBasis,
  { capturedMinor, freeMinor, held }: { capturedMinor: bigint; freeMinor: bigint; held: readonly ReserveHold[] },
): ReserveHold[] {
  const { rolling } = basis.rules.reserve;
  const shareMinor = rolling ? least(takeShare(capturedMinor, rolling), freeMinor) : 0n;
  const fixedMinor = least(getFixedMinor(basis) - sumFixed(held), freeMinor - shareMinor);
  const holds: ReserveHold[] = [
    { kind: 'rolling', amountMinor: shareMinor, releaseOn: addDays(basis.untilDay, rolling?.days ?? 0) },
    { kind: 'fixed', amountMinor: fixedMinor, releaseOn: null },
  ];
  return holds.filter(({ amountMinor }) => amountMinor > 0n);
}

/** What stays of a payout because the contract has ended. */
export function planHoldAfterEnd(basis: ReserveBasis, payoutMinor: bigint): ReserveHold | undefined {
  const { afterEnd } = basis.rules.reserve;
  const releaseOn = afterEnd && getEndOfReserve(basis);
  if (!releaseOn || basis.endsOn === null || basis.untilDay < basis.endsOn || basis.untilDay >= releaseOn) return;
  const amountMinor = takeShare(payoutMinor, afterEnd);
  return amountMinor > 0n ? { kind: 'afterEnd', amountMinor, releaseOn } : undefined;
}

function getEndOfReserve({ endsOn, rules }: ReserveBasis): string | null {
  return endsOn === null ? null : addDays(endsOn, rules.reserve.afterEnd?.days ?? 0);
}

function getFixedMinor(basis: ReserveBasis): bigint {
  const end = getEndOfReserve(basis);
  if (end !== null && basis.untilDay >= end) return 0n;
  return getAmountMinor(basis.rules.reserve.fixedAmounts ?? [], basis.currency);
}

function sumFixed(held: readonly ReserveHold[]): bigint {
  return held.reduce((sum, { kind, amountMinor }) => (kind === 'fixed' ? sum + amountMinor : sum), 0n);
}

function takeShare(amountMinor: bigint, { basisPoints }: ReserveShare): bigint {
  return (amountMinor * BigInt(basisPoints)) / 10_000n;
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
