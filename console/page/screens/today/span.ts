import type { Schemas } from '../../api/client';

type Group = Schemas['AttemptsOfGroup'];

/** What the statistics cover: the last day by hours, or the last four weeks by days (UTC). */
export type SpanName = 'day' | 'month';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTH_DAYS = 28;

export interface StatisticsSpan {
  from: string;
  to: string;
}

/** Begins with a full hour or day, and includes the hour that is under way. */
export function getSpan(name: SpanName, nowMs = Date.now()): StatisticsSpan {
  const toMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS;
  const lastDayMs = Math.floor((toMs - 1) / DAY_MS) * DAY_MS;
  const fromMs = name === 'day' ? toMs - DAY_MS : lastDayMs - (MONTH_DAYS - 1) * DAY_MS;
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

const NONE = { attempts: 0, approved: 0, declined: 0, volume: [] };

/** A group for each hour or day of the span, so that one busy hour stands among the empty ones. */
export function fillGroups(groups: readonly Group[], name: SpanName, { from, to }: StatisticsSpan): Group[] {
  const known = new Map(groups.map((group) => [Date.parse(group.key), group]));
  const stepMs = name === 'day' ? HOUR_MS : DAY_MS;
  const filled: Group[] = [];
  for (let atMs = Date.parse(from); atMs < Date.parse(to); atMs += stepMs) {
    const key = new Date(atMs).toISOString();
    filled.push(known.get(atMs) ?? { ...NONE, key: name === 'day' ? key : key.slice(0, 10), weekAgo: NONE });
  }
  return filled;
}
