import { COMMAND_LANES, type CommandLane } from '../../../workflow-names/command-lane';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { statement, type Database } from '../../postgres/database';
import { IS_WAITING } from './outbox.backlog';

/** Limits above which callers are asked to retry later, named as the settings are. Missing: no limit. */
export interface AdmissionLimits {
  PARTY_WAITING_LIMIT?: number;
  WAITING_LIMIT?: number;
  PARTY_WAITING_SECONDS?: number;
  WAITING_SECONDS?: number;
}

/** The exceeded limit: the party's commands by number, by their expected wait or by age, or all commands. */
export type OverloadReason = 'party' | 'wait' | 'age' | 'lane';

export interface RefusalReport {
  count: number;
  lane: CommandLane;
  partyID: string;
  reason: OverloadReason;
  waiting: number;
}

interface Waiting {
  lane: CommandLane;
  partyID: string;
  count: number;
  /** Of `count`, those that start a workflow: others end earlier work and come before them. */
  starts: number;
  oldestSeconds: number;
  /** Starts, in delivery or not; of these the ones that the snapshot before saw; and of these the ones that still wait for their turn. */
  present: number;
  remaining: number;
  delayed: number;
  maxID: bigint;
}

/** Ignores commands in delivery, and by age those that Temporal has refused repeatedly: one undeliverable command must not block its party's payments. */
const WAITING = statement<Waiting>(
  'outbox-waiting',
  `SELECT lane, party_id AS "partyID", count(*) FILTER (WHERE ${IS_WAITING})::integer AS count,
     count(*) FILTER (WHERE ${IS_WAITING} AND is_start)::integer AS starts,
     coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE ${IS_WAITING} AND attempt_count < 5)), 0)::float8 AS "oldestSeconds",
     count(*) FILTER (WHERE is_start)::integer AS present,
     count(*) FILTER (WHERE is_start AND id <= $1::bigint)::integer AS remaining,
     count(*) FILTER (WHERE is_start AND id <= $1::bigint AND ${IS_WAITING} AND attempt_count < 5)::integer AS delayed,
     max(id) AS "maxID"
   FROM (SELECT *, command ->> 'kind' = 'start' AS is_start FROM outbox) o GROUP BY lane, party_id`,
);

/** Validity of a snapshot; reading takes at most a twentieth of the time. */
const FRESH_MS = 500;
const READ_COST_FACTOR = 20;
/** An older snapshot is ignored, and new work is admitted. */
const STALE_MS = 10_000;
const REPORT_INTERVAL_MS = 10_000;
const RETRY_AFTER_SECONDS = { least: 5, max: 60 };

/** Starts carried out in a second, until measured. */
const INITIAL_RATE = 20;
/** The weight of earlier measurements of the rate falls to a third in this time. */
const RATE_MEMORY_SECONDS = 2;
/** A lane without progress for this long waits for Temporal, not for capacity. */
const STALLED_SECONDS = 4;

/** How fast a lane's starts are carried out. */
interface Pace {
  rate: number;
  present: number;
  stalledSeconds: number;
}

/** Limits pending work by a snapshot that is read in the background, so that no request waits or fails because of it. */
export class Admission {
  private parties = new Map<string, Pick<Waiting, 'count' | 'oldestSeconds'>>();
  private lanes = new Map<CommandLane, number>();
  private readonly paces = new Map<CommandLane, Pace>();
  /** Payer starts of each party: those of the snapshot, and what this process has admitted since. */
  private starts = new Map<string, number>();
  /** What this process has admitted since it last began to read, which the next snapshot may lack. */
  private admitted = new Map<string, number>();
  private maxID = 0n;
  private readAt = -Infinity;
  private freshUntil = -Infinity;
  private isReading = false;
  private report: (refused: RefusalReport) => void = () => undefined;
  private reportedAt = -Infinity;
  private refusedCount = 0;

  constructor(
    private readonly database: Database,
    private readonly limits: AdmissionLimits,
  ) {}

  reportTo(report: (refused: RefusalReport) => void): void {
    this.report = report;
  }

  /** Checks new work, but no retries and no work that ends earlier work. @throws Refusal temporarilyUnavailable */
  admit(lane: CommandLane, partyID: string): void {
    this.assertAdmitted(lane, partyID);
    if (lane !== 'payer') return;
    for (const counts of [this.starts, this.admitted]) counts.set(partyID, (counts.get(partyID) ?? 0) + 1);
  }

  /** Checks what only prepares such work, so that callers are refused before they have made a part of it. @throws Refusal temporarilyUnavailable */
  assertAdmitted(lane: CommandLane, partyID: string): void {
    const now = performance.now();
    if (now > this.freshUntil) this.read();
    if (now > this.readAt + STALE_MS) return;
    const expectedSeconds = this.expectedSeconds(lane, partyID);
    const own = this.parties.get(`${lane} ${partyID}`);
    const reason = this.reason(lane, own, expectedSeconds);
    if (!reason) return;
    const waiting = reason === 'lane' ? (this.lanes.get(lane) ?? 0) : (own?.count ?? 0);
    this.reportRefusal({ lane, partyID, reason, waiting }, now);
    const { least, max } = RETRY_AFTER_SECONDS;
    const seconds = Math.max(least, expectedSeconds, own?.oldestSeconds ?? 0);
    throw new Refusal('temporarilyUnavailable', MESSAGES[reason], {
      retryAfterSeconds: Math.round(Math.min(max, seconds)),
    });
  }

  private reason(
    lane: CommandLane,
    own: { count: number; oldestSeconds: number } | undefined,
    expectedSeconds: number,
  ): OverloadReason | undefined {
    const { PARTY_WAITING_LIMIT = Infinity, WAITING_LIMIT = Infinity, ...seconds } = this.limits;
    const { PARTY_WAITING_SECONDS = Infinity, WAITING_SECONDS = Infinity } = seconds;
    if (own && own.count >= PARTY_WAITING_LIMIT) return 'party';
    if (expectedSeconds >= PARTY_WAITING_SECONDS) return 'wait';
    if (own && own.oldestSeconds >= WAITING_SECONDS) return 'age';
    return (this.lanes.get(lane) ?? 0) >= WAITING_LIMIT ? 'lane' : undefined;
  }

  /** The wait of a party's next payer command for capacity: parties take turns, so no other party's commands beyond as many come before it. */
  private expectedSeconds(lane: CommandLane, partyID: string): number {
    const pace = this.paces.get(lane);
    if (lane !== 'payer' || (pace && pace.stalledSeconds >= STALLED_SECONDS)) return 0;
    const own = this.starts.get(partyID) ?? 0;
    if (own === 0) return 0;
    let before = 0;
    for (const count of this.starts.values()) before += Math.min(own, count);
    return before / (pace?.rate ?? INITIAL_RATE);
  }

  private reportRefusal(refused: Omit<RefusalReport, 'count'>, now: number): void {
    this.refusedCount++;
    if (now < this.reportedAt + REPORT_INTERVAL_MS) return;
    this.report({ ...refused, count: this.refusedCount });
    this.reportedAt = now;
    this.refusedCount = 0;
  }

  private read(): void {
    if (this.isReading) return;
    this.isReading = true;
    const began = performance.now();
    this.admitted = new Map();
    this.database
      .run(WAITING, [String(this.maxID)])
      .then(
        (rows) => this.store(rows),
        () => undefined,
      )
      .finally(() => {
        const ended = performance.now();
        this.freshUntil = ended + Math.max(FRESH_MS, READ_COST_FACTOR * (ended - began));
        this.isReading = false;
      });
  }

  private store(rows: readonly Waiting[]): void {
    const now = performance.now();
    for (const lane of COMMAND_LANES) {
      const own = rows.filter((row) => row.lane === lane);
      this.lanes.set(lane, sum(own.map(({ count }) => count)));
      const seen = {
        present: sum(own.map(({ present }) => present)),
        remaining: sum(own.map(({ remaining }) => remaining)),
        delayed: sum(own.map(({ delayed }) => delayed)),
      };
      this.paces.set(lane, measurePace(this.paces.get(lane), seen, (now - this.readAt) / 1_000));
    }
    this.parties = new Map(rows.map((row) => [`${row.lane} ${row.partyID}`, row]));
    this.starts = new Map(this.admitted);
    for (const { lane, partyID, starts, maxID } of rows) {
      if (lane === 'payer' && starts > 0) this.starts.set(partyID, starts + (this.admitted.get(partyID) ?? 0));
      if (maxID > this.maxID) this.maxID = maxID;
    }
    this.readAt = now;
  }
}

/** Measures what was carried out of what the snapshot before saw. The rate falls only while starts wait for their turn. */
function measurePace(
  previous: Pace | undefined,
  { present, remaining, delayed }: Pick<Waiting, 'present' | 'remaining' | 'delayed'>,
  seconds: number,
): Pace {
  if (!previous) return { rate: INITIAL_RATE, present, stalledSeconds: 0 };
  const { rate, stalledSeconds } = previous;
  const done = previous.present - remaining;
  if (done <= 0) return { rate, present, stalledSeconds: previous.present > 0 ? stalledSeconds + seconds : 0 };
  const elapsed = stalledSeconds < STALLED_SECONDS ? stalledSeconds + seconds : seconds;
  const weight = 1 - Math.exp(-elapsed / RATE_MEMORY_SECONDS);
  const difference = done / elapsed - rate;
  return { rate: rate + weight * (delayed > 0 ? difference : Math.max(0, difference)), present, stalledSeconds: 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const MESSAGES: Readonly<Record<OverloadReason, string>> = {
  party: 'too many pending operations for this party, retry later',
  wait: 'pending operations of this party would wait too long, retry later',
  age: 'pending operations of this party are too old, retry later',
  lane: 'the platform is overloaded, retry later',
};
