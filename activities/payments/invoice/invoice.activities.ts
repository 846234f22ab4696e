import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@temporalio/activity';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { setSchedule } from '../../../store/payments/invoice/due-date-schedule';
import { cancelOverdue, readOverdueOutlook } from '../../../store/payments/invoice/overdue';
import type { Clock } from '../../../store/postgres/database-clock';
import type { Store } from '../../../store/store';
import type { DueInvoicesActivities, DueLook } from '../../../workflows/payments/invoice/due-invoices.contract';

/** Invoices locked at a time, for some tens of milliseconds. */
const BATCH_SIZE = 50;

/** Activities of the workflow of due dates. */
export function createInvoiceActivities({ store, clock }: { store: Store; clock: Clock }): DueInvoicesActivities {
  return { cancelDueInvoices: async () => cancelDueInvoices(store, await clock()) };
}

async function cancelDueInvoices(store: Store, asOf: Date): Promise<DueLook> {
  const beganMs = performance.now();
  const { cancelledCount, failed, isFull } = await cancelOverdue(store, asOf, BATCH_SIZE);
  for (const { error, ...invoice } of failed) {
    log.error('an overdue invoice could not be cancelled', { ...invoice, reason: String(error) });
  }
  if (isFull) {
    // Pauses for as long as the batch took, so that payments keep half of the database's time.
    await sleep(performance.now() - beganMs);
    return { cancelledCount };
  }
  const nextAtMs = await setSchedule(store, asOf);
  const nextAt = nextAtMs === undefined ? null : rfc3339Text(new Date(nextAtMs));
  return { cancelledCount, outlook: { nextAt, ...(await readOverdueOutlook(store)) } };
}
