import { continueAsNew, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import { ordinaryActivities } from '../operation/summarised';
import type { ReencryptionActivities, ReencryptionInput, ReencryptionPlace } from './reencryption.contract';

const { reencryptPage, finishReencryption } = ordinaryActivities<ReencryptionActivities>(
  {
    reencryptPage: 'Encrypts a page with the key in force',
    finishReencryption: 'Records that all that rests is under the key',
  },
  {
    // A page takes a second or two; a dead worker's page is retried.
    startToCloseTimeout: '15 s',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
  },
);

/** Pauses between pages in favour of payments. */
const PAGE_PAUSE_MS = 100;
/** Pauses between passes, until processes with the old key have written. */
const PASS_PAUSE_MS = 5_000;
/** Continues as new well below the history limit. */
const MAX_HISTORY_EVENTS = 800;

/**
 * Encrypts all stored data with one key, page by page, until a pass finds nothing else. Ends early if another key
 * supersedes it.
 */
export async function reencryption({ keyID, ...progress }: ReencryptionInput): Promise<{ reencrypted: number }> {
  let reencrypted = progress.reencrypted ?? 0;
  let place: ReencryptionPlace = progress.place ?? { column: 0, after: '' };
  while (workflowInfo().historyLength < MAX_HISTORY_EVENTS) {
    const step = await reencryptPage({ keyID, place });
    if (step === 'superseded') {
      setCurrentDetails(`Another key has taken the place of \`${keyID}\`: ${reencrypted} texts were encrypted anew.`);
      return { reencrypted };
    }
    reencrypted += step.reencrypted;
    if (!step.next) {
      await finishReencryption({ keyID, reencrypted, requestedAt: step.requestedAt });
      setCurrentDetails(`All that rests is under the key \`${keyID}\`: ${reencrypted} texts were encrypted anew.`);
      return { reencrypted };
    }
    place = step.next;
    setCurrentDetails(`Encrypts with the key \`${keyID}\`: at \`${step.column}\`, ${reencrypted} texts so far.`);
    const isPassOver = place.column === 0 && place.after === '';
    await sleep(isPassOver ? PASS_PAUSE_MS : PAGE_PAUSE_MS, { summary: 'pause between batches' });
  }
  return continueAsNew<typeof reencryption>({ keyID, place, reencrypted });
}
