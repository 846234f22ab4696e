import { log } from '@temporalio/activity';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { listDueDestinations, findNextExpiry } from '../../../store/wallets/destination/destination-expiry';
import { authoriseDestination, expireDestination } from '../../../store/wallets/destination/destination.transitions';
import type { Clock } from '../../../store/postgres/database-clock';
import type { Store } from '../../../store/store';
import type { DestinationActivities } from '../../../workflows/wallets/destination/destination.contract';
import type { ExpiryActivities, ExpiryLook } from '../../../workflows/wallets/destination/destination-expiry.contract';

/** Authorisations per batch, each in its own transaction. */
const BATCH_SIZE = 200;

/** Activities of destination workflows. */
export function createDestinationActivities({
  store,
  clock,
}: {
  store: Store;
  clock: Clock;
}): DestinationActivities & ExpiryActivities {
  return {
    authoriseDestination: async (destinationID) => (await authoriseDestination(store, destinationID)).status,
    expireDestinations: async () => expireDestinations(store, await clock()),
  };
}

async function expireDestinations(store: Store, asOf: Date): Promise<ExpiryLook> {
  const due = await listDueDestinations(store.database, asOf, BATCH_SIZE);
  let failedCount = 0;
  for (const destinationID of due) {
    try {
      await expireDestination(store, destinationID, asOf);
    } catch (error) {
      failedCount++;
      log.error('an authorisation of a destination could not be expired', { destinationID, reason: String(error) });
    }
  }
  const nextAt = rfc3339Text(await findNextExpiry(store.database, asOf)) ?? null;
  const expiredCount = due.length - failedCount;
  return { expiredCount, failedCount, nextAt, hasMore: due.length === BATCH_SIZE && expiredCount > 0 };
}
