import {
  ConnectorMisuse,
  ConnectorUnavailable,
  type Connector,
  type ListingConnector,
  type LookUpRequest,
} from '../../connectors/connector';
import { paymentOperationID } from '../../domain/payment/operation-id';
import { compareListed, compareMissing, type LookedUp } from '../../domain/reconciliation/compare';
import type { Finding } from '../../domain/reconciliation/finding';
import type {
  ListedOperation,
  RecordedEffect,
  RecordedOperation,
  UnreadableRow,
} from '../../domain/reconciliation/operation';
import { readOperationName } from '../../domain/reconciliation/operation-name';
import { SCHEDULE, type Pass, type Window } from '../../domain/reconciliation/passes';
import { unreadableFinding } from '../../domain/reconciliation/unreadable';
import { differentSums, Sums } from '../../domain/reconciliation/sums';
import type { Database } from '../../store/database';
import { listRecordedEffects } from '../../store/reconciliation/recorded-effects';
import { findRecordedOperations } from '../../store/reconciliation/recorded-operations';
import type { ComparedWindow } from '../../store/reconciliation/windows';

/** So many names are kept in memory, and no more: a window with more operations is compared in parts. */
export const MAX_OPERATIONS = 20_000;
/** So many are asked for one by one; each takes the connector's own time, and a window is compared in minutes. */
const MAX_ASKED = 1_000;
/**
 * With more rows that cannot be read a connector lists in a form of its own that nobody has told us of: nothing is skipped then. What the
 * first pass has let through in ten minutes each the second one does, too; a part of its window may lie across two of them.
 */
const MAX_UNREADABLE = { hour: 100, day: 200 } as const satisfies Record<Pass, number>;
/** Questions to a connector under way at once, so that payments have it for themselves. */
const ASKED_AT_ONCE = 4;

export interface ComparisonParts {
  database: Database;
  name: string;
  connector: Connector & ListingConnector;
  timeoutMs: number;
  asOf: Date;
  signal: AbortSignal;
  /** Told after each page, so that the engine knows that it goes on. */
  onProgress: () => void;
}

/** There is more in the window than is compared at once. */
export class TooManyOperations extends Error {
  override readonly name = 'TooManyOperations';
}

/**
 * Compares a window in both directions. First what the connector lists with the record, page by page; then what the ledger says has
 * happened there and the list has not, each asked for by its name.
 * @throws TooManyOperations, ConnectorUnavailable
 */
export async function compareWindow(
  parts: ComparisonParts,
  { pass, window, max = MAX_OPERATIONS }: { pass: Pass; window: Window; max?: number },
): Promise<ComparedWindow> {
  const comparison = new Comparison(parts, { pass, window, max });
  await comparison.compareList();
  await comparison.compareRecord();
  return comparison.result();
}

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
      const asked = { window: this.part.window, timeoutMs, signal, ...(after !== undefined && { after }) };
      const page = await connector.listOperations(asked);
      await this.comparePage(page.operations);
      this.listUnreadable(page.unreadable ?? []);
      if (this.listed.size > this.part.max) throw new TooManyOperations();
      if (page.next !== undefined && page.next === after) throw new ConnectorUnavailable('lists the same page again');
      after = page.next;
      onProgress();
    } while (after !== undefined);
  }

  async compareRecord(): Promise<void> {
    const { database, name, onProgress } = this.parts;
    let askedCount = 0;
    for await (const effects of listRecordedEffects(database, { connector: name, window: this.part.window })) {
      const missing = effects.filter(({ operationID }) => !this.listed.has(operationID));
      this.operationCount += missing.length;
      askedCount += missing.length;
      if (askedCount > MAX_ASKED && Number.isFinite(this.part.max)) throw new TooManyOperations();
      const recorded = await this.recordedOperations(missing.map(({ operationID }) => operationID));
      for (let first = 0; first < missing.length; first += ASKED_AT_ONCE) {
        const some = missing.slice(first, first + ASKED_AT_ONCE);
        await Promise.all(some.map((effect) => this.compareEffect(effect, recorded.get(effect.operationID))));
        onProgress();
      }
      onProgress();
    }
  }

  result(): ComparedWindow {
    const { name: connector } = this.parts;
    const { pass, window } = this.part;
    const [sums, single] = [this.sums.list(), [...this.findings.values()]];
    // Soon after, much is still on its way; in the end both sides must have the same.
    const findings = pass === 'hour' ? single : [...single, ...differentSums(sums, window, single)];
    return { connector, pass, window, operationCount: this.operationCount, findings, sums };
  }

  /** Of those that name an operation of ours the record asks then, as of all that are not listed. */
  private listUnreadable(rows: readonly UnreadableRow[]): void {
    const { pass, window } = this.part;
    this.operationCount += rows.length;
    this.unreadableCount += rows.length;
    for (const row of rows) this.add(unreadableFinding(row, window));
    const max = MAX_UNREADABLE[pass];
    if (this.unreadableCount <= max) return;
    if (window.to.getTime() - window.from.getTime() > SCHEDULE.hour.lengthMs) throw new TooManyOperations();
    const why = `lists more than ${max} rows that cannot be read, among them: ${rows[0]?.reason}`;
    throw new ConnectorUnavailable(`the connector ${why}`);
  }

  private async comparePage(operations: readonly ListedOperation[]): Promise<void> {
    const recorded = await this.recordedOperations(operations.map(({ operationID }) => operationID));
    for (const given of operations) {
      const isSecond = this.listed.has(given.operationID);
      this.listed.add(given.operationID);
      this.operationCount += 1;
      const known = recorded.get(given.operationID);
      const listed = isSecond && given.state !== 'declined' ? { ...given, effectCount: 2 } : given;
      this.sums.addListed(listed, isSecond ? undefined : known);
      this.add(compareListed({ listed, recorded: known, asOf: this.parts.asOf }));
    }
  }

  /** An effect whose entity is gone from the record was deleted by hand: the ledger's own check tells of that. */
  private async compareEffect({ at }: RecordedEffect, recorded: RecordedOperation | undefined): Promise<void> {
    if (!recorded) return;
    const finding = compareMissing(recorded, { lookedUp: await this.lookUp(recorded), at });
    if (finding && recorded.state === 'done') this.sums.addRecorded(recorded);
    this.add(finding);
  }

  /** A release is under the payment's own name, or under that of its repair. */
  private async lookUp(recorded: RecordedOperation): Promise<LookedUp> {
    const found = await this.lookUpAs(recorded.operationID, recorded);
    const repaired = found === 'notFound' ? getLateVoid(recorded) : undefined;
    return repaired === undefined ? found : this.lookUpAs(repaired, recorded);
  }

  private async lookUpAs(operationID: string, { kind, authorisation }: RecordedOperation): Promise<LookedUp> {
    const { connector, timeoutMs, signal } = this.parts;
    const asked = { operationID, timeoutMs, signal };
    try {
      if (kind === 'payOut') return (await connector.lookUpPayOut?.(asked))?.kind ?? 'notFound';
      return (await connector.lookUp({ ...asked, ...getLookUp(kind, authorisation) })).kind;
    } catch (error) {
      // What it does not understand it cannot know.
      if (error instanceof ConnectorMisuse) return 'notFound';
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

type Asked<Request> = Request extends unknown ? Omit<Request, 'operationID' | 'timeoutMs' | 'signal'> : never;

function getLookUp(
  kind: Exclude<RecordedOperation['kind'], 'payOut'>,
  authorisation: RecordedOperation['authorisation'],
): Asked<LookUpRequest> {
  const { operationID = '', connectorReference = null } = authorisation ?? {};
  const reference = connectorReference === null ? {} : { connectorReference };
  if (kind === 'authorise' || kind === 'verify') return { kind, ...reference };
  return { kind, authorisation: { kind: 'authorise', operationID, ...reference } };
}
