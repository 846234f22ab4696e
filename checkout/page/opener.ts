import { readShopMessage, withNonce, targetOf, type CheckoutMessage } from '../messages';
import type { LinkOptions } from '../options';

/** The shop's page, which has opened this one in a window or a frame. */
export interface Opener {
  tell: (message: CheckoutMessage) => void;
  /** Whether it has answered: it is there, and goes on when it is told that the payer has paid. */
  isListening: () => boolean;
}

/** Speaks with the shop's page where there is one; with nobody otherwise. */
export function openerOf({ mode, origin, nonce }: LinkOptions, onFocusAsked: () => void): Opener {
  const shop = mode === 'inline' ? window.parent : mode === 'popup' ? (window.opener as Window | null) : null;
  if (!shop || shop === window || !origin || !nonce) return { tell: () => undefined, isListening: () => false };
  let hasAnswered = false;
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = readShopMessage(event, { window: shop, origin, nonce });
    if (!message) return;
    hasAnswered = true;
    if (message.type === 'focus') onFocusAsked();
  });
  return {
    tell: (message) => shop.postMessage(withNonce(message, nonce), targetOf(origin)),
    isListening: () => hasAnswered,
  };
}
