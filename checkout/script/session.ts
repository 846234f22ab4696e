import { readCheckoutMessage, withNonce, type CheckoutMessage, type ShopMessage, type Subject } from '../messages';
import { toFragment, type LinkOptions, type PaymentOptions } from '../options';
import type { Callbacks } from './configuration';

export interface Place {
  window: () => Window | null;
  /** Handles messages that concern the place itself. */
  heard: (message: CheckoutMessage) => void;
  remove: () => void;
}

export interface Session {
  /** A secret shared with the page; the page uses it as the external id, so repeated openings pay once. */
  nonce: string;
  address: (mode: LinkOptions['mode']) => string;
  listen: (place: Place) => void;
  hasHeard: () => boolean;
  say: (message: ShopMessage) => void;
  fail: (code: string) => void;
  end: () => void;
}

export function newSession(input: {
  pageUrl: string;
  options: PaymentOptions;
  callbacks: Callbacks;
  over: (end: { isFinished: boolean }) => void;
}): Session {
  const { pageUrl, options, callbacks } = input;
  const { origin } = new URL(pageUrl);
  const nonce = newNonce();
  let place: Place | undefined;
  let hasHeard = false;
  let isFinished = false;
  let isOver = false;

  const say = (message: ShopMessage): void => place?.window()?.postMessage(withNonce(message, nonce), origin);

  const hear = (message: CheckoutMessage): void => {
    place?.heard(message);
    const { type, ...about } = message;
    if (type === 'ready') {
      say({ type: 'hello' });
      if (!hasHeard) tell(callbacks.opened);
      hasHeard = true;
    } else if (type === 'finished' && !isFinished) {
      isFinished = true;
      tell(callbacks.finished, about as Subject);
    } else if (type === 'failed') {
      tell(callbacks.failed, about as { code: string });
    } else if (type === 'closing') end();
  };

  const receive = (event: MessageEvent): void => {
    const message = readCheckoutMessage(event, { window: place?.window(), origin, nonce });
    if (message) hear(message);
  };

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    removeEventListener('message', receive);
    place?.remove();
    tell(callbacks.closed, { isFinished });
    input.over({ isFinished });
  };

  addEventListener('message', receive);
  return {
    nonce,
    address: (mode) => `${pageUrl}#${toFragment({ ...options, mode, origin: self.origin, nonce })}`,
    listen: (at) => (place = at),
    hasHeard: () => hasHeard,
    say,
    fail: (code) => tell(callbacks.failed, { code }),
    end,
  };
}

/** Calls a shop's callback; its exception does not stop the checkout. */
function tell<Told>(callback: ((told: Told) => void) | undefined, told?: Told): void {
  try {
    callback?.(told as Told);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte + 256).toString(16).slice(1)).join('');
}
