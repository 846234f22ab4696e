import { seal, targetOf, type CheckoutMessage } from '../messages';
import type { LinkOptions } from '../options';

/** Tells the shop's page, which has opened this one in a window or a frame, what happens; nobody where there is none. */
export function openerOf({ mode, origin, nonce }: LinkOptions): (message: CheckoutMessage) => void {
  const target = mode === 'inline' ? window.parent : mode === 'popup' ? (window.opener as Window | null) : null;
  if (!target || target === window || !origin || !nonce) return () => undefined;
  return (message) => target.postMessage(seal(message, nonce), targetOf(origin));
}
