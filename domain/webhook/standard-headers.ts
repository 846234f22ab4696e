/** The headers of Standard Webhooks (https://www.standardwebhooks.com), beside `Content-Signature`. */
export const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export type StandardHeaders = Record<(typeof STANDARD_HEADERS)[number], string>;

/** Marks a replayed message with its replay. */
export const REPLAY_HEADER = 'Holdfast-Replay';

/** Builds the signed content, which includes the id and the time of the attempt. */
export function standardContent({ id, seconds, body }: { id: string; seconds: number; body: string }): string {
  return `${id}.${seconds}.${body}`;
}

/** Builds the headers of an attempt with one signature per active key; `v1a` denotes Ed25519. */
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
