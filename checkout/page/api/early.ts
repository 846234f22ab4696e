import { sendRequest } from './ask';

declare global {
  interface Window {
    earlyResponses?: Map<string, Promise<Response>>;
  }
}

export function requestEarly(url: string, token: string): void {
  const answer = sendRequest(url, { token });
  // The caller of `takeEarlyResponse` handles a failure; an unused response may fail silently.
  answer.catch(() => undefined);
  (window.earlyResponses ??= new Map()).set(url, answer);
}

/** Returns an early response once; a repeated call must send a new request. */
export function takeEarlyResponse(url: string): Promise<Response> | undefined {
  const answer = window.earlyResponses?.get(url);
  window.earlyResponses?.delete(url);
  return answer;
}
