import Stripe from 'stripe';
import type { CallbackReader } from '../connector';
import { OPERATION } from './stripe-operations';

/**
 * Reads the webhooks that Stripe sends: signed with the endpoint's secret, about an object whose metadata name our
 * operation. What Stripe says there is not believed, only asked about.
 */
export function createStripeCallbacks(webhookSecret: string): CallbackReader {
  return {
    read({ body, header }) {
      const event = verified(body, header('Stripe-Signature') ?? '', webhookSecret);
      if (!event) return { kind: 'refused' };
      const { metadata } = event.data.object as { metadata?: Record<string, string> | null };
      const operationID = metadata?.[OPERATION];
      return operationID === undefined ? { kind: 'read' } : { kind: 'read', operationID };
    },
  };
}

function verified(body: Buffer, signature: string, secret: string): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    return undefined;
  }
}
