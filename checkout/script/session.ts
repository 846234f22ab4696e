import {
  readCheckoutMessage,
  withNonce,
  type CheckoutMessage,
  type ShopMessage,
  type MessageSubject,
} from '../messages';
import { toFragment, type LinkOptions, type PaymentOptions } from '../options';
import type { Callbacks } from './configuration';

export interface Place {
  window: () => Window | null;
  /** Handles messages that concern the place itself. */
  onMessage: (message: CheckoutMessage) => void;
  remove: () => void;
}

export interface EmbeddedSession {
  /** A secret shared with the page; the page uses it as the external id, so repeated openings pay once. */
  nonce: string;
  address: (mode: LinkOptions['mode']) => string;
  listen: (place: Place) => void;
  isReady: () => boolean;
  send: (message: ShopMessage) => void;
  fail: (code: string) => void;
  end: () => void;
}

export function newSession(input: {
  pageUrl: string;
  options: PaymentOptions;
  callbacks: Callbacks;
  onEnd: (end: { isFinished: boolean }) => void;
}): EmbeddedSession {
  const { pageUrl, options, callbacks } = input;
  const { origin } = new URL(pageUrl);
  const nonce = newNonce();
  let place: Place | undefined;
  let isReady = false;
  let isFinished = false;
  let isOver = false;

  const send = (message: ShopMessage): void => place?.window()?.postMessage(withNonce(message, nonce), origin);

  const receiveMessage = (message: CheckoutMessage): void => {
    place?.onMessage(message);
    const { type, ...about } = message;
    if (type === 'ready') {
      send({ type: 'hello' });
      if (!isReady) callSafely(callbacks.opened);
      isReady = true;
    } else if (type === 'finished' && !isFinished) {
      isFinished = true;
      callSafely(callbacks.finished, about as MessageSubject);
    } else if (type === 'failed') {
      callSafely(callbacks.failed, about as { code: string });
    } else if (type === 'closing') end();
  };

  const receive = (event: MessageEvent): void => {
    const message = readCheckoutMessage(event, { window: place?.window(), origin, nonce });
    if (message) receiveMessage(message);
  };

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    removeEventListener('message', receive);
    place?.remove();
    callSafely(callbacks.closed, { isFinished });
    input.onEnd({ isFinished });
  };

  addEventListener('message', receive);
  return {
    nonce,
    address: (mode) => `${pageUrl}#${toFragment({ ...options, mode, origin: self.origin, nonce })}`,
    listen: (at) => (place = at),
    isReady: () => isReady,
    send,
    fail: (code) => callSafely(callbacks.failed, { code }),
    end,
  };
}

/** Calls a shop's callback; its exception does not stop the checkout. */
function callSafely<Told>(callback: ((told: Told) => void) | undefined, told?: Told): void {
  try {
    callback?.(told as Told);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(5)), (part) => part.toString(36)).join('');
}
