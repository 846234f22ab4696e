import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../harness/random';
import type { MeasuredLifecycles } from '../payments/lifecycles';

const VICTIMS = 4;
/** The mean pause between two payments of a caller. */
const PAUSE_MS = 100;

/** The times of a party's calls from the request to the webhook, and its refused calls. */
export interface Times {
  authorised: number[];
  captured: number[];
  refunded: number[];
  refusals: string[];
}

/** Pays, captures and refunds for a party until a moment. */
export async function liveUntil(merchant: MeasuredLifecycles, endMs: number, random: Random): Promise<Times> {
  const times: Times = { authorised: [], captured: [], refunded: [], refusals: [] };
  const call = async (): Promise<void> => {
    while (Date.now() < endMs) {
      try {
        const { invoiceID, paymentID, authorisedMs } = await merchant.hold();
        times.authorised.push(authorisedMs);
        times.captured.push(await merchant.capture({ invoiceID, paymentID }));
        times.refunded.push(await merchant.refund({ invoiceID, paymentID }));
      } catch (error) {
        times.refusals.push(String(error));
      }
      await sleep(2 * PAUSE_MS * random.next());
    }
  };
  await Promise.all(Array.from({ length: VICTIMS }, call));
  return times;
}
