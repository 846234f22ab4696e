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

/** The headers of one attempt, with a signature of each key that signs; `v1a` is the name of one by Ed25519. */
export function standardHeaders(given: {
  id: string;
  seconds: number;
  signaturesBase64: readonly string[];
}): StandardHeaders {
  return {
    'webhook-id': given.id,
    'webhook-timestamp': String(given.seconds),
    'webhook-signature': given.signaturesBase64.map((signature) => `v1a,${signature}`).join(' '),
  };
}
