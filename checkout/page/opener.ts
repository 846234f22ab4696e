import { readShopMessage, withNonce, getTargetOrigin, type CheckoutMessage } from '../messages';
import type { LinkOptions, PaymentOptions } from '../options';

/** The shop's page, which has opened this one in a window or a frame. */
export interface Opener {
  tell: (message: CheckoutMessage) => void;
  /** Whether it has answered: it is there, and goes on when it is told that the payer has paid. */
  isListening: () => boolean;
  /** The payer has done with the page. */
  close: () => void;
}

/** By then the shop's page has closed this one, unless it was loaded anew, and knows nothing of it, or is gone. */
const CLOSED_WITHIN_MS = 500;

/** Speaks with the shop's page where there is one; with nobody otherwise. */
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
      // A frame is gone together with the page around it.
      if (mode === 'popup') setTimeout(leave, CLOSED_WITHIN_MS);
    },
  };
}
