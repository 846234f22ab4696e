import {
  ConnectorMisuse,
  type Connector,
  type ListingConnector,
  type LookUpRequest,
} from '../../../connectors/connector';
import type { ExpectedAmount } from '../../../connectors/stated';
import type { ReceiptState } from '../../../domain/payments/payment/receipt-state';
import { paymentOperationID } from '../../../domain/payments/payment/operation-id';
import {
  compareListed,
  compareMissing,
  compareReceipt,
  findNewReceipt,
  type LookedUp,
} from '../../../domain/operators/reconciliation/compare';
import type { Finding } from '../../../domain/operators/reconciliation/finding';
import type {
  ListedOperation,
  RecordedEffect,
  RecordedOperation,
  UnreadableRow,
} from '../../../domain/operators/reconciliation/operation';
import { readOperationName } from '../../../domain/operators/reconciliation/operation-name';
import { SCHEDULE, type Pass, type Window } from '../../../domain/operators/reconciliation/passes';
import { unreadableFinding } from '../../../domain/operators/reconciliation/unreadable';
import { differentSums, Sums } from '../../../domain/operators/reconciliation/sums';
import type { Database } from '../../../store/postgres/database';
import { listRecordedEffects } from '../../../store/operators/reconciliation/recorded-effects';
import { recordReceipts } from '../../../store/operators/reconciliation/receipts';
import { findRecordedOperations } from '../../../store/operators/reconciliation/recorded-operations';
import { planReturnLookUps } from '../../../store/operators/reconciliation/return-look-ups';
import type { ComparedWindow } from '../../../store/operators/reconciliation/windows';
import { NotComparable } from './not-comparable';

/** Operation ids kept in memory; larger windows are compared in parts. */
export const MAX_OPERATIONS = 20_000;
/** Individual look-ups per window, which are slow. */
const MAX_LOOKUPS = 1_000;
/**
 * More unreadable rows mean an unknown list format, so the window is not skipped. The second pass allows as many as the
 * first did in its windows, of which two may overlap.
 */
const MAX_UNREADABLE = { hour: 100, day: 200 } as const satisfies Record<Pass, number>;
/** Concurrent look-ups, limited in favour of payments. */
const LOOKUP_CONCURRENCY = 4;

/** After a month it is for operators alone. */
const RECEIPT_LOOK_UPS_MS = 30 * 86_400_000;

export interface ComparisonParts {
  database: Database;
  name: string;
  connector: Connector & ListingConnector;
  timeoutMs: number;
  asOf: Date;
  signal: AbortSignal;
  /** Called after each page; the activity heartbeats. */
  onProgress: () => void;
  /** Called for a payout that came back. */
  onReturned: (operationID: string) => Promise<void>;
}

/** The window has too many operations. */
export class TooManyOperations extends Error {
  override readonly name = 'TooManyOperations';
}

/**
 * Compares a window in both directions: first the connector's list with the database, page by page; then the ledger's
 * effects that are not listed, each by a look-up.
 * @throws TooManyOperations, NotComparable, ConnectorUnavailable
 */
export async function compareWindow(
  parts: ComparisonParts,
  { pass, window, max = MAX_OPERATIONS }: { pass: Pass; window: Window; max?: number },
): Promise<ComparedWindow> {
  const comparison = new Comparison(parts, { pass, window, max });
  await comparison.compareList();
  await comparison.compareRecord();
  await comparison.planReceipts();
  return comparison.result();
}

/** The connector's answer to a look-up. */
interface LookUpAnswer {
  kind: LookedUp;
  receipt?: ReceiptState;
}

const NOT_FOUND: LookUpAnswer = { kind: 'notFound' };

class Comparison {
  private readonly listed = new Set<string>();
  private readonly findings = new Map<string, Finding>();
  private readonly sums = new Sums();
  private operationCount = 0;
  private unreadableCount = 0;

  constructor(
    private readonly parts: ComparisonParts,
    private readonly part: { pass: Pass; window: Window; max: number },
  ) {}

  async compareList(): Promise<void> {
    const { connector, timeoutMs, signal, onProgress } = this.parts;
    let after: string | undefined;
    do {
      const request = { window: this.part.window, timeoutMs, signal, ...(after !== undefined && { after }) };
      const page = await connector.listOperations(request);
      await this.comparePage(page.operations);
      this.listUnreadable(page.unreadable ?? []);
      if (this.listed.size > this.part.max) throw new TooManyOperations();
      if (page.next !== undefined && page.next === after) throw new NotComparable({ kind: 'repeatsPage' });
      after = page.next;
      onProgress();
    } while (after !== undefined);
  }

  async compareRecord(): Promise<void> {
    const { database, name, onProgress } = this.parts;
    let lookUpCount = 0;
    for await (const effects of listRecordedEffects(database, { connector: name, window: this.part.window })) {
      const missing = effects.filter(({ operationID }) => !this.listed.has(operationID));
      this.operationCount += missing.length;
      lookUpCount += missing.length;
      if (lookUpCount > MAX_LOOKUPS && Number.isFinite(this.part.max)) throw new TooManyOperations();
      const recorded = await this.recordedOperations(missing.map(({ operationID }) => operationID));
      for (let first = 0; first < missing.length; first += LOOKUP_CONCURRENCY) {
        const some = missing.slice(first, first + LOOKUP_CONCURRENCY);
        await Promise.all(some.map((effect) => this.compareEffect(effect, recorded.get(effect.operationID))));
        onProgress();
      }
      onProgress();
    }
  }

  /** Receipts that wait at the second pass are looked up daily, until the register has decided, for a month. */
  async planReceipts(): Promise<void> {
    const { database, name: connector } = this.parts;
    for (const { kind, operationID, facts } of this.findings.values())
      if (kind === 'refusedReceipt' && facts.statement === 'pending')
        await planReturnLookUps(database, { operationID, connector, forMs: RECEIPT_LOOK_UPS_MS });
  }

  result(): ComparedWindow {
    const { name: connector } = this.parts;
    const { pass, window } = this.part;
    const [sums, single] = [this.sums.list(), [...this.findings.values()]];
    // Sums must match only in the second pass, when late reports have arrived.
    const findings = pass === 'hour' ? single : [...single, ...differentSums(sums, window, single)];
    return { connector, pass, window, operationCount: this.operationCount, findings, sums };
  }

  /** Unreadable rows count as not listed, so their operations are looked up later. */
  private listUnreadable(rows: readonly UnreadableRow[]): void {
    const { pass, window } = this.part;
    this.operationCount += rows.length;
    this.unreadableCount += rows.length;
    for (const row of rows) this.add(unreadableFinding(row, window));
    const max = MAX_UNREADABLE[pass];
    if (this.unreadableCount <= max) return;
    if (window.to.getTime() - window.from.getTime() > SCHEDULE.hour.lengthMs) throw new TooManyOperations();
    throw new NotComparable({ kind: 'unreadableRows', text: rows[0]?.reason ?? '' });
  }

  private async comparePage(operations: readonly ListedOperation[]): Promise<void> {
    const recorded = await this.recordedOperations(operations.map(({ operationID }) => operationID));
    const receipts = new Map<string, ReceiptState>();
    for (const given of operations) {
      const isSecond = this.listed.has(given.operationID);
      this.listed.add(given.operationID);
      this.operationCount += 1;
      const known = recorded.get(given.operationID);
      const listed = isSecond && given.state !== 'declined' ? { ...given, effectCount: 2 } : given;
      this.sums.addListed(listed, isSecond ? undefined : known);
      this.add(compareListed({ listed, recorded: known, asOf: this.parts.asOf }));
      this.compareReceipt(listed, known, receipts);
    }
    await recordReceipts(this.parts.database, receipts);
  }

  private compareReceipt(
    listed: ListedOperation,
    recorded: RecordedOperation | undefined,
    receipts: Map<string, ReceiptState>,
  ): void {
    const receipt = findNewReceipt(listed, recorded);
    if (receipt) receipts.set(listed.operationID, receipt);
    this.add(compareReceipt(listed, recorded, this.part.pass));
  }

  /** An effect without an entity is reported by the ledger's own check. */
  private async compareEffect({ at }: RecordedEffect, recorded: RecordedOperation | undefined): Promise<void> {
    if (!recorded) return;
    const { kind: lookedUp, receipt } = await this.lookUp(recorded);
    if (lookedUp === 'returned') await this.parts.onReturned(recorded.operationID);
    const finding = compareMissing(recorded, { lookedUp, at });
    if (finding && recorded.state === 'done') this.sums.addRecorded(recorded);
    this.add(finding);
    if (!receipt) return;
    // Captured after the window of its payment, so that it is in no list.
    const { operationID, kind, amountMinor, currency } = recorded;
    const receipts = new Map<string, ReceiptState>();
    const listed = { operationID, kind, state: 'done', amountMinor, currency, effectCount: 1, receipt, at } as const;
    this.compareReceipt(listed, recorded, receipts);
    await recordReceipts(this.parts.database, receipts);
  }

  /** A void has the payment's own operation id or that of its repair. */
  private async lookUp(recorded: RecordedOperation): Promise<LookUpAnswer> {
    const found = await this.lookUpAs(recorded.operationID, recorded);
    const repaired = found.kind === 'notFound' ? getLateVoid(recorded) : undefined;
    return repaired === undefined ? found : this.lookUpAs(repaired, recorded);
  }

  private async lookUpAs(operationID: string, recorded: RecordedOperation): Promise<LookUpAnswer> {
    const { kind, authorisation } = recorded;
    const { connector, timeoutMs, signal } = this.parts;
    const request = { operationID, timeoutMs, signal, ...expectedOf(recorded) };
    try {
      if (kind === 'payOut') return (await connector.lookUpPayOut?.(request)) ?? NOT_FOUND;
      return await connector.lookUp({ ...request, ...getLookUp(kind, authorisation) });
    } catch (error) {
      // A rejected look-up means not found.
      if (error instanceof ConnectorMisuse) return NOT_FOUND;
      throw error;
    }
  }

  private recordedOperations(operationIDs: readonly string[]): Promise<Map<string, RecordedOperation>> {
    const { database, name: connector } = this.parts;
    return findRecordedOperations(database, { connector, operationIDs });
  }

  private add(finding: Finding | undefined): void {
    if (finding) this.findings.set(`${finding.kind} ${finding.operationID}`, finding);
  }
}

function getLateVoid({ operationID, kind }: RecordedOperation): string | undefined {
  const name = readOperationName(operationID);
  if (kind !== 'void' || name?.entity !== 'payment') return undefined;
  return paymentOperationID({ invoiceID: name.invoiceID, id: name.paymentID, attempt: name.attempt }, 'lateVoid');
}

type LookUpParameters<Request> = Request extends unknown
  ? Omit<Request, 'operationID' | 'timeoutMs' | 'signal'>
  : never;

function getLookUp(
  kind: Exclude<RecordedOperation['kind'], 'payOut'>,
  authorisation: RecordedOperation['authorisation'],
): LookUpParameters<LookUpRequest> {
  const { operationID = '', connectorReference = null } = authorisation ?? {};
  const reference = connectorReference === null ? {} : { connectorReference };
  if (kind === 'authorise' || kind === 'verify') return { kind, ...reference };
  return { kind, authorisation: { kind: 'authorise', operationID, ...reference } };
}

/** A capture may have lowered the amount that an acquirer shows for its authorisation. */
function expectedOf({ kind, amountMinor: amount, currency }: RecordedOperation): { expected?: ExpectedAmount } {
  return kind === 'authorise' || amount === null || currency === null ? {} : { expected: { amount, currency } };
}
