/** A response with the headers that CORS exposes. */
export interface ApiResponse {
  status: number;
  statusText: string;
  headers: [name: string, value: string][];
  text: string;
  json?: unknown;
  ms: number;
}

export type SendOutcome = { answer: ApiResponse } | { failure: 'unreachable' | 'timeout' | 'stopped' };

const TIMEOUT_MS = 60_000;

export async function send(input: {
  url: string;
  method: string;
  credentials: string;
  hasRequestID: boolean;
  body?: string;
  signal: AbortSignal;
}): Promise<SendOutcome> {
  const { url, method, credentials, hasRequestID, body, signal } = input;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const started = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(credentials ? { Authorization: `Bearer ${credentials}` } : {}),
        ...(hasRequestID ? { 'X-Request-ID': requestID() } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
      },
      ...(body === undefined ? {} : { body }),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    const { status, statusText, headers } = response;
    const ms = Math.round(performance.now() - started);
    return { answer: { status, statusText, headers: [...headers], text, json: parse(text), ms } };
  } catch {
    return { failure: signal.aborted ? 'stopped' : timeout.aborted ? 'timeout' : 'unreachable' };
  }
}

function requestID(): string {
  return randomHex(16);
}

export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Requests the demonstration shop's key; undefined when the site does not provide it. */
export async function takeDemoKey(address: string): Promise<{ apiKey: string; shopID: string } | undefined> {
  try {
    const response = await fetch(address, { method: 'POST', headers: { 'X-Console-Demo': '1' } });
    return response.ok ? ((await response.json()) as { apiKey: string; shopID: string }) : undefined;
  } catch {
    return undefined;
  }
}
