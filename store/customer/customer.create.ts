import type { Customer } from '../../domain/customer/customer';
import { customerMachine } from '../../domain/customer/customer.machine';
import type { ContactInfo } from '../../domain/payment/payment';
import { selectList } from '../columns';
import { isUniqueViolation, statement, type Transaction } from '../database';
import { newId } from '../id';
import { assertSameParameters, parametersHash, type Existing } from '../idempotency';
import { appendChange } from '../record';
import { assertRecurrentPermitted, operableShop } from '../shop/shop.queries';
import type { Store } from '../store';
import { customerWebhookMessages } from './customer.message';
import { CUSTOMER_COLUMNS, insertCustomer } from './customer.table';

/** What a merchant gives for a new customer. */
export interface NewCustomer {
  partyID: string;
  shopID: string;
  externalID?: string;
  contactInfo: ContactInfo;
  metadata: object;
}

/**
 * Saves a payer. Under an external id that the party has used, the first customer is returned where the parameters are
 * the same.
 * @throws Refusal invalidShopID, invalidPartyStatus, invalidShopStatus, operationNotPermitted, externalIDConflict
 */
export async function createCustomer(store: Store, given: NewCustomer, now = new Date()): Promise<Customer> {
  const { contactInfo, metadata } = given;
  const hash = parametersHash({ contactInfo, metadata });
  const repeated = await findRepeated(store, given, hash);
  if (repeated) return repeated;
  assertRecurrentPermitted(await operableShop(store.database, given));
  try {
    const customer = await store.database.transaction((tx) => startCustomer(store, { given, hash, now }, tx));
    store.wakeUp.send('deliveries');
    return customer;
  } catch (error) {
    const winner = isUniqueViolation(error, 'customers_external_id')
      ? await findRepeated(store, given, hash)
      : undefined;
    if (winner) return winner;
    throw error;
  }
}

const FIND_EXISTING = statement<Customer & Existing>(
  'customer-find-existing',
  `SELECT ${selectList(CUSTOMER_COLUMNS, 'c')}, parameters_hash AS "parametersHash"
   FROM customers c WHERE party_id = $1 AND external_id = $2 AND deleted_at IS NULL`,
);

async function findRepeated(store: Store, given: NewCustomer, hash: Buffer): Promise<Customer | undefined> {
  const { externalID, partyID } = given;
  if (externalID === undefined) return undefined;
  const [existing] = await store.database.run(FIND_EXISTING, [partyID, externalID]);
  if (existing) assertSameParameters(existing, { externalID, parametersHash: hash });
  return existing;
}

async function startCustomer(
  store: Store,
  { given, hash, now }: { given: NewCustomer; hash: Buffer; now: Date },
  tx: Transaction,
): Promise<Customer> {
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
  await insertCustomer(store.database, customer, hash, tx);
  await appendChange(
    store.database,
    {
      subject: { type: 'customer', id: customer.id },
      recipients: { partyID: customer.partyID, shopID: customer.shopID },
      occurredAt: now,
      messages: customerWebhookMessages(customerMachine.creation, customer),
    },
    tx,
  );
  return customer;
}
