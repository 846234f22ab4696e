import { Refusal } from '../../../domain/platform/errors/refusal';
import {
  assertReportSize,
  isDocumentKind,
  type DocumentKind,
  type Report,
} from '../../../domain/merchants/report/report';
import type { DocumentContent } from '../../../domain/merchants/settlement/settlement-document';
import { newId } from '../../id';
import { statement } from '../../postgres/database';
import { findByID } from '../../postgres/readers';
import { orderRegistry, type RegistryOrder } from '../report/registry.order';
import { insertReport } from '../report/report.insert';
import type { Store } from '../../store';
import { describeBatch, describeMonth, findDocumentBatch, findDocumentOwner } from './document.content';

/** Input of a document: of a batch, or of a shop and a month. */
export interface DocumentOrder extends Omit<RegistryOrder, 'kind' | 'fromTime' | 'toTime'> {
  kind: DocumentKind;
  month?: string | undefined;
  /** Of a statement of a month; default: that of the shop. */
  currency?: string | undefined;
}

interface StoredDocument {
  id: string;
  partyID: string;
  content: DocumentContent;
}

const FIND = statement<StoredDocument>(
  'settlement-document-find',
  `SELECT id, party_id AS "partyID", content FROM settlement_documents WHERE id = $1`,
);
const INSERT = statement(
  'settlement-document-insert',
  `INSERT INTO settlement_documents (id, party_id, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
);

const DAY_MS = 86_400_000;

/**
 * Orders the files of a document. What it says is stored by its first order; later ones repeat it.
 * @throws Refusal invalidRequest, invalidShopID, badFilter, reportTooLarge, temporarilyUnavailable
 */
export async function orderDocument(store: Store, order: DocumentOrder, now = new Date()): Promise<Report> {
  const { kind, orderedBy, keepDays } = order;
  const { document, shopID } = await findOrDescribe(store, order, now);
  const { id: documentID, partyID, content } = document;
  const rowsTotal = content.statement?.lineCount ?? content.services.length;
  assertReportSize(rowsTotal);
  if (!content.statement && rowsTotal === 0) throw new Refusal('badFilter', 'nothing was charged', { place: 'month' });
  const period = { fromTime: new Date(content.from), toTime: new Date(content.to) };
  const request = { ...period, partyID, shopID, identityID: null, documentID, type: kind, orderedBy };
  const expiresAt = new Date(now.getTime() + keepDays * DAY_MS);
  return insertReport(store, { ...request, scopeID: newId(), rowsTotal, expiresAt }, now);
}

async function findOrDescribe(
  { database, admission }: Store,
  { kind, ownerID, callerPartyID, month = '', currency }: DocumentOrder,
  now: Date,
): Promise<{ document: StoredDocument; shopID: string }> {
  const isOfBatch = kind === 'settlementStatement';
  const batch = isOfBatch ? await findDocumentBatch(database, ownerID) : undefined;
  const owner = await findDocumentOwner(database, isOfBatch ? (batch?.shopID ?? '') : ownerID);
  if (!owner || (callerPartyID !== undefined && owner.partyID !== callerPartyID)) {
    if (isOfBatch) throw new Refusal('badFilter', 'there is no such batch', { place: 'batchID' });
    throw new Refusal('invalidShopID', 'there is no such shop');
  }
  admission.admit('background', owner.partyID);
  const { partyID, shopID, contractID } = owner;
  const request = { kind, month, currency: currency ?? owner.currency, now };
  const scope = kind === 'settlementMonth' ? `${shopID}/${request.currency}/${month}` : `${contractID}/${month}`;
  const id = `${kind}/${batch ? batch.id : scope}`;
  const known = await findDocument(database, id);
  if (known) return { document: known, shopID };
  const content = batch ? await describeBatch(database, owner, batch) : await describeMonth(database, owner, request);
  await database.run(INSERT, [id, partyID, JSON.stringify(content)]);
  return { document: (await findDocument(database, id)) ?? { id, partyID, content }, shopID };
}

/** What a document says. */
export const findDocument = findByID(FIND);

/** Input of a registry or a document; registries need a period. */
export type OrderedReport = Omit<DocumentOrder, 'kind'> &
  Pick<RegistryOrder, 'ownerID'> & {
    kind: RegistryOrder['kind'] | DocumentKind;
    fromTime?: Date | undefined;
    toTime?: Date | undefined;
  };

/** Orders a registry or a document. @throws Refusal as each of them */
export async function orderReport(store: Store, order: OrderedReport): Promise<Report> {
  const { kind, fromTime, toTime, ...rest } = order;
  if (isDocumentKind(kind)) return orderDocument(store, { ...rest, kind });
  if (fromTime && toTime) return orderRegistry(store, { ...rest, kind, fromTime, toTime });
  const place = fromTime ? 'toTime' : 'fromTime';
  throw new Refusal('invalidRequest', `${place}: is required for registries`, { place });
}
