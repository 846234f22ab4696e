import type { ApiClient } from '../api/client';
import type { PaymentResourceResult, PaymentTool } from '../api/types';
import type { FinalOutcome } from '../outcomes';
import { getFailedField, isRefusal, getFailureOutcome, type FieldName } from './failures';
import { browser, fingerprint } from './fingerprint';
import type { Contact, Purpose } from './purpose';

export interface Requested {
  problem?: FinalOutcome;
  field?: FieldName | undefined;
  /** Whether the platform has it, or may have it because the response was lost. */
  mayBeTaken: boolean;
}

export async function requestAttempt(
  call: ApiClient,
  purpose: Purpose,
  { tool, contact, attemptID }: { tool: PaymentTool; contact: Contact; attemptID: string },
): Promise<Requested> {
  let isAsked = false;
  try {
    const resource = await call<PaymentResourceResult>('/payment-resources', {
      token: purpose.token,
      body: {
        paymentTool: tool,
        clientInfo: { fingerprint: fingerprint(), url: location.origin + location.pathname, browser: browser() },
      },
    });
    isAsked = true;
    await purpose.begin({ resource, attemptID, contact });
    return { mayBeTaken: true };
  } catch (error) {
    const mayBeTaken = isAsked && !isRefusal(error);
    return { problem: getFailureOutcome(error), field: getFailedField(error), mayBeTaken };
  }
}
