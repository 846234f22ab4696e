import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { CheckoutEnvironment } from '../../runtime/environment';

/**
 * What a page may do: run its own files and what stands within it, and speak to the API. Banks' pages of 3-D Secure are the one thing of others that it
 * shows, in a frame, and it gets there by a form; which bank that is nobody knows beforehand.
 */
export function pageHeaders(environment: CheckoutEnvironment, html: string): Readonly<Record<string, string>> {
  const { CHECKOUT_URL, NODE_ENV } = environment;
  const isSecure = CHECKOUT_URL.startsWith('https:');
  const banks = NODE_ENV === 'production' && isSecure ? 'https:' : 'https: http:';
  const ancestors = frameAncestors(environment);
  const policy = [
    "default-src 'none'",
    ['script-src', "'self'", ...hashesOf('script', html)].join(' '),
    ['style-src', ...(hashesOf('style', html).length > 0 ? hashesOf('style', html) : ["'none'"])].join(' '),
    "img-src 'self'",
    `connect-src ${connections(environment)}`,
    `frame-src ${banks}`,
    `form-action ${banks}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(ancestors === undefined ? [] : [`frame-ancestors ${ancestors}`]),
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    // Anything stricter gives the window that a shop has opened a group of its own: it could tell the shop nothing.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self), clipboard-write=(self)',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The hashes of what the build has put into a page: nothing that anybody else puts there has one of them. */
function hashesOf(tag: 'script' | 'style', html: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** The method of Google Pay, and where its address leads browsers on to; a redirect that is not allowed fails in silence. */
const GOOGLE_PAY = ['https://google.com/pay', 'https://www.google.com/pay', 'https://pay.google.com'];

/** The API; who gets sessions of Apple Pay; and what browsers ask about Google Pay and Samsung Pay: each where it is set up. */
function connections({
  API_URL,
  CHECKOUT_GOOGLE_PAY_GATEWAY,
  CHECKOUT_APPLE_PAY_SESSION_URL,
  CHECKOUT_SAMSUNG_PAY_SERVICE_ID,
}: CheckoutEnvironment): string {
  return [
    "'self'",
    new URL(API_URL).origin,
    ...(CHECKOUT_APPLE_PAY_SESSION_URL ? [new URL(CHECKOUT_APPLE_PAY_SESSION_URL).origin] : []),
    ...(CHECKOUT_GOOGLE_PAY_GATEWAY ? GOOGLE_PAY : []),
    ...(CHECKOUT_SAMSUNG_PAY_SERVICE_ID ? ['https://spay.samsung.com'] : []),
  ].join(' ');
}

/**
 * Files bear no more than they need: on a slow network the policy of the page, on each, would weigh as much as the texts. The
 * script for shops' pages may be loaded, and checked, by everybody.
 */
export function assetHeaders(response: Response, reader: 'own' | 'everybody'): void {
  response.set('X-Content-Type-Options', 'nosniff');
  response.set('Cross-Origin-Resource-Policy', reader === 'own' ? 'same-origin' : 'cross-origin');
  if (reader === 'everybody') response.set('Access-Control-Allow-Origin', '*');
}

/**
 * The page frames itself where a bank sends the payer back. Not `*` for everybody: that leaves out pages opened from a file,
 * with which a newcomer begins.
 */
function frameAncestors({ NODE_ENV, CHECKOUT_FRAME_ANCESTORS: origins }: CheckoutEnvironment): string | undefined {
  if (origins && origins.length > 0) return ["'self'", ...origins].join(' ');
  return NODE_ENV === 'production' ? "'self'" : undefined;
}
