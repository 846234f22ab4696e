import { ask } from './ask';

declare global {
  interface Window {
    /** Answers that were asked for before the page's own script was there, by address. */
    asked?: Map<string, Promise<Response>>;
  }
}

/** Asks before there is anybody to use the answer. */
export function askEarly(url: string, token: string): void {
  const answer = ask(url, { token });
  // Who takes it hears of a failure; if nobody does, nobody need.
  answer.catch(() => undefined);
  (window.asked ??= new Map()).set(url, answer);
}

/** The answer that was asked for early; once, since what is asked for again is to be asked anew. */
export function takeEarly(url: string): Promise<Response> | undefined {
  const answer = window.asked?.get(url);
  window.asked?.delete(url);
  return answer;
}
