import type { CommandLane } from '../../domain/command-lane';
import { Refusal } from '../../domain/errors/refusal';
import { statement, type Database } from '../database';

/** From where on callers are asked to come again; named as the settings are. Missing: never. */
export interface AdmissionLimits {
  /** So many commands of one party on one lane. */
  PARTY_WAITING_LIMIT?: number;
  /** So many commands on one lane. */
  WAITING_LIMIT?: number;
  /** So long for a party's oldest command. */
  WAITING_SECONDS?: number;
}

/** What fills a lane: one party's own commands by their number or their age, or those of all. */
export type OverloadReason = 'party' | 'age' | 'lane';

/** Refusals since the last report. */
export interface RefusalReport {
  count: number;
  lane: CommandLane;
  partyID: string;
  fullness: OverloadReason;
  waiting: number;
}

interface Waiting {
  count: number;
  oldestSeconds: number;
}

/**
 * What the engine has refused again and again is old for a reason of its own: a party is not kept from paying by one command that
 * nobody takes.
 */
const WAITING = statement<Waiting & { lane: CommandLane; partyID: string }>(
  'outbox-waiting',
  `SELECT lane, party_id AS "partyID", count(*)::integer AS count,
     coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE attempt_count < 5)), 0)::float8 AS "oldestSeconds"
   FROM outbox GROUP BY lane, party_id`,
);

/** What was read is good for so long; reading takes a twentieth of the time at the most, however much waits. */
const FRESH_MS = 500;
const MAX_SHARE = 20;
/** Read longer ago, it says nothing: then new work is taken. */
const STALE_MS = 10_000;
const REPORT_EVERY_MS = 10_000;
const RETRY_AFTER_SECONDS = { least: 5, max: 60 };

/**
 * Decides whether new work is taken. It judges by what waited a moment ago, which is read beside the requests and only while
 * there are some: no request waits for it, and none is refused because it could not be read.
 */
export class Admission {
  private parties = new Map<string, Waiting>();
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

  /** Hears of refusals, at most once in ten seconds. */
  reportTo(report: (refused: RefusalReport) => void): void {
    this.report = report;
  }

  /**
   * Asked by whatever begins new work, once it is known to be no repetition: never by what ends or answers what was begun.
   * @throws Refusal temporarilyUnavailable, with the time after which to come again
   */
  admit(lane: CommandLane, partyID: string): void {
    const now = performance.now();
    if (now > this.freshUntil) this.read();
    if (now > this.readAt + STALE_MS) return;
    const own = this.parties.get(`${lane} ${partyID}`) ?? { count: 0, oldestSeconds: 0 };
    const fullness = this.fullness(lane, own);
    if (!fullness) return;
    const waiting = fullness === 'lane' ? (this.lanes.get(lane) ?? 0) : own.count;
    this.tell({ lane, partyID, fullness, waiting }, now);
    const { least, max } = RETRY_AFTER_SECONDS;
    const retryAfterSeconds = Math.round(Math.min(max, Math.max(least, own.oldestSeconds)));
    throw new Refusal('temporarilyUnavailable', MESSAGES[fullness], { retryAfterSeconds });
  }

  private fullness(lane: CommandLane, own: Waiting): OverloadReason | undefined {
    const { PARTY_WAITING_LIMIT = Infinity, WAITING_LIMIT = Infinity, WAITING_SECONDS = Infinity } = this.limits;
    if (own.count >= PARTY_WAITING_LIMIT) return 'party';
    if (own.oldestSeconds >= WAITING_SECONDS) return 'age';
    return (this.lanes.get(lane) ?? 0) >= WAITING_LIMIT ? 'lane' : undefined;
  }

  private tell(refused: Omit<RefusalReport, 'count'>, now: number): void {
    this.refusedCount++;
    if (now < this.reportedAt + REPORT_EVERY_MS) return;
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
        (rows) => this.note(rows),
        () => undefined,
      )
      .finally(() => {
        const ended = performance.now();
        this.freshUntil = ended + Math.max(FRESH_MS, MAX_SHARE * (ended - began));
        this.isReading = false;
      });
  }

  private note(rows: readonly (Waiting & { lane: CommandLane; partyID: string })[]): void {
    this.parties = new Map(rows.map(({ lane, partyID, ...waiting }) => [`${lane} ${partyID}`, waiting]));
    this.lanes = new Map();
    for (const { lane, count } of rows) this.lanes.set(lane, (this.lanes.get(lane) ?? 0) + count);
    this.readAt = performance.now();
  }
}

const MESSAGES: Readonly<Record<OverloadReason, string>> = {
  party: 'too much of what you asked for waits still, retry later',
  age: 'what you asked for before waits too long already, retry later',
  lane: 'the platform has as much to do as it can, retry later',
};
