import { continueAsNew, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import { ordinaryActivities } from '../operation/summarised';
import type { ReencryptionActivities, ReencryptionInput, ReencryptionPlace } from './reencryption.contract';

const { reencryptPage, finishReencryption } = ordinaryActivities<ReencryptionActivities>(
  {
    reencryptPage: 'Encrypts a page with the key in force',
    finishReencryption: 'Records that all that rests is under the key',
  },
  {
    // A page takes a second or two; one whose worker has died is begun again, and goes on where that was.
    startToCloseTimeout: '15 s',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 min' },
  },
);

/** Between two pages: whoever pays has the record for himself most of the time. */
const BREATH_MS = 100;
/** Before another pass: whatever process still encrypts with the old key has written something by then. */
const BETWEEN_PASSES_MS = 5_000;
/** A history is continued as new well before a thousand events. */
const MAX_HISTORY_EVENTS = 800;

/**
 * Encrypts all that rests with one key, page after page, until a whole pass has found nothing under another, and records that it is
 * done. Ends without that where another key takes the place of this one.
 */
export async function reencryption({ keyID, ...begun }: ReencryptionInput): Promise<{ reencrypted: number }> {
  let reencrypted = begun.reencrypted ?? 0;
  let place: ReencryptionPlace = begun.place ?? { column: 0, after: '' };
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
    await sleep(isPassOver ? BETWEEN_PASSES_MS : BREATH_MS, { summary: 'lets others work' });
  }
  return continueAsNew<typeof reencryption>({ keyID, place, reencrypted });
}
