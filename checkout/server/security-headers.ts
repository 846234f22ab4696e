import type { RequestHandler, Response } from 'express';
import type { CheckoutEnvironment } from '../../runtime/environment';

/**
 * What the page may do: run its own files and speak to the API. Banks' pages of 3-D Secure are the one thing of others that it
 * shows, in a frame, and it gets there by a form; which bank that is nobody knows beforehand.
 */
export function pageHeaders(environment: CheckoutEnvironment): RequestHandler {
  const { API_URL, CHECKOUT_URL, NODE_ENV } = environment;
  const isSecure = CHECKOUT_URL.startsWith('https:');
  const banks = NODE_ENV === 'production' && isSecure ? 'https:' : 'https: http:';
  const ancestors = frameAncestors(environment);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${new URL(API_URL).origin}`,
    `frame-src ${banks}`,
    `form-action ${banks}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(ancestors === undefined ? [] : [`frame-ancestors ${ancestors}`]),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': policy,
      // Anything stricter gives the window that a shop has opened a group of its own: it could tell the shop nothing.
      'Cross-Origin-Opener-Policy': 'unsafe-none',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self), clipboard-write=(self)',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      ...(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
    });
    next();
  };
}

/** The script is there for pages of others, which may check what they load. */
export function scriptHeaders(response: Response): void {
  response.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' });
}

/** Not `*` for everybody: that leaves out pages opened from a file, with which a newcomer begins. */
function frameAncestors({ NODE_ENV, CHECKOUT_FRAME_ANCESTORS: origins }: CheckoutEnvironment): string | undefined {
  if (origins && origins.length > 0) return origins.join(' ');
  return NODE_ENV === 'production' ? "'none'" : undefined;
}
