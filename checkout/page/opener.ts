import { readShopMessage, withNonce, getTargetOrigin, type CheckoutMessage } from '../messages';
import type { LinkOptions, PaymentOptions } from '../options';

export interface Opener {
  tell: (message: CheckoutMessage) => void;
  /** Whether it answered `hello`, so it continues after the payment. */
  isListening: () => boolean;
  close: () => void;
}

/** The shop's page closes this window within this time, unless it was reloaded or is closed. */
const CLOSED_WITHIN_MS = 500;

/** Returns the channel to the shop's page, without effect when there is none. */
export function createOpener(options: PaymentOptions & LinkOptions, onFocusAsked: () => void): Opener {
  const { mode, origin, nonce, redirectUrl } = options;
  const shop = mode === 'inline' ? window.parent : mode === 'popup' ? (window.opener as Window | null) : null;
  if (!shop || shop === window || !origin || !nonce)
    return { tell: () => undefined, isListening: () => false, close: () => undefined };
  let hasAnswered = false;
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readShopMessage(event, { window: shop, origin, nonce });
    if (!message) return;
    hasAnswered = true;
    if (message.type === 'focus') onFocusAsked();
  });
  const tell = (message: CheckoutMessage) => shop.postMessage(withNonce(message, nonce), getTargetOrigin(origin));
  const leave = () => (redirectUrl ? location.assign(redirectUrl) : window.close());
  return {
    tell,
    isListening: () => hasAnswered,
    close: () => {
      tell({ type: 'closing' });
      // A frame is removed together with the page around it.
      if (mode === 'popup') setTimeout(leave, CLOSED_WITHIN_MS);
    },
  };
}
