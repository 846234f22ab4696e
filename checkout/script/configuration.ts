import type { Subject } from '../messages';
import { OPTIONS, OptionError, readOptions, type PaymentOptions } from '../options';

/** How the checkout tells the shop's page what happens. */
export interface Callbacks {
  /** The payer sees the page. */
  opened?: () => void;
  /** The page is gone. `isFinished: false` says only that no payment was heard of: ask your server, not the browser. */
  closed?: (end: { isFinished: boolean }) => void;
  finished?: (subject: Subject) => void;
  failed?: (failure: Subject & { code: string }) => void;
}

export type Mode = 'popup' | 'inline' | 'redirect';

/** All that `HoldfastCheckout.configure` takes. */
export interface Configuration extends PaymentOptions, Callbacks {
  /** Where the payer pays: a window of its own (`popup`), a frame within `container`, or instead of the shop's page. */
  mode?: Mode;
  /** Of mode `inline`: the element, or its selector. */
  container?: Element | string;
  /** What the button of a tag says. */
  label?: string;
}

/** What `configure` gives. */
export interface Checkout {
  /** Opens it; call it in the handler of a click, or the browser may refuse a window. Open already, it gets the focus. */
  open: () => void;
  close: () => void;
}

export interface Checked {
  options: PaymentOptions;
  callbacks: Callbacks;
  mode: Mode;
  container?: Element;
}

const CALLBACKS = ['opened', 'closed', 'finished', 'failed'] as const;
const OWN = ['mode', 'container', 'label', ...CALLBACKS];
const MODES: readonly unknown[] = ['popup', 'inline', 'redirect'];

/** Options of other checkouts of this contract that a shop may still give: they change nothing about what is paid. */
const IGNORED =
  'logo brandless popupMode payButtonLabel initialPaymentMethod bankCard onlineBanking netBanking wallets terminals ' +
  'mobileCommerce cryptoWallets obscureCardCvv requireCardHolder metadata isExternalIDIncluded skipUserInteraction ' +
  'terminalFormValues';

/** Checks a configuration before anything is opened. @throws OptionError for the first option that is wrong */
export function checkConfiguration(given: Configuration): Checked {
  if (typeof given !== 'object' || given === null) throw new OptionError('configure', 'needs an object of options');
  refuseUnknown(given);
  const mode = given.mode ?? 'popup';
  if (!MODES.includes(mode)) throw new OptionError('mode', `must be one of ${MODES.join(', ')}`);
  const callbacks: Callbacks = {};
  for (const name of CALLBACKS) {
    if (given[name] === undefined || given[name] === null) continue;
    if (typeof given[name] !== 'function') throw new OptionError(name, 'must be a function');
    if (mode === 'redirect') throw new OptionError(name, 'is never called in mode redirect');
    callbacks[name] = given[name] as never;
  }
  const options = readOptions(given as Record<string, unknown>);
  const container = getContainer(given, mode);
  return { options, callbacks, mode, ...(container ? { container } : {}) };
}

/** A misspelt `paymentFlowHold` would take money instead of holding it, so nothing unknown is passed over. */
function refuseUnknown(given: object): void {
  const known = [...Object.keys(OPTIONS), ...OWN];
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    if (IGNORED.split(' ').includes(name)) {
      console.warn(`HoldfastCheckout: ${name}: is ignored here`);
      continue;
    }
    const meant = known.find((other) => other.toLowerCase() === name.toLowerCase());
    throw new OptionError(name, `is no option${meant ? `: write ${meant}` : ''}`);
  }
}

function getContainer({ container }: Configuration, mode: Mode): Element | undefined {
  if (mode !== 'inline') {
    if (container) throw new OptionError('container', 'means nothing without mode inline');
    return undefined;
  }
  const element = typeof container === 'string' ? document.querySelector(container) : container;
  if (!(element instanceof Element)) throw new OptionError('container', 'must be an element or its selector');
  return element;
}
