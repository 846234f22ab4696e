import { OPTIONS, toFragment } from '../options';
import { checkConfiguration, type Checkout, type Configuration } from './configuration';
import { openInline } from './inline';
import { openPopup } from './popup';
import { newSession, type EmbeddedSession } from './session';
import { renderTags } from './tags';
import { selectTexts } from './texts';

const pageUrl = `${getOrigin(document.currentScript as HTMLScriptElement | null)}/pay`;

/** Creates a checkout and validates its options. @throws OptionError naming the option and the rule */
function configure(configuration: Configuration): Checkout {
  const { options, callbacks, mode, container } = checkConfiguration(configuration);
  let current: { session: EmbeddedSession; focus: () => void } | undefined;
  const redirect = (nonce?: string): void => {
    const { href, origin, pathname } = location;
    // The page's own address may be too long or not http(s).
    const redirectUrl = options.redirectUrl ?? [href, origin + pathname].find(OPTIONS.redirectUrl.read);
    location.assign(`${pageUrl}#${toFragment({ ...options, redirectUrl, nonce })}`);
  };
  const onEnd = ({ isFinished }: { isFinished: boolean }): void => {
    current = undefined;
    if (isFinished && options.redirectUrl) location.assign(options.redirectUrl);
  };
  const open = (): void => {
    if (mode === 'redirect') return redirect();
    if (current) return current.focus();
    const session = newSession({ pageUrl, options, callbacks, onEnd });
    const texts = selectTexts(options.locale);
    const theme = options.theme ?? 'auto';
    const { focus } = container
      ? openInline({ session, texts, container })
      : openPopup({ session, texts, theme, navigate: () => redirect(session.nonce) });
    current = { session, focus };
  };
  return { open, close: () => current?.session.end() };
}

function getOrigin(script: HTMLScriptElement | null): string {
  const own =
    script ?? document.querySelector<HTMLScriptElement>('script[src*="/checkout.js"],script[src*="/checkout-"]');
  if (!own?.src) throw new Error('HoldfastCheckout: load the script from the checkout');
  return new URL(own.src).origin;
}

// A page with several tags runs the script once per tag.
window.HoldfastCheckout ??= { configure };
renderTags(window.HoldfastCheckout.configure);

declare global {
  interface Window {
    HoldfastCheckout?: { configure: (configuration: Configuration) => Checkout };
  }
}
