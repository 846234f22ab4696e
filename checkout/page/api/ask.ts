import { randomId } from '../random-id';

export interface ApiRequestOptions {
  token?: string | undefined;
  body?: object | undefined;
  signal?: AbortSignal;
}

/** Sends one request without cache, cookies or referrer. */
export function sendRequest(url: string, { token, body, signal }: ApiRequestOptions): Promise<Response> {
  return fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      'X-Request-ID': randomId(),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    ...(signal ? { signal } : {}),
  });
}
