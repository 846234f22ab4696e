import { createHash, randomUUID } from 'node:crypto';
import { AttemptCounts } from '../../../domain/payments/inspection/attempt-counts';
import { CardCountries } from '../../../domain/payments/inspection/card-countries';
import {
  inspectPayment,
  type InspectedPayment,
  type Inspection,
  type InspectionRule,
  type LookUps,
} from '../../../domain/payments/inspection/inspection-rule';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';
import { NetworkLists } from './network-lists';

/** Processes tell each other their counts this often, so a limit may be exceeded by what other processes count within it. */
const EXCHANGE_MS = 1_000;
/** Rows that a transaction writes later than it began. */
const OVERLAP_SECONDS = 10;
const FORGET_MS = 60_000;
/** Keeps a statement short, however many payers there were. */
const MAX_ROWS = 50_000;

const WRITE = statement(
  'inspection-counts-write',
  `INSERT INTO inspection_counts AS t (key, bucket, process, attempts, amount, expires_at, changed_at)
   SELECT c.key, c.bucket, $1, c.attempts, c.amount, to_timestamp(c.expires_at / 1000), now()
   FROM unnest($2::text[], $3::bigint[], $4::integer[], $5::numeric[], $6::float8[]) AS c (key, bucket, attempts, amount, expires_at)
   ORDER BY c.key, c.bucket
   ON CONFLICT (key, bucket, process) DO UPDATE
     SET attempts = EXCLUDED.attempts, amount = EXCLUDED.amount, changed_at = EXCLUDED.changed_at`,
);

const READ = statement<{
  key: string;
  bucket: bigint;
  attempts: number;
  amount: string;
  expiresAt: Date;
  readAt: Date;
}>(
  'inspection-counts-read',
  `SELECT key, bucket, sum(attempts)::integer AS attempts, sum(amount)::text AS amount, max(expires_at) AS "expiresAt", now() AS "readAt"
   FROM inspection_counts WHERE process <> $1 AND expires_at > now() AND (key, bucket) IN (
     SELECT key, bucket FROM inspection_counts WHERE process <> $1 AND changed_at >= $2::timestamptz - make_interval(secs => ${OVERLAP_SECONDS})
     ORDER BY changed_at DESC LIMIT ${MAX_ROWS})
   GROUP BY key, bucket`,
);

const FORGET = statement(
  'inspection-counts-forget',
  `DELETE FROM inspection_counts WHERE ctid IN (
     SELECT ctid FROM inspection_counts WHERE expires_at < now() ORDER BY expires_at LIMIT ${MAX_ROWS} FOR UPDATE SKIP LOCKED)`,
);

/**
 * Applies the rules of shops to payments. It decides in memory; counts of other processes are read in the background, so that no payment waits
 * for them.
 */
export class Inspector {
  private readonly counts = new AttemptCounts((name) => createHash('sha256').update(name).digest('base64url'));
  /** What rules look up. */
  readonly lookUps: LookUps;
  private readonly process = randomUUID();
  private isExchanging = false;
  private readAt = new Date(0);
  private forgottenAt = 0;

  constructor(
    private readonly database: Database,
    cards = new CardCountries(),
  ) {
    this.lookUps = { networks: new NetworkLists(), cards };
  }

  /** The rules that decide about a new payment of a shop. Counts the attempt. */
  inspect(shopID: string, rules: readonly InspectionRule[], payment: InspectedPayment): Inspection {
    if (rules.length === 0) return {};
    const inspection = inspectPayment(rules, payment, { count: this.counts.of(shopID), ...this.lookUps });
    if (rules.some(({ velocity }) => velocity)) this.exchangeSoon();
    return inspection;
  }

  /** Writes what this process has counted, and reads what others have. */
  async exchange(): Promise<void> {
    const changed = this.counts.takeChanged();
    const columns = [
      changed.map(({ key }) => key),
      changed.map(({ bucket }) => bucket),
      changed.map(({ attempts }) => attempts),
      changed.map(({ amountMinor }) => amountMinor.toString()),
      changed.map(({ expiresAt }) => expiresAt),
    ];
    try {
      if (changed.length > 0) await this.database.run(WRITE, [this.process, ...columns]);
    } catch (error) {
      this.counts.keepChanged(changed);
      throw error;
    }
    for (const row of await this.database.run(READ, [this.process, rfc3339Text(this.readAt)])) {
      const { key, bucket, attempts, amount, expiresAt, readAt } = row;
      this.counts.learn({
        ...{ key, bucket: Number(bucket), attempts, amountMinor: BigInt(amount), expiresAt: expiresAt.getTime() },
      });
      this.readAt = readAt;
    }
    if (Date.now() < this.forgottenAt + FORGET_MS) return;
    this.forgottenAt = Date.now();
    this.counts.forgetExpired();
    await this.database.run(FORGET, []);
  }

  private exchangeSoon(): void {
    if (this.isExchanging) return;
    this.isExchanging = true;
    setTimeout(() => {
      void this.exchange().then(
        () => (this.isExchanging = false),
        () => {
          this.isExchanging = false;
          this.exchangeSoon();
        },
      );
    }, EXCHANGE_MS).unref();
  }
}
