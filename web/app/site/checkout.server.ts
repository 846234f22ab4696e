import { siteConfig } from '../../site.config';

const { host, example, hasDemo } = siteConfig.checkout;

/** A guide as it is read here: with the checkout that this site is configured for, and its demonstration where there is one. */
export function htmlHere(html: string): string {
  const text = markdownHere(html);
  return hasDemo && host ? text.replace(/(<section [^>]*data-checkout-demo="[^"]*"[^>]*) hidden=""/, '$1') : text;
}

/** Its Markdown twin, where the demonstration is left out. */
export function markdownHere(text: string): string {
  return host ? text.replaceAll(example, host) : text;
}
