import type { Customer } from '../../../domain/payments/customer/customer';
import { customerMachine } from '../../../domain/payments/customer/customer.machine';
import type { ContactInfo } from '../../../domain/payments/payment/payment';
import { assertRecurrentPermitted } from '../../../domain/merchants/shop/shop-terms';
import { selectList } from '../../postgres/columns';
import { lookup, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { changeResult, appendChangeStatement, type Change, type ChangeResult } from '../../change-log';
import { getOperableShop } from '../../merchants/shop/shop.queries';
import { wakeDispatchers, type Store } from '../../store';
import { customerWebhookMessages } from './customer.message';
import { CUSTOMER_COLUMNS, customerInsert } from './customer.table';

export interface NewCustomer {
  partyID: string;
  shopID: string;
  externalID?: string;
  contactInfo: ContactInfo;
  metadata: object;
}

/**
 * Creates a customer, idempotent by external id.
 * @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus, operationNotPermitted, externalIDConflict
 */
export async function createCustomer(store: Store, given: NewCustomer, now = new Date()): Promise<Customer> {
  const { partyID, shopID, externalID, contactInfo, metadata } = given;
  const request = {
    ...{ partyID, externalID, compared: { shopID, contactInfo, metadata } },
    ...{ index: 'customers_external_id', findExisting: FIND_EXISTING },
  };
  return createOnce(store.database, request, async (hash) => {
    assertRecurrentPermitted(await getOperableShop(store.database, given));
    const { customer, recorded } = await store.database.transaction((tx) =>
      startCustomer(store, { given, hash, now }, tx),
    );
    wakeDispatchers(store, recorded);
    return customer;
  });
}

const FIND_EXISTING = lookup<Customer & Existing>(
  'customer-find-existing',
  `SELECT ${selectList(CUSTOMER_COLUMNS, 'c')}, parameters_hash AS "parametersHash"
   FROM customers c WHERE party_id = $1 AND external_id = $2 AND deleted_at IS NULL`,
);

async function startCustomer(
  store: Store,
  { given, hash, now }: { given: NewCustomer; hash: Buffer | null; now: Date },
  tx: Transaction,
): Promise<{ customer: Customer; recorded: ChangeResult }> {
  const customer: Customer = {
    id: newId(now),
    partyID: given.partyID,
    shopID: given.shopID,
    externalID: given.externalID ?? null,
    createdAt: now,
    contactInfo: given.contactInfo,
    metadata: given.metadata,
    status: customerMachine.initial,
    statusChangedAt: now,
    activeBindingID: null,
    eventCount: 0,
    deletedAt: null,
  };
  const created: Change = {
    subject: { type: 'customer', id: customer.id },
    recipients: { partyID: customer.partyID, shopID: customer.shopID },
    occurredAt: now,
    messages: customerWebhookMessages(customerMachine.creation, customer),
  };
  const append = appendChangeStatement(created, store.origin);
  const answers = await store.database.commitWith([customerInsert(customer, hash), append], tx);
  return { customer, recorded: changeResult(created, answers.getRows(append)) };
}
