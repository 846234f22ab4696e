import { createPublicKey, verify } from 'node:crypto';

/** Armour of PEM and line breaks, also as JSON escapes them. */
const ARMOUR = /-----[^-]+-----|\\n|\s/g;

export interface WebhookMessage {
  /** The bytes of the body as they arrived. */
  body: Uint8Array;
  /** The header `Content-Signature`. */
  signature: string | undefined;
  /** `publicKey` of the webhook: PEM, or base64 from the Wallet API. */
  publicKey: string;
}

/** A message that must not be processed: answer it with 403. */
export class WebhookRefused extends Error {
  constructor(readonly reason: 'signature' | 'age') {
    super(reason === 'signature' ? 'the signature does not match the body' : 'the event is older than maxAgeMs');
  }
}

export function isSigned({ body, signature, publicKey }: WebhookMessage): boolean {
  const digest = /^alg=RS256;\s*digest=([\w=-]+)$/.exec(signature ?? '')?.[1];
  if (!digest) return false;
  const key = createPublicKey({
    key: Buffer.from(publicKey.replace(ARMOUR, ''), 'base64'),
    format: 'der',
    type: 'spki',
  });
  return verify('sha256', body, key, Buffer.from(digest, 'base64url'));
}

/**
 * Reads the event of a signed message. Deliveries are retried for 24 hours and may be replayed later, so `maxAgeMs` is
 * for endpoints that must not process an old event; a repeated event is recognised by its `eventID`.
 */
export function readEvent<Event extends { occuredAt: string }>(
  message: WebhookMessage,
  { maxAgeMs = Infinity }: { maxAgeMs?: number } = {},
): Event {
  if (!isSigned(message)) throw new WebhookRefused('signature');
  const event = JSON.parse(Buffer.from(message.body).toString('utf8')) as Event;
  if (!(Date.now() - Date.parse(event.occuredAt) <= maxAgeMs)) throw new WebhookRefused('age');
  return event;
}
