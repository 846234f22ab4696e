import type { ApiClient } from '../api/client';
import type { Customer, CustomerEvent, PaymentMethod } from '../api/types';
import type { PaymentOptions } from '../../options';
import { updateAttempt, withoutInteraction, type TrackedAttempt, type Progress } from './progress';
import type { Purpose } from './purpose';
import { readEvents } from './read-on';

export function customerPurpose(
  call: ApiClient,
  input: { id: string; token: string; options: PaymentOptions },
): Purpose {
  const { token, options } = input;
  const path = `/customers/${encodeURIComponent(input.id)}`;
  return {
    kind: 'binding',
    subject: { customerID: input.id },
    token,
    load: async () => {
      await call<Customer>(path, { token });
      const { name, description } = options;
      const order = { ...(name ? { shop: name } : {}), ...(description ? { description } : {}), lines: [] };
      return { order, progress: { status: 'open' } };
    },
    methods: async () => {
      const methods = await call<PaymentMethod[]>(`${path}/payment-methods`, { token });
      return methods.filter(({ method }) => method === 'BankCard');
    },
    begin: async ({ resource, attemptID }) => {
      const { paymentToolToken, paymentSession } = resource;
      const body = { externalID: attemptID, paymentResource: { paymentToolToken, paymentSession } };
      await call(`${path}/bindings`, { token, body });
    },
    follow: (progress, limits) => readEvents(call, { subject: path, token, progress, limits, withEvent }),
    approval: () => Promise.resolve({}),
  };
}

function withEvent(progress: Progress, event: CustomerEvent): Progress {
  let next: Progress = { ...progress, lastEventID: event.id };
  for (const change of event.changes) {
    switch (change.changeType) {
      case 'CustomerBindingStarted': {
        const { id, externalID, paymentResource } = change.customerBinding;
        const { paymentToolDetails: tool } = paymentResource;
        const attempt: TrackedAttempt = {
          id,
          startedAt: event.createdAt,
          status: 'pending',
          ...(externalID ? { externalID } : {}),
          ...(tool ? { tool } : {}),
        };
        next = { ...next, attempts: [...next.attempts, attempt] };
        break;
      }
      case 'CustomerBindingStatusChanged': {
        const { status, error } = change;
        const code = error?.code;
        next = updateAttempt(next, change.customerBindingID, (attempt) => ({
          ...withoutInteraction(attempt),
          status,
          ...(code ? { code } : {}),
        }));
        break;
      }
      case 'CustomerBindingInteractionRequested':
        next = updateAttempt(next, change.customerBindingID, (attempt) => ({
          ...attempt,
          interaction: change.userInteraction,
        }));
        break;
      case 'CustomerBindingInteractionCompleted':
        next = updateAttempt(next, change.customerBindingID, withoutInteraction);
        break;
    }
  }
  return next;
}
