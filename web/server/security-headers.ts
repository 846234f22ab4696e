import type { RequestHandler } from 'express';
import type { ApiSpecification } from '../site.config';
import type { BuiltSite } from './built-site';

/** The only inline style attribute: DocSearch's logo. */
const DOCSEARCH_LOGO_STYLE = "'sha256-lYPgVeO0CacLwwUB4DyR9jnHyogvo7NBwUv0zXx/qBY='";

/** Files are not documents; the policy of pages would add a kilobyte to each. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A strict content security policy: only own files, and inline parts by hash. */
export function securityHeaders(
  entry: Pick<BuiltSite['entry']['module'], 'siteConfig' | 'inlineScriptHashes' | 'inlineStyleHashes'>,
): RequestHandler {
  const { siteConfig, inlineScriptHashes, inlineStyleHashes } = entry;
  const { checkout, algolia, url, specifications } = siteConfig;
  const called: ApiSpecification[] = [...specifications];
  // The console calls the API from the reader's browser.
  const apiHosts = [
    ...new Set(called.flatMap(({ samplesBaseUrl }) => (samplesBaseUrl ? new URL(samplesBaseUrl).origin : []))),
  ];
  const algoliaHosts = algolia
    ? algolia.hosts.length
      ? algolia.hosts
      : [`https://${algolia.appId}-dsn.algolia.net`, 'https://*.algolianet.com']
    : [];
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sources(inlineScriptHashes)} ${checkout.host && checkout.host + checkout.script}`.trim(),
    `style-src 'self' ${sources(inlineStyleHashes)} ${DOCSEARCH_LOGO_STYLE}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${[...apiHosts, ...algoliaHosts].join(' ')}`.trim(),
    checkout.host ? `frame-src ${checkout.host}` : "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(url.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  const assets = `${siteConfig.baseUrl}assets/`;
  const everywhere = {
    'X-Content-Type-Options': 'nosniff',
    ...(url.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
  return (request, response, next) => {
    response.set(everywhere);
    if (request.path.startsWith(assets)) response.set('Content-Security-Policy', FILE_POLICY);
    else
      response.set({
        'Content-Security-Policy': policy,
        // `same-origin` would cut a payment popup off from its opener.
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
        'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        'X-Frame-Options': 'DENY',
      });
    next();
  };
}

function sources(hashes: readonly string[]): string {
  return hashes.map((hash) => `'sha256-${hash}'`).join(' ');
}
