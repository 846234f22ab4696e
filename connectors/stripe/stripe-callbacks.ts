import Stripe from 'stripe';
import type { CallbackReader } from '../callback';
import { readDispute } from './stripe-disputes';
import { OPERATION } from './stripe-operations';

/**
 * Reads Stripe's webhooks, signed with the endpoint's secret, without which none is accepted; the object's metadata contain our operation id. The event
 * only triggers a look-up. One about a dispute is a statement, which a look-up confirms.
 */
export function createStripeCallbacks(webhookSecret: string | undefined): CallbackReader {
  return {
    read({ body, header }) {
      const event = webhookSecret && verifyEvent(body, header('Stripe-Signature') ?? '', webhookSecret);
      if (!event) return { kind: 'refused' };
      const dispute = readDispute(event);
      if (dispute) return { kind: 'read', disputes: [dispute] };
      const { metadata } = event.data.object as { metadata?: Record<string, string> | null };
      const operationID = metadata?.[OPERATION];
      return operationID === undefined ? { kind: 'read' } : { kind: 'read', operationID };
    },
  };
}

function verifyEvent(body: Buffer, signature: string, secret: string): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    return undefined;
  }
}
