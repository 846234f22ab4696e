import type { MetadataKeys } from '../../../domain/operators/person/erased';
import { statement } from '../../postgres/database';
import { RETENTION_DAYS } from '../../platform/retention/retention';
import type { Store } from '../../store';
import { ERASE } from './erase-rows';

/** Keeps a round to less than a second. */
const BATCH_SIZE = 50;

const LIST = statement<{ id: string }>(
  'deleted-customers-list',
  `SELECT id FROM customers WHERE deleted_at < now() - make_interval(days => $1) AND erased_at IS NULL
     AND NOT EXISTS (SELECT FROM customer_bindings b WHERE b.customer_id = customers.id AND b.status = 'pending')
   ORDER BY deleted_at LIMIT ${BATCH_SIZE}`,
);

/** Erases a batch of customers that were deleted long enough ago. Idempotent. */
export async function eraseDeletedCustomers(
  store: Store,
  keys: MetadataKeys,
): Promise<{ count: number; hasMore: boolean }> {
  const customers = await store.database.run(LIST, [RETENTION_DAYS.customers]);
  for (const { id } of customers) {
    await store.database.transaction((tx) => ERASE.customer({ store, key: [id], keys, tx }));
  }
  return { count: customers.length, hasMore: customers.length === BATCH_SIZE };
}
