import { randomId } from '../random-id';

export interface Asking {
  token?: string | undefined;
  body?: object | undefined;
  signal?: AbortSignal;
}

/** One request as the platform wants it; nothing of it is kept, and it tells nothing of where it comes from. */
export function ask(url: string, { token, body, signal }: Asking): Promise<Response> {
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
