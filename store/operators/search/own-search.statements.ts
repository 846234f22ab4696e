import type { TermKind } from '../../../domain/operators/search/search-terms';
import { statement, type Statement } from '../../postgres/database';
import { isCard, isWithin, national } from './search-statements';
import { newestOf, newestOfAll, newestOfEach, SOURCES, type FoundPlace } from './found-entity';

/* The statements of a party's own search: every part has the party `$6`. `$1` to `$5` are those of `newestOf`. */

/** How many of the newest invoices and payments of a shop are searched by what has no index: metadata and surnames. */
const MAX_READ = 5_000;

type Source = Parameters<typeof newestOf>[0];

const OWN_SHOPS = '(SELECT s.id, s.currency FROM shops s WHERE s.party_id = $6) o';

const ofParty = (part: Source, condition: string): string => {
  const alias = part.from.split(' ')[1];
  return newestOf(part, `${condition} AND ${alias}.party_id = $6`);
};

const ofOwnShops = (condition: string, part: Source = SOURCES.payment, owners = OWN_SHOPS): string =>
  newestOfEach(owners, newestOf(part, condition));

/** The newest rows of a shop `o`, of which the reader sees only what it compares. */
const newestRows = (part: Source, table: string, columns: string): Source => ({
  ...part,
  from: `(SELECT ${columns} FROM ${table} n WHERE n.shop_id = o.id ORDER BY n.created_at DESC LIMIT ${MAX_READ})
    ${part.from.split(' ')[1]}`,
});

const hasValue = (metadata: string): string => `EXISTS (
  SELECT FROM jsonb_each_text(CASE jsonb_typeof(${metadata}) WHEN 'object' THEN ${metadata} ELSE '{}' END) m WHERE m.value = $1)`;

/** `$7` are the first digits, or the currencies of the amounts `$1`. */
const AMOUNTS = `${OWN_SHOPS} JOIN unnest($1::bigint[], $7::text[]) AS a (minor, currency) ON a.currency = o.currency`;

/** What a merchant finds by; operators find by the connector's reference too. */
export type OwnTermKind = Exclude<TermKind, 'connectorReference'> | 'metadata' | 'surname';

export const FIND_OWN_BY: Readonly<Record<OwnTermKind | 'maskedCard' | 'cardAndAmount', Statement<FoundPlace>>> = {
  id: statement<FoundPlace>(
    'own-search-id',
    newestOfAll([
      ofParty(SOURCES.invoice, 'i.id = $1'),
      ofParty(SOURCES.payment, 'p.invoice_id = $1'),
      ofParty(SOURCES.payment, isWithin('p', ['invoice_id', 'id'])),
      ofParty(SOURCES.refund, isWithin('r', ['invoice_id', 'payment_id', 'id'])),
      ofParty(SOURCES.customer, 'c.id = $1 AND c.deleted_at IS NULL'),
    ]),
  ),
  externalID: statement<FoundPlace>(
    'own-search-external-id',
    newestOfAll([
      ofParty(SOURCES.invoice, 'i.external_id = $1'),
      ofParty(SOURCES.payment, 'p.external_id = $1'),
      ofParty(SOURCES.refund, 'r.external_id = $1'),
      ofParty(SOURCES.customer, 'c.external_id = $1 AND c.deleted_at IS NULL'),
    ]),
  ),
  email: statement<FoundPlace>(
    'own-search-email',
    newestOfAll([
      ofOwnShops('p.shop_id = o.id AND lower(p.payer_email) = $1'),
      ofParty(SOURCES.customer, `lower(c.contact_info ->> 'email') = $1 AND c.deleted_at IS NULL`),
    ]),
  ),
  phone: statement<FoundPlace>(
    'own-search-phone',
    newestOfAll([
      ofParty(
        SOURCES.payment,
        `${national(`p.payer #>> '{contactInfo,phoneNumber}'`)} = $1 AND p.payer #>> '{contactInfo,phoneNumber}' IS NOT NULL`,
      ),
      ofParty(SOURCES.customer, `${national(`c.contact_info ->> 'phoneNumber'`)} = $1 AND c.deleted_at IS NULL`),
    ]),
  ),
  lastFour: statement<FoundPlace>(
    'own-search-last-four',
    newestOfAll([ofOwnShops('p.shop_id = o.id AND p.card_last4 = $1')]),
  ),
  maskedCard: statement<FoundPlace>(
    'own-search-masked-card',
    newestOfAll([ofOwnShops('p.shop_id = o.id AND p.card_last4 = $1 AND p.card_first6 = $7')]),
  ),
  rrn: statement<FoundPlace>(
    'own-search-rrn',
    newestOfAll([ofOwnShops('p.shop_id = o.id AND p.rrn = $1'), ofParty(SOURCES.refund, 'r.rrn = $1')]),
  ),
  approvalCode: statement<FoundPlace>(
    'own-search-approval-code',
    newestOfAll([ofOwnShops('p.shop_id = o.id AND p.approval_code = $1')]),
  ),
  amount: statement<FoundPlace>(
    'own-search-amount',
    newestOfAll([
      ofOwnShops('p.shop_id = o.id AND p.amount = a.minor', SOURCES.payment, AMOUNTS),
      ofOwnShops('i.shop_id = o.id AND i.amount = a.minor', SOURCES.invoice, AMOUNTS),
    ]),
  ),
  cardAndAmount: statement<FoundPlace>(
    'own-search-card-and-amount',
    newestOfAll([
      ofOwnShops(`p.shop_id = o.id AND p.amount = a.minor AND ${isCard('$8', '$9')}`, SOURCES.payment, AMOUNTS),
    ]),
  ),
  metadata: statement<FoundPlace>(
    'own-search-metadata',
    newestOfAll([
      ofOwnShops(hasValue('i.metadata'), newestRows(SOURCES.invoice, 'invoices', 'n.id, n.created_at, n.metadata')),
      ofOwnShops(
        hasValue('p.metadata'),
        newestRows(SOURCES.payment, 'payments', 'n.invoice_id, n.id, n.created_at, n.metadata'),
      ),
    ]),
  ),
  surname: statement<FoundPlace>(
    'own-search-surname',
    newestOfAll([
      ofOwnShops(
        `lower(p.payer #>> '{contactInfo,lastName}') = lower($1)`,
        newestRows(SOURCES.payment, 'payments', 'n.invoice_id, n.id, n.created_at, n.payer'),
      ),
    ]),
  ),
};

const hasOlder = (table: string): string =>
  `EXISTS (SELECT FROM ${table} n WHERE n.shop_id = s.id OFFSET ${MAX_READ} LIMIT 1)`;

/** Whether a shop has older rows than those that are searched by metadata and surnames. */
export const HAS_OLDER = statement<{ hasOlder: boolean }>(
  'own-search-has-older',
  `SELECT EXISTS (
     SELECT FROM shops s WHERE s.party_id = $1 AND (${hasOlder('payments')} OR ${hasOlder('invoices')})) AS "hasOlder"`,
);
