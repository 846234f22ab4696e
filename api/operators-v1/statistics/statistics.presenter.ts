import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { EndedAttempt } from '../../../store/operators/statistics/attempt-cells.queries';
import type {
  AttemptDuration,
  AttemptGroup,
  AttemptVolume,
} from '../../../store/operators/statistics/statistics.queries';
import type * as Wire from './statistics.types';

interface Measured {
  groups: readonly AttemptGroup[];
  /** All hours of the span. */
  all: readonly AttemptGroup[];
  volumes: readonly AttemptVolume[];
  durations: readonly AttemptDuration[];
}

type Presented = Pick<Wire.AttemptStatistics, 'total' | 'totalWeekAgo' | 'groups'>;

export function presentStatistics({ groups, all, volumes, durations }: Measured): Presented {
  const of = (isNow: boolean, key?: string) => ({
    volume: presentVolume(volumes.filter((each) => each.isNow === isNow && (key === undefined || each.key === key))),
    ...presentDuration(durations.find((each) => each.isNow === isNow && each.key === (key ?? null))),
  });
  return {
    total: { ...countAll(all.map(countsNow)), ...of(true) },
    totalWeekAgo: { ...countAll(all.map(countsWeekAgo)), ...of(false) },
    groups: groups.map((group) => ({
      key: group.key,
      ...withRate(countsNow(group)),
      ...of(true, group.key),
      weekAgo: { ...withRate(countsWeekAgo(group)), ...of(false, group.key) },
    })),
  };
}

export function presentCountedAttempt({
  amountMinor,
  startedAt,
  endedAt,
  ...fields
}: EndedAttempt): Wire.CountedAttempt {
  return {
    ...fields,
    ...{ amount: Number(amountMinor), startedAt: rfc3339Text(startedAt), endedAt: rfc3339Text(endedAt) },
  };
}

function presentVolume(volumes: readonly AttemptVolume[]): Wire.ApprovedVolume[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amountMinor } of volumes) sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
  return [...sums].sort().map(([currency, amountMinor]) => ({ currency, amount: Number(amountMinor) }));
}

function presentDuration(duration: AttemptDuration | undefined): Pick<Wire.AttemptCounts, 'p95Ms'> {
  return duration ? { p95Ms: duration.p95Ms } : {};
}

type Counts = Pick<Wire.AttemptCounts, 'attempts' | 'approved' | 'declined'>;

function countsNow({ attempts, approved, declined }: AttemptGroup): Counts {
  return { attempts, approved, declined };
}

function countsWeekAgo({ weekAgoAttempts, weekAgoApproved, weekAgoDeclined }: AttemptGroup): Counts {
  return { attempts: weekAgoAttempts, approved: weekAgoApproved, declined: weekAgoDeclined };
}

function countAll(counts: readonly Counts[]): Counts & Pick<Wire.AttemptCounts, 'approvalRate'> {
  const sum = (field: keyof Counts): number => counts.reduce((total, each) => total + each[field], 0);
  return withRate({ attempts: sum('attempts'), approved: sum('approved'), declined: sum('declined') });
}

const RATE_DECIMALS = 10_000;

function withRate(counts: Counts): Counts & Pick<Wire.AttemptCounts, 'approvalRate'> {
  if (counts.attempts === 0) return counts;
  return { ...counts, approvalRate: Math.round((counts.approved / counts.attempts) * RATE_DECIMALS) / RATE_DECIMALS };
}
