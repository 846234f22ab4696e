import type { RequestHandler } from 'express';
import type { BuiltSite } from './built-site';

/** The only style within an element: of the logo that DocSearch shows. */
const DOCSEARCH_LOGO_STYLE = "'sha256-lYPgVeO0CacLwwUB4DyR9jnHyogvo7NBwUv0zXx/qBY='";

/** A strict content security policy: only own files count, besides the inline scripts and styles known by their hashes. */
export function securityHeaders(
  entry: Pick<BuiltSite['entry']['module'], 'siteConfig' | 'inlineScriptHashes' | 'inlineStyleHashes'>,
): RequestHandler {
  const { siteConfig, inlineScriptHashes, inlineStyleHashes } = entry;
  const { checkout, algolia, url } = siteConfig;
  const algoliaHosts = algolia
    ? algolia.hosts.length
      ? algolia.hosts
      : [`https://${algolia.appId}-dsn.algolia.net`, 'https://*.algolianet.com']
    : [];
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sources(inlineScriptHashes)} ${checkout.host && checkout.host + checkout.script}`.trim(),
    `style-src 'self' ${sources(inlineStyleHashes)}${algolia ? ` ${DOCSEARCH_LOGO_STYLE}` : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${algoliaHosts.join(' ')}`.trim(),
    checkout.host ? `frame-src ${checkout.host}` : "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(url.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': policy,
      // `same-origin` would cut a payment popup off from the page that opened it.
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      ...(url.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
    });
    next();
  };
}

function sources(hashes: readonly string[]): string {
  return hashes.map((hash) => `'sha256-${hash}'`).join(' ');
}
