import { Refusal } from '../../../domain/platform/errors/refusal';
import type { DocumentKind } from '../../../domain/merchants/report/report';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { getCutOff } from '../../../domain/merchants/settlement/business-day';
import {
  getMonthDays,
  type BilledService,
  type DocumentContent,
  type ReportingPreferences,
  type StatementContent,
} from '../../../domain/merchants/settlement/settlement-document';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import { sumStatement } from '../../../domain/merchants/settlement/statement-groups';
import { statement, type Database } from '../../postgres/database';
import { findByID } from '../../postgres/readers';
import { LATE_COMMIT_MS, readTermsSince, type Settlement } from './balance-lines';
import { readBilledFees } from './fee-lines';
import { listSettlementCurrencies } from './settlement.queries';
import { readBalanceAt, sumStatementLines, type StatementScope } from './statement.queries';

/** The shop of a document with its contract. */
export interface DocumentOwner {
  partyID: string;
  shopID: string;
  shopName: string;
  currency: string;
  contractID: string;
  contractor: object;
  agreement: DocumentContent['agreement'];
  preferences: ReportingPreferences | null;
  provider: string;
  providerAccounts: NonNullable<DocumentContent['providerAccounts']> | null;
}

const OWNER = statement<DocumentOwner>(
  'settlement-document-owner',
  `SELECT s.party_id AS "partyID", s.id AS "shopID", s.name AS "shopName", s.currency, c.id AS "contractID", c.contractor,
     c.legal_agreement AS agreement, c.reporting_preferences AS preferences, n.name AS provider,
     n.terms -> 'payoutAccounts' AS "providerAccounts"
   FROM shops s JOIN contracts c ON c.id = s.contract_id AND c.party_id = s.party_id
   JOIN payment_institutions n ON n.id = c.payment_institution_id
   WHERE s.id = $1`,
);

export const findDocumentOwner = findByID(OWNER);

const SHOPS = statement<{ shopID: string; shopName: string }>(
  'settlement-document-shops',
  `SELECT id AS "shopID", name AS "shopName" FROM shops WHERE party_id = $1 AND contract_id = $2 ORDER BY id`,
);

interface Period {
  from: Date;
  to: Date;
  timeZone: string;
}

/** A closed batch with the end of the one before it. */
export interface DocumentBatch extends Settlement {
  id: string;
  number: number;
  since: Date;
  closedAt: Date | null;
  opening: string;
  closing: string | null;
}

const BATCH = statement<DocumentBatch>(
  'settlement-document-batch',
  `SELECT b.id, b.shop_id AS "shopID", b.currency, b.number, b.closed_at AS "closedAt", b.opening::text, b.closing::text,
     coalesce(p.closed_at, s.created_at) AS since
   FROM settlement_batches b JOIN shops s ON s.id = b.shop_id
   LEFT JOIN settlement_batches p ON (p.shop_id, p.currency, p.number) = (b.shop_id, b.currency, b.number - 1)
   WHERE b.id = $1`,
);

export const findDocumentBatch = findByID(BATCH);

/** The content of a batch's statement. @throws Refusal badFilter while it is open */
export async function describeBatch(
  database: Database,
  owner: DocumentOwner,
  { id, number, since: from, closedAt: to, currency, opening, closing }: DocumentBatch,
): Promise<DocumentContent> {
  if (!to || closing === null)
    throw new Refusal('badFilter', `the batch ${id} is not closed yet`, { place: 'batchID' });
  const { timeZone } = await readHours(database, owner.shopID, to);
  const sums = await summarise(database, { batchID: id }, BigInt(opening));
  const balances = { currency, batch: { id, number }, opening, closing };
  return describe(owner, {
    ...{ kind: 'settlementStatement', month: null, period: { from, to, timeZone }, services: [] },
    statement: assertBalanced({ ...balances, ...sums }),
  });
}

/** The content of a document of a month. @throws Refusal invalidRequest, badFilter while the month is not over */
export async function describeMonth(
  database: Database,
  owner: DocumentOwner,
  { kind, month, currency, now }: { kind: DocumentKind; month: string; currency: string; now: Date },
): Promise<DocumentContent> {
  const period = await readMonth(database, owner.shopID, { month, now });
  if (kind !== 'settlementMonth') {
    const services = await listServices(database, owner, { ...period, isBilledOnly: kind === 'feeInvoice' });
    return describe(owner, { kind, month, period, statement: null, services });
  }
  const settlement = { shopID: owner.shopID, currency };
  const opening = await readBalanceAt(database, settlement, period.from);
  const closing = String(await readBalanceAt(database, settlement, period.to));
  const sums = await summarise(database, { ...settlement, ...period }, opening);
  const balances = { currency, batch: null, opening: String(opening), closing };
  return describe(owner, { kind, month, period, statement: assertBalanced({ ...balances, ...sums }), services: [] });
}

async function readMonth(
  database: Database,
  shopID: string,
  { month, now }: { month: string; now: Date },
): Promise<Period> {
  const days = getMonthDays(month);
  if (!days) throw new Refusal('invalidRequest', 'month: is not a month like 2026-11', { place: 'month' });
  const { timeZone } = await readHours(database, shopID, new Date(days[1]));
  const [from, to] = days.map((day) => getCutOff(day, { timeZone, cutOffHour: 0 })) as [Date, Date];
  const closedAt = new Date(to.getTime() + LATE_COMMIT_MS);
  if (now >= closedAt) return { from, to, timeZone };
  throw new Refusal('badFilter', `the month ${month} is open until ${rfc3339Text(closedAt)}`, { place: 'month' });
}

async function readHours(database: Database, shopID: string, at: Date): Promise<{ timeZone: string }> {
  const dated = await readTermsSince(database, shopID);
  return settlementTerms((dated.findLast(({ validFrom }) => validFrom <= at) ?? dated[0])?.terms ?? {});
}

async function summarise(
  database: Database,
  scope: StatementScope,
  opening: bigint,
): Promise<Pick<StatementContent, 'groups' | 'vat' | 'lineCount'> & { sum: bigint }> {
  const parts = await sumStatementLines(database, scope);
  const { groups, vatMinor } = sumStatement(parts);
  const texts = Object.fromEntries(Object.entries(groups).map(([group, minor]) => [group, String(minor)]));
  return {
    groups: texts as StatementContent['groups'],
    vat: String(vatMinor),
    lineCount: parts.reduce((total, { count }) => total + count, 0),
    sum: Object.values(groups).reduce((total, minor) => total + minor, opening),
  };
}

/** @throws Error if the lines do not lead from the opening to the closing balance */
function assertBalanced({ sum, ...content }: StatementContent & { sum: bigint }): StatementContent {
  if (sum === BigInt(content.closing)) return content;
  throw new Error(`the statement closes with ${content.closing}, but its lines lead to ${sum}`);
}

/** The services to all shops of the contract: fees that were withheld, and those that are billed. */
async function listServices(
  database: Database,
  { partyID, contractID }: DocumentOwner,
  { from, to, isBilledOnly }: Period & { isBilledOnly: boolean },
): Promise<BilledService[]> {
  const services: BilledService[] = [];
  for (const { shopID, shopName } of await database.run(SHOPS, [partyID, contractID])) {
    for (const currency of await listSettlementCurrencies(database, shopID)) {
      const scope = { shopID, currency, from, to };
      const billed = await readBilledFees(database, scope);
      const { groups, vatMinor } = sumStatement(isBilledOnly ? [] : await sumStatementLines(database, scope));
      const fee = billed.feeMinor - groups.fees;
      if (fee === 0n) continue;
      const amounts = { turnover: String(groups.payments), fee: String(fee), vat: String(billed.vatMinor + vatMinor) };
      services.push({ shopName, currency, ...amounts });
    }
  }
  return services;
}

function describe(
  { shopID, shopName, provider, providerAccounts, contractor, contractID, agreement, preferences }: DocumentOwner,
  { period, ...content }: Pick<DocumentContent, 'kind' | 'month' | 'statement' | 'services'> & { period: Period },
): DocumentContent {
  return {
    ...{ ...content, shopID, shopName, provider, contractor, contractID, agreement, timeZone: period.timeZone },
    ...{ from: rfc3339Text(period.from), to: rfc3339Text(period.to) },
    ...(providerAccounts && { providerAccounts }),
    signer: preferences?.serviceAcceptanceActPreferences?.signer ?? null,
  };
}
