import { ask } from './ask';

declare global {
  interface Window {
    asked?: Map<string, Promise<Response>>;
  }
}

export function askEarly(url: string, token: string): void {
  const answer = ask(url, { token });
  // The caller of `takeEarly` handles a failure; an unused response may fail silently.
  answer.catch(() => undefined);
  (window.asked ??= new Map()).set(url, answer);
}

/** Returns an early response once; a repeated call must send a new request. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = window.asked?.get(url);
  window.asked?.delete(url);
  return answer;
}
