/** The headers of Standard Webhooks (https://www.standardwebhooks.com), beside `Content-Signature`. */
export interface StandardHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** What says that a message was sent before, and by which replay it is sent again. */
export const REPLAY_HEADER = 'Holdfast-Replay';

/** What is signed: the id and the time of the attempt are part of it, so that neither can be exchanged. */
export function standardContent({ id, seconds, body }: { id: string; seconds: number; body: string }): string {
  return `${id}.${seconds}.${body}`;
}

/** The headers of one attempt; `v1a` is the name of a signature by Ed25519. */
export function standardHeaders(given: { id: string; seconds: number; signatureBase64: string }): StandardHeaders {
  return {
    'webhook-id': given.id,
    'webhook-timestamp': String(given.seconds),
    'webhook-signature': `v1a,${given.signatureBase64}`,
  };
}
