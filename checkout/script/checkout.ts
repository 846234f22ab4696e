import { readOptions, toFragment } from '../options';

/** The origin that the script itself came from is the checkout's. */
const base = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href).origin;

/** First of its modes: the payer goes to the hosted page, and comes back to `redirectUrl`. */
function configure(given: Readonly<Record<string, unknown>>): { open: () => void } {
  const address = `${base}/pay#${toFragment({ ...readOptions(given), mode: 'redirect' })}`;
  return { open: () => location.assign(address) };
}

Object.assign(window, { HoldfastCheckout: { configure } });
