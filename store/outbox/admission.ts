import type { CommandLane } from '../../workflows/names/command-lane';
import { Refusal } from '../../domain/errors/refusal';
import { statement, type Database } from '../postgres/database';
import { IS_WAITING } from './outbox.backlog';

/** Limits above which callers are asked to retry later, named as the settings are. Missing: no limit. */
export interface AdmissionLimits {
  PARTY_WAITING_LIMIT?: number;
  WAITING_LIMIT?: number;
  PARTY_WAITING_SECONDS?: number;
  WAITING_SECONDS?: number;
}

/** The exceeded limit: the party's commands by number or age, or all commands. */
export type OverloadReason = 'party' | 'age' | 'lane';

export interface RefusalReport {
  count: number;
  lane: CommandLane;
  partyID: string;
  reason: OverloadReason;
  waiting: number;
}

interface Waiting {
  count: number;
  oldestSeconds: number;
  oldestID: bigint | null;
}

interface PartyWaiting extends Waiting {
  /** When the party last had no command, or its oldest one was delivered. */
  movedAt: number;
}

/** Ignores commands in delivery, and those that Temporal has refused repeatedly: one undeliverable command must not block its party's payments. */
const WAITING = statement<Waiting & { lane: CommandLane; partyID: string }>(
  'outbox-waiting',
  `SELECT lane, party_id AS "partyID", count(*)::integer AS count,
     coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE attempt_count < 5)), 0)::float8 AS "oldestSeconds",
     min(id) FILTER (WHERE attempt_count < 5) AS "oldestID"
   FROM outbox o WHERE ${IS_WAITING} GROUP BY lane, party_id`,
);

/** Validity of a snapshot; reading takes at most a twentieth of the time. */
const FRESH_MS = 500;
const READ_COST_FACTOR = 20;
/** An older snapshot is ignored, and new work is admitted. */
const STALE_MS = 10_000;
const REPORT_INTERVAL_MS = 10_000;
const RETRY_AFTER_SECONDS = { least: 5, max: 60 };

/** A party whose commands were not delivered for this long waits for Temporal, not for its turn. */
const MOVING_MS = 4_000;

/** Limits pending work by a snapshot that is read in the background, so that no request waits or fails because of it. */
export class Admission {
  private parties = new Map<string, PartyWaiting>();
  private lanes = new Map<CommandLane, number>();
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
    const now = performance.now();
    if (now > this.freshUntil) this.read();
    if (now > this.readAt + STALE_MS) return;
    const ownWaiting = this.parties.get(`${lane} ${partyID}`);
    const reason = this.reason(lane, ownWaiting, now);
    if (!reason) return;
    const waiting = reason === 'lane' ? (this.lanes.get(lane) ?? 0) : (ownWaiting?.count ?? 0);
    this.reportRefusal({ lane, partyID, reason, waiting }, now);
    const { least, max } = RETRY_AFTER_SECONDS;
    const retryAfterSeconds = Math.round(Math.min(max, Math.max(least, ownWaiting?.oldestSeconds ?? 0)));
    throw new Refusal('temporarilyUnavailable', MESSAGES[reason], { retryAfterSeconds });
  }

  private reason(lane: CommandLane, ownWaiting: PartyWaiting | undefined, now: number): OverloadReason | undefined {
    const { PARTY_WAITING_LIMIT = Infinity, WAITING_LIMIT = Infinity } = this.limits;
    if (ownWaiting && ownWaiting.count >= PARTY_WAITING_LIMIT) return 'party';
    if (ownWaiting && ownWaiting.oldestSeconds >= this.maxSeconds(lane, ownWaiting, now)) return 'age';
    return (this.lanes.get(lane) ?? 0) >= WAITING_LIMIT ? 'lane' : undefined;
  }

  /** Commands of the payer lane that are delivered in turns wait for capacity; others wait for Temporal. */
  private maxSeconds(lane: CommandLane, { movedAt }: PartyWaiting, now: number): number {
    const { PARTY_WAITING_SECONDS = Infinity, WAITING_SECONDS = Infinity } = this.limits;
    const isMoving = lane === 'payer' && now - movedAt < MOVING_MS;
    return isMoving ? Math.min(PARTY_WAITING_SECONDS, WAITING_SECONDS) : WAITING_SECONDS;
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
    this.database
      .run(WAITING, [])
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

  private store(rows: readonly (Waiting & { lane: CommandLane; partyID: string })[]): void {
    const now = performance.now();
    const entries = rows.map(({ lane, partyID, ...waiting }): [string, PartyWaiting] => {
      const name = `${lane} ${partyID}`;
      return [name, { ...waiting, movedAt: getMovedAt(waiting, this.parties.get(name), now) }];
    });
    this.parties = new Map(entries);
    this.lanes = new Map();
    for (const { lane, count } of rows) this.lanes.set(lane, (this.lanes.get(lane) ?? 0) + count);
    this.readAt = now;
  }
}

/** A party that had no command was last served before its oldest one was created. */
function getMovedAt(waiting: Waiting, previous: PartyWaiting | undefined, now: number): number {
  if (!previous) return now - 1_000 * waiting.oldestSeconds;
  return previous.oldestID === waiting.oldestID ? previous.movedAt : now;
}

const MESSAGES: Readonly<Record<OverloadReason, string>> = {
  party: 'too many pending operations for this party, retry later',
  age: 'pending operations of this party are too old, retry later',
  lane: 'the platform is overloaded, retry later',
};
