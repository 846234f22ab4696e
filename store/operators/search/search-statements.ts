import type { SearchedAmount, TermKind } from '../../../domain/operators/search/search-terms';
import { statement, type Statement } from '../../postgres/database';
import { newestOf, newestOfAll, newestOfEach, SOURCES, type FoundPlace } from './found-entity';

type Part = Parameters<typeof newestOf>[0];

/** `$1` is an id; an id within other entities has its owners before it, separated by dots. */
export const isWithin = (alias: string, columns: readonly string[]): string =>
  columns.map((column, index) => `${alias}.${column} = split_part($1, '.', ${index + 1})`).join(' AND ');

/** External ids are unique within a party, so each party is looked up. */
const ofEachParty = (part: Part, alias: string, more = ''): string =>
  newestOfEach('parties o', newestOf(part, `${alias}.party_id = o.id AND ${alias}.external_id = $1${more}`));

const ofEachShop = (condition: string): string =>
  newestOfEach('shops o', newestOf(SOURCES.payment, `p.shop_id = o.id AND ${condition}`));

export const national = (phone: string): string => `right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 10)`;

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

/** Whether a row has one of the amounts. */
const hasAmount = (alias: string): string => `${alias}.amount = a.minor AND ${alias}.currency = a.currency`;
/** As `hasAmount`, of the shops `o` with its currency. */
const ofShopAmounts = (part: Part, condition: string): string =>
  newestOfEach(`shops o JOIN ${AMOUNTS} ON a.currency = o.currency`, newestOf(part, condition));

/** The statements by what they search for. */
export const FIND_BY: Readonly<Record<TermKind | 'maskedCard' | 'cardAndAmount', Statement<FoundPlace>>> = {
  id: statement<FoundPlace>(
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
  ),
  externalID: statement<FoundPlace>(
    'find-by-external-id',
    newestOfAll([
      ofEachParty(SOURCES.invoice, 'i'),
      ofEachParty(SOURCES.payment, 'p'),
      ofEachParty(SOURCES.refund, 'r'),
      ofEachParty(SOURCES.customer, 'c', ' AND c.deleted_at IS NULL'),
      ofEachParty(SOURCES.binding, 'b'),
      ofEachParty(SOURCES.invoiceTemplate, 't', ' AND t.deleted_at IS NULL'),
      ofEachParty(SOURCES.identity, 'y'),
      ofEachParty(SOURCES.wallet, 'w'),
      ofEachParty(SOURCES.destination, 'd'),
      ofEachParty(SOURCES.withdrawal, 'w'),
      ofEachParty(SOURCES.transfer, 't'),
    ]),
  ),
  email: statement<FoundPlace>(
    'find-by-email',
    newestOfAll([
      ofEachShop('lower(p.payer_email) = $1'),
      newestOf(SOURCES.customer, `lower(c.contact_info ->> 'email') = $1`),
    ]),
  ),
  phone: statement<FoundPlace>(
    'find-by-phone',
    newestOfAll([
      newestOf(SOURCES.payment, `${national(`p.payer #>> '{contactInfo,phoneNumber}'`)} = $1`),
      newestOf(SOURCES.customer, `${national(`c.contact_info ->> 'phoneNumber'`)} = $1`),
    ]),
  ),
  lastFour: statement<FoundPlace>(
    'find-by-last-four',
    newestOfAll([
      ofEachShop('p.card_last4 = $1'),
      newestOf(SOURCES.binding, `right(b.tool_details ->> 'lastDigits', 4) = $1`),
    ]),
  ),
  /** `$6` are the first digits. */
  maskedCard: statement<FoundPlace>(
    'find-by-masked-card',
    newestOfAll([
      ofEachShop('p.card_last4 = $1 AND p.card_first6 = $6'),
      newestOf(
        SOURCES.binding,
        `right(b.tool_details ->> 'lastDigits', 4) = $1 AND left(b.tool_details ->> 'bin', 6) = $6`,
      ),
    ]),
  ),
  rrn: statement<FoundPlace>(
    'find-by-rrn',
    newestOfAll([ofEachShop('p.rrn = $1'), newestOf(SOURCES.refund, 'r.rrn = $1')]),
  ),
  approvalCode: statement<FoundPlace>('find-by-approval-code', newestOfAll([ofEachShop('p.approval_code = $1')])),
  connectorReference: statement<FoundPlace>(
    'find-by-connector-reference',
    newestOfAll([
      newestOf(SOURCES.payment, 'p.connector_reference = $1'),
      newestOf(SOURCES.refund, 'r.connector_reference = $1'),
      newestOf(SOURCES.withdrawal, 'w.connector_reference = $1'),
    ]),
  ),
  amount: statement<FoundPlace>(
    'find-by-amount',
    newestOfAll([
      ofShopAmounts(SOURCES.payment, 'p.shop_id = o.id AND p.amount = a.minor'),
      ofShopAmounts(SOURCES.invoice, 'i.shop_id = o.id AND i.amount = a.minor'),
      newestOfEach(AMOUNTS, newestOf(SOURCES.refund, hasAmount('r'))),
      newestOfEach(AMOUNTS, newestOf(SOURCES.withdrawal, hasAmount('w'))),
      newestOfEach(AMOUNTS, newestOf(SOURCES.deposit, hasAmount('d'))),
      newestOfEach(AMOUNTS, newestOf(SOURCES.transfer, hasAmount('t'))),
      newestOfEach(AMOUNTS, newestOf(SOURCES.payout, hasAmount('p'))),
    ]),
  ),
  /** Of `$1` and `$6`, paid by a card: its last digits `$7`, and its first ones `$8` unless null. */
  cardAndAmount: statement<FoundPlace>(
    'find-by-card-and-amount',
    newestOfAll([ofShopAmounts(SOURCES.payment, `p.shop_id = o.id AND p.amount = a.minor AND ${isCard('$7', '$8')}`)]),
  ),
};
