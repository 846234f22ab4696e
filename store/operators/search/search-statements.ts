import type { SearchedAmount, TermKind } from '../../../domain/operators/search/search-terms';
import { statement, type Statement } from '../../postgres/database';
import { newestOf, newestOfAll, newestOfEach, SOURCES, type FoundPlace } from './found-entity';

/** `$1` is an id; an id within other entities has its owners before it, separated by dots. */
const partOfID = (number: number): string => `split_part($1, '.', ${number})`;
const isWithin = (alias: string, columns: readonly string[]): string =>
  [...columns.map((column, index) => `${alias}.${column} = ${partOfID(index + 1)}`)].join(' AND ');

const ID = statement<FoundPlace>(
  'find-by-id',
  newestOfAll([
    newestOf(SOURCES.invoice, 'i.id = $1'),
    newestOf(SOURCES.payment, 'p.invoice_id = $1'),
    newestOf(SOURCES.payment, isWithin('p', ['invoice_id', 'id'])),
    newestOf(SOURCES.refund, isWithin('r', ['invoice_id', 'payment_id', 'id'])),
    newestOf(SOURCES.chargeback, isWithin('c', ['invoice_id', 'payment_id', 'id'])),
    newestOf(SOURCES.customer, 'c.id = $1'),
    newestOf(SOURCES.binding, `b.id = $1`),
    newestOf(SOURCES.binding, isWithin('b', ['customer_id', 'id'])),
    newestOf(SOURCES.invoiceTemplate, 't.id = $1'),
    newestOf(SOURCES.webhook, 'w.id = $1'),
    newestOf(SOURCES.party, 'p.id = $1'),
    newestOf(SOURCES.shop, 's.id = $1'),
    newestOf(SOURCES.identity, 'y.id = $1'),
    newestOf(SOURCES.wallet, 'w.id = $1'),
    newestOf(SOURCES.destination, 'd.id = $1'),
    newestOf(SOURCES.withdrawal, 'w.id = $1'),
    newestOf(SOURCES.deposit, 'd.id = $1'),
    newestOf(SOURCES.transfer, 't.id = $1'),
    newestOf(SOURCES.payout, 'p.id = $1'),
  ]),
);

/** External ids are unique within a party, so each party is looked up. */
const ofEachParty = (part: Parameters<typeof newestOf>[0], alias: string): string =>
  newestOfEach('parties o', newestOf(part, `${alias}.party_id = o.id AND ${alias}.external_id = $1`));

const EXTERNAL_ID = statement<FoundPlace>(
  'find-by-external-id',
  newestOfAll([
    ofEachParty(SOURCES.invoice, 'i'),
    ofEachParty(SOURCES.payment, 'p'),
    ofEachParty(SOURCES.refund, 'r'),
    newestOfEach(
      'parties o',
      newestOf(SOURCES.customer, 'c.party_id = o.id AND c.external_id = $1 AND c.deleted_at IS NULL'),
    ),
    ofEachParty(SOURCES.binding, 'b'),
    newestOfEach(
      'parties o',
      newestOf(SOURCES.invoiceTemplate, 't.party_id = o.id AND t.external_id = $1 AND t.deleted_at IS NULL'),
    ),
    ofEachParty(SOURCES.identity, 'y'),
    ofEachParty(SOURCES.wallet, 'w'),
    ofEachParty(SOURCES.destination, 'd'),
    ofEachParty(SOURCES.withdrawal, 'w'),
    ofEachParty(SOURCES.transfer, 't'),
  ]),
);

const ofEachShop = (condition: string): string =>
  newestOfEach('shops o', newestOf(SOURCES.payment, `p.shop_id = o.id AND ${condition}`));

const EMAIL = statement<FoundPlace>(
  'find-by-email',
  newestOfAll([
    ofEachShop('lower(p.payer_email) = $1'),
    newestOf(SOURCES.customer, `lower(c.contact_info ->> 'email') = $1`),
  ]),
);

const national = (phone: string): string => `right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 10)`;

const PHONE = statement<FoundPlace>(
  'find-by-phone',
  newestOfAll([
    newestOf(SOURCES.payment, `${national(`p.payer #>> '{contactInfo,phoneNumber}'`)} = $1`),
    newestOf(SOURCES.customer, `${national(`c.contact_info ->> 'phoneNumber'`)} = $1`),
  ]),
);

const LAST_FOUR = statement<FoundPlace>(
  'find-by-last-four',
  newestOfAll([
    ofEachShop('p.card_last4 = $1'),
    newestOf(SOURCES.binding, `right(b.tool_details ->> 'lastDigits', 4) = $1`),
  ]),
);

/** `$6` are the first digits. */
const MASKED_CARD = statement<FoundPlace>(
  'find-by-masked-card',
  newestOfAll([
    ofEachShop('p.card_last4 = $1 AND p.card_first6 = $6'),
    newestOf(
      SOURCES.binding,
      `right(b.tool_details ->> 'lastDigits', 4) = $1 AND left(b.tool_details ->> 'bin', 6) = $6`,
    ),
  ]),
);

const RRN = statement<FoundPlace>(
  'find-by-rrn',
  newestOfAll([ofEachShop('p.rrn = $1'), newestOf(SOURCES.refund, 'r.rrn = $1')]),
);

const APPROVAL_CODE = statement<FoundPlace>('find-by-approval-code', newestOfAll([ofEachShop('p.approval_code = $1')]));

const CONNECTOR_REFERENCE = statement<FoundPlace>(
  'find-by-connector-reference',
  newestOfAll([
    newestOf(SOURCES.payment, 'p.connector_reference = $1'),
    newestOf(SOURCES.refund, 'r.connector_reference = $1'),
    newestOf(SOURCES.withdrawal, 'w.connector_reference = $1'),
  ]),
);

/** The card of a payment, by parameters with its last digits and its first ones or null. */
export const isCard = (last4: string, first6: string): string =>
  `p.card_last4 = ${last4} AND p.card_first6 = coalesce(${first6}, p.card_first6)`;

/** The parameters of a statement that searches for amounts. */
export const bindAmounts = (amounts: readonly SearchedAmount[]): { value: string[]; extra: unknown[] } => ({
  value: amounts.map(({ minor }) => minor.toString()),
  extra: [amounts.map(({ currency }) => currency)],
});

/** `$1` are amounts and `$6` their currencies. */
const AMOUNTS = 'unnest($1::bigint[], $6::text[]) AS a (minor, currency)';

const AMOUNT = statement<FoundPlace>(
  'find-by-amount',
  newestOfAll([
    newestOfEach(
      `shops o JOIN ${AMOUNTS} ON a.currency = o.currency`,
      newestOf(SOURCES.payment, 'p.shop_id = o.id AND p.amount = a.minor'),
    ),
    newestOfEach(
      `shops o JOIN ${AMOUNTS} ON a.currency = o.currency`,
      newestOf(SOURCES.invoice, 'i.shop_id = o.id AND i.amount = a.minor'),
    ),
    newestOfEach(AMOUNTS, newestOf(SOURCES.refund, 'r.amount = a.minor AND r.currency = a.currency')),
    newestOfEach(AMOUNTS, newestOf(SOURCES.withdrawal, 'w.amount = a.minor AND w.currency = a.currency')),
    newestOfEach(AMOUNTS, newestOf(SOURCES.deposit, 'd.amount = a.minor AND d.currency = a.currency')),
    newestOfEach(AMOUNTS, newestOf(SOURCES.transfer, 't.amount = a.minor AND t.currency = a.currency')),
    newestOfEach(AMOUNTS, newestOf(SOURCES.payout, 'p.amount = a.minor AND p.currency = a.currency')),
  ]),
);

/** Of `$1` and `$6`, paid by a card: its last digits `$7`, and its first ones `$8` unless null. */
const CARD_AND_AMOUNT = statement<FoundPlace>(
  'find-by-card-and-amount',
  newestOfAll([
    newestOfEach(
      `shops o JOIN ${AMOUNTS} ON a.currency = o.currency`,
      newestOf(SOURCES.payment, `p.shop_id = o.id AND p.amount = a.minor AND ${isCard('$7', '$8')}`),
    ),
  ]),
);

/** The statements by what they search for. */
export const FIND_BY: Readonly<Record<TermKind | 'maskedCard' | 'cardAndAmount', Statement<FoundPlace>>> = {
  id: ID,
  externalID: EXTERNAL_ID,
  email: EMAIL,
  phone: PHONE,
  lastFour: LAST_FOUR,
  maskedCard: MASKED_CARD,
  rrn: RRN,
  approvalCode: APPROVAL_CODE,
  connectorReference: CONNECTOR_REFERENCE,
  amount: AMOUNT,
  cardAndAmount: CARD_AND_AMOUNT,
};
