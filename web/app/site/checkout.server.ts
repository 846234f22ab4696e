import { siteConfig } from '../../site.config';

const { host, example, hasDemo } = siteConfig.checkout;

/** Replaces the example checkout host by the configured one and removes the demonstration when it is not configured. */
export function localiseHtml(html: string): string {
  const text = localiseMarkdown(html);
  return hasDemo && host ? text.replace(/(<section [^>]*data-checkout-demo="[^"]*"[^>]*) hidden=""/, '$1') : text;
}

/** The same for Markdown, always without the demonstration. */
export function localiseMarkdown(text: string): string {
  return host ? text.replaceAll(example, host) : text;
}
