import {
  ERASED,
  eraseBody,
  eraseMetadata,
  eraseTexts,
  type MetadataKeys,
} from '../../../domain/operators/person/erased';
import type { PersonRowKind } from '../../../domain/operators/person/person';
import { decrypt, encrypt } from '../../../security/encryption';
import { changeCustomer } from '../../payments/customer/customer.change';
import { deletion } from '../../payments/customer/customer.delete';
import { erasePaymentNotes } from '../../payments/payment-note/payment-notes';
import { DESTINATION_DETAILS } from '../../wallets/destination/destination.table';
import { lookup, statement, type Transaction } from '../../postgres/database';
import type { Store } from '../../store';
import { eraseMessages } from './erase-messages';

/** The inputs of erasing one row. */
export interface EraseInput {
  store: Store;
  key: readonly string[];
  keys: MetadataKeys;
  tx: Transaction;
}

/** `later`: the row's payment or withdrawal is open and needs its data. */
export type EraseOutcome = 'erased' | 'later';

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const IS_DELETED = lookup<{ isDeleted: boolean }>(
  'erase-customer-deleted',
  'SELECT deleted_at IS NOT NULL AS "isDeleted" FROM customers WHERE id = $1',
);

/** Deletes a customer, also in a blocked shop, so that nothing charges the person any more. */
export async function endCustomer(store: Store, customerID: string): Promise<void> {
  const [known] = await store.database.run(IS_DELETED, [customerID]);
  if (!known || known.isDeleted) return;
  await changeCustomer(store, { customerID }, async (customer, _tx, now) => {
    return customer.deletedAt === null ? deletion(customer, now) : undefined;
  });
}

const CUSTOMER = statement<{ partyID: string; contactInfo: object; metadata: object; isPending: boolean }>(
  'erase-customer-lock',
  `SELECT party_id AS "partyID", contact_info AS "contactInfo", metadata, EXISTS (
     SELECT FROM customer_bindings b WHERE b.customer_id = c.id AND b.status = 'pending') AS "isPending"
   FROM customers c WHERE id = $1 FOR UPDATE`,
);
const ERASE_CUSTOMER = statement(
  'erase-customer',
  `UPDATE customers SET contact_info = $2, metadata = $3, external_id = NULL, parameters_hash = NULL, erased_at = now()
   WHERE id = $1`,
);
const BINDINGS = statement<{ id: string; clientInfo: object; toolDetails: object }>(
  'erase-bindings-list',
  `SELECT id, client_info AS "clientInfo", tool_details AS "toolDetails" FROM customer_bindings
   WHERE customer_id = $1 ORDER BY id`,
);
const ERASE_BINDING = statement(
  'erase-binding',
  `UPDATE customer_bindings SET client_info = $3, tool_details = $4, encrypted_recurrent_token = NULL, interaction = NULL
   WHERE customer_id = $1 AND id = $2`,
);

async function eraseCustomer({ store, key: [id = ''], keys, tx }: EraseInput): Promise<EraseOutcome> {
  const { database } = store;
  const [customer] = await database.run(CUSTOMER, [id], tx);
  if (!customer) return 'erased';
  if (customer.isPending) return 'later';
  const contact = eraseBody(customer.contactInfo, keys);
  await database.run(ERASE_CUSTOMER, [id, json(contact), json(eraseMetadata(customer.metadata, keys))], tx);
  for (const { id: bindingID, clientInfo, toolDetails } of await database.run(BINDINGS, [id], tx)) {
    const erased = [clientInfo, toolDetails].map((part) => json(eraseBody(part, keys)));
    await database.run(ERASE_BINDING, [id, bindingID, ...erased], tx);
  }
  await eraseMessages({ store, partyID: customer.partyID, subject: `customer/${id}`, keys }, tx);
  return 'erased';
}

const LOCK_INVOICE = statement<{ partyID: string; metadata: object }>(
  'erase-invoice-lock',
  'SELECT party_id AS "partyID", metadata FROM invoices WHERE id = $1 FOR UPDATE',
);
const PAYMENT = statement<{ payer: object; metadata: object | null; isOpen: boolean }>(
  'erase-payment-find',
  `SELECT payer, metadata, coalesce(status IN ('pending', 'processed'), false) OR EXISTS (
     SELECT FROM chargeback_evidence e JOIN chargebacks c ON (c.invoice_id, c.payment_id, c.id) = (e.invoice_id, e.payment_id, e.chargeback_id)
     WHERE e.invoice_id = p.invoice_id AND e.payment_id = p.id AND c.status = 'pending') AS "isOpen"
   FROM payments p WHERE invoice_id = $1 AND id = $2`,
);
const ERASE_PAYMENT = statement(
  'erase-payment',
  `UPDATE payments SET payer = $3, metadata = $4, encrypted_payment_tool = NULL, encrypted_recurrent_token = NULL,
     interaction = NULL WHERE invoice_id = $1 AND id = $2`,
);
// The retention deletes the files of what is removed.
const ERASE_EVIDENCE = statement(
  'erase-evidence',
  `UPDATE chargeback_evidence SET state = 'removed', state_changed_at = now(), file_name = $3
   WHERE invoice_id = $1 AND payment_id = $2`,
);

async function erasePayment({ store, key, keys, tx }: EraseInput): Promise<EraseOutcome> {
  const { database } = store;
  const [invoice] = await database.run(LOCK_INVOICE, [key[0]], tx);
  const [payment] = await database.run(PAYMENT, key, tx);
  if (!invoice || !payment) return 'erased';
  if (payment.isOpen) return 'later';
  const { payer, metadata } = payment;
  await database.run(ERASE_PAYMENT, [...key, json(eraseBody(payer, keys)), json(eraseMetadata(metadata, keys))], tx);
  await database.run(ERASE_EVIDENCE, [...key, ERASED], tx);
  const [invoiceID = '', paymentID = ''] = key;
  await erasePaymentNotes(database, { invoiceID, paymentID, text: ERASED }, tx);
  await eraseMessages({ store, partyID: invoice.partyID, subject: `invoice/${invoiceID}`, keys }, tx);
  return 'erased';
}

const ERASE_INVOICE = statement('erase-invoice', 'UPDATE invoices SET metadata = $2 WHERE id = $1');

async function eraseInvoice({ store, key: [id = ''], keys, tx }: EraseInput): Promise<EraseOutcome> {
  const [invoice] = await store.database.run(LOCK_INVOICE, [id], tx);
  if (!invoice) return 'erased';
  await store.database.run(ERASE_INVOICE, [id, json(eraseMetadata(invoice.metadata, keys))], tx);
  await eraseMessages({ store, partyID: invoice.partyID, subject: `invoice/${id}`, keys }, tx);
  return 'erased';
}

const IDENTITY = statement<{ metadata: object | null }>(
  'erase-identity-lock',
  'SELECT metadata FROM identities WHERE id = $1 FOR UPDATE',
);
const ERASE_IDENTITY = statement('erase-identity', 'UPDATE identities SET name = $2, metadata = $3 WHERE id = $1');

async function eraseIdentity({ store, key: [id = ''], keys, tx }: EraseInput): Promise<EraseOutcome> {
  const [identity] = await store.database.run(IDENTITY, [id], tx);
  if (!identity) return 'erased';
  await store.database.run(ERASE_IDENTITY, [id, ERASED, json(eraseMetadata(identity.metadata, keys))], tx);
  return 'erased';
}

const DESTINATION = statement<{ partyID: string; encrypted: string; metadata: object | null; isInUse: boolean }>(
  'erase-destination-lock',
  `SELECT party_id AS "partyID", encrypted_details AS encrypted, metadata, EXISTS (
     SELECT FROM withdrawals w WHERE w.destination_id = d.id AND w.status = 'Pending') AS "isInUse"
   FROM destinations d WHERE id = $1 FOR UPDATE`,
);
const ERASE_DESTINATION = statement(
  'erase-destination',
  'UPDATE destinations SET name = $2, encrypted_details = $3, metadata = $4, is_blocked = true WHERE id = $1',
);
// The erasure has the vault delete it when its rows are erased.
const DELETE_CARD = statement('erase-card', 'UPDATE vault_cards SET delete_after = now() WHERE token = $1');

async function eraseDestination({ store, key: [id = ''], keys, tx }: EraseInput): Promise<EraseOutcome> {
  const { database, encryptionKeys } = store;
  const [destination] = await database.run(DESTINATION, [id], tx);
  if (!destination) return 'erased';
  if (destination.isInUse) return 'later';
  const details = JSON.parse(await decrypt(destination.encrypted, DESTINATION_DETAILS, encryptionKeys)) as {
    resource: { token?: string };
  };
  if (details.resource.token) await database.run(DELETE_CARD, [details.resource.token], tx);
  const encrypted = await encrypt(JSON.stringify(eraseTexts(details)), DESTINATION_DETAILS, encryptionKeys);
  const metadata = json(eraseMetadata(destination.metadata, keys));
  await database.run(ERASE_DESTINATION, [id, ERASED, encrypted, metadata], tx);
  await eraseMessages({ store, partyID: destination.partyID, subject: `destination/${id}`, keys }, tx);
  return 'erased';
}

const WITHDRAWAL = statement<{ partyID: string; ownerPartyID: string; metadata: object | null; isOpen: boolean }>(
  'erase-withdrawal-lock',
  `SELECT party_id AS "partyID", owner_party_id AS "ownerPartyID", metadata, status = 'Pending' AS "isOpen"
   FROM withdrawals WHERE id = $1 FOR UPDATE`,
);
const ERASE_WITHDRAWAL = statement(
  'erase-withdrawal',
  'UPDATE withdrawals SET encrypted_person = NULL, metadata = $2, interaction = NULL WHERE id = $1',
);

async function eraseWithdrawal({ store, key: [id = ''], keys, tx }: EraseInput): Promise<EraseOutcome> {
  const [withdrawal] = await store.database.run(WITHDRAWAL, [id], tx);
  if (!withdrawal) return 'erased';
  if (withdrawal.isOpen) return 'later';
  await store.database.run(ERASE_WITHDRAWAL, [id, json(eraseMetadata(withdrawal.metadata, keys))], tx);
  for (const partyID of new Set([withdrawal.partyID, withdrawal.ownerPartyID])) {
    await eraseMessages({ store, partyID, subject: `withdrawal/${id}`, keys }, tx);
  }
  return 'erased';
}

/** Erases the personal data of one row, with its webhook messages. Idempotent. */
export const ERASE: Readonly<Record<PersonRowKind, (input: EraseInput) => Promise<EraseOutcome>>> = {
  customer: eraseCustomer,
  payment: erasePayment,
  invoice: eraseInvoice,
  identity: eraseIdentity,
  destination: eraseDestination,
  withdrawal: eraseWithdrawal,
};
