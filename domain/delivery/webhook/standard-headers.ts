/** The headers of Standard Webhooks (https://www.standardwebhooks.com), beside `Content-Signature`. */
export const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export type StandardHeaders = Record<(typeof STANDARD_HEADERS)[number], string>;

/** Marks a replayed message with its replay. */
export const REPLAY_HEADER = 'Holdfast-Replay';

/** Builds the signed content, which includes the id and the time of the attempt. */
export function standardContent({ id, seconds, body }: { id: string; seconds: number; body: string }): string {
  return `${id}.${seconds}.${body}`;
}

/** Prefix of the secret of the symmetric signature. */
export const SECRET_PREFIX = 'whsec_';

/** Builds the headers of an attempt with one signature per active key: `v1a,…` by Ed25519, `v1,…` by HMAC-SHA256. */
export function standardHeaders(given: {
  id: string;
  seconds: number;
  signatures: readonly string[];
}): StandardHeaders {
  return {
    'webhook-id': given.id,
    'webhook-timestamp': String(given.seconds),
    'webhook-signature': given.signatures.join(' '),
  };
}
