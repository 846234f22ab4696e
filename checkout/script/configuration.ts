import type { MessageSubject } from '../messages';
import { OPTIONS, OptionError, readOptions, type PaymentOptions } from '../options';

export interface Callbacks {
  opened?: () => void;
  /** The page is closed. `isFinished: false` only means that no payment was reported: check on your server. */
  closed?: (end: { isFinished: boolean }) => void;
  finished?: (subject: MessageSubject) => void;
  failed?: (failure: MessageSubject & { code: string }) => void;
}

export type Mode = 'popup' | 'inline' | 'redirect';

export interface Configuration extends PaymentOptions, Callbacks {
  mode?: Mode;
  container?: Element | string;
  label?: string;
}

export interface Checkout {
  /** Opens the checkout or focuses it; call it in a click handler, or the browser may block the window. */
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
const SCRIPT_OPTIONS = ['mode', 'container', 'label', ...CALLBACKS];
const MODES: readonly unknown[] = ['popup', 'inline', 'redirect'];

/** Options of other implementations of this contract that do not affect the payment. */
const IGNORED =
  'logo brandless popupMode payButtonLabel initialPaymentMethod bankCard onlineBanking netBanking wallets terminals ' +
  'mobileCommerce cryptoWallets obscureCardCvv requireCardHolder metadata isExternalIDIncluded skipUserInteraction ' +
  'terminalFormValues';

/** Validates a configuration before anything opens. @throws OptionError for the first invalid option */
export function checkConfiguration(given: Configuration): Checked {
  if (typeof given !== 'object' || given === null) throw new OptionError('configure', 'needs an object of options');
  refuseUnknown(given);
  const mode = given.mode ?? 'popup';
  if (!MODES.includes(mode)) throw new OptionError('mode', `must be one of ${MODES.join(', ')}`);
  const callbacks: Callbacks = {};
  for (const name of CALLBACKS) {
    const callback = given[name] ?? undefined;
    if (callback === undefined) continue;
    if (typeof callback !== 'function') throw new OptionError(name, 'must be a function');
    if (mode === 'redirect') throw new OptionError(name, 'is never called in mode redirect');
    callbacks[name] = callback as never;
  }
  const options = readOptions(given as Record<string, unknown>);
  const container = getContainer(given, mode);
  return { options, callbacks, mode, ...(container ? { container } : {}) };
}

/** Rejects unknown options: a misspelt `paymentFlowHold` would capture money instead of holding it. */
function refuseUnknown(given: object): void {
  const known = [...Object.keys(OPTIONS), ...SCRIPT_OPTIONS];
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
