import { readCheckoutMessage, withNonce, type CheckoutMessage, type ShopMessage, type Subject } from '../messages';
import { toFragment, type LinkOptions, type PaymentOptions } from '../options';
import type { Callbacks } from './configuration';

/** Where the checkout is: the window of a popup or of a frame. */
export interface Place {
  window: () => Window | null;
  /** Something was said; what concerns the place itself it does. */
  heard: (message: CheckoutMessage) => void;
  remove: () => void;
}

/** One opening of the checkout. */
export interface Session {
  /** Known to the page and to nobody else; the page pays under it, once however often it is opened. */
  nonce: string;
  /** The address that opens the page for it, and for nobody else. */
  address: (mode: LinkOptions['mode']) => string;
  /** From now on the page at this place is listened to. */
  listen: (place: Place) => void;
  /** Whether the page was ever heard of. */
  hasHeard: () => boolean;
  say: (message: ShopMessage) => void;
  fail: (code: string) => void;
  /** Ends it, once; the shop hears of it last. */
  end: () => void;
}

export function newSession(input: {
  pageUrl: string;
  options: PaymentOptions;
  callbacks: Callbacks;
  /** After the shop was told that it is over. */
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

/** A shop's callback that throws is the shop's affair, and stops nothing here. */
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
