import type { QuickStartSettings } from '../../console/quick-start';
import { siteConfig } from '../../site.config';
import { href } from './href';

const { host, example, hasDemo } = siteConfig.checkout;

/**
 * Replaces the example checkout host by the configured one, removes the demonstration when it is not configured, and gives the quick start
 * its addresses.
 */
export function localiseHtml(html: string): string {
  const text = localiseMarkdown(html).replace('data-quick-start="key"', `$& data-settings="${quickStart()}"`);
  return hasDemo && host ? text.replace(/(<section [^>]*data-checkout-demo="[^"]*"[^>]*) hidden=""/, '$1') : text;
}

/** The same for Markdown, always without the demonstration. */
export function localiseMarkdown(text: string): string {
  return host ? text.replaceAll(example, host) : text;
}

function quickStart(): string {
  const settings: QuickStartSettings = {
    apiUrl: siteConfig.specifications.find(({ route }) => route === 'payments')?.samplesBaseUrl ?? '',
    checkoutUrl: host || example,
    inboxes: href('/quick-start/inboxes'),
    ...(siteConfig.console.hasDemo && { demoKey: href('/console-demo/key') }),
  };
  return JSON.stringify(settings).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
