import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { CheckoutEnvironment } from '../../runtime/environment';

/**
 * The page runs its own files and inline parts, and calls the API. Only 3-D Secure pages are framed, from any https origin,
 * because banks are not known in advance.
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
    "font-src 'self'",
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
    // A stricter policy would cut the window off from the shop's page that opened it.
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self), clipboard-write=(self)',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Returns CSP hashes of the inline parts that the build has added. */
function hashesOf(tag: 'script' | 'style', html: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** Google Pay's method and its redirect targets; a blocked redirect fails silently. */
const GOOGLE_PAY = ['https://google.com/pay', 'https://www.google.com/pay', 'https://pay.google.com'];

/** Returns the allowed connections: the API and the configured wallets. */
function connections({
  API_URL,
  CHECKOUT_GOOGLE_PAY_GATEWAY,
  CHECKOUT_APPLE_PAY_SESSION_URL,
}: CheckoutEnvironment): string {
  return [
    "'self'",
    new URL(API_URL).origin,
    ...(CHECKOUT_APPLE_PAY_SESSION_URL ? [new URL(CHECKOUT_APPLE_PAY_SESSION_URL).origin] : []),
    ...(CHECKOUT_GOOGLE_PAY_GATEWAY ? GOOGLE_PAY : []),
  ].join(' ');
}

/**
 * Assets get fewer headers, because the policy on each would weigh as much as the texts. The shops' script is readable from
 * any origin.
 */
export function assetHeaders(response: Response, reader: 'own' | 'any'): void {
  response.set('X-Content-Type-Options', 'nosniff');
  response.set('Cross-Origin-Resource-Policy', reader === 'own' ? 'same-origin' : 'cross-origin');
  if (reader === 'any') response.set('Access-Control-Allow-Origin', '*');
}

/**
 * Allows framing by the page itself, for returns from banks. In development it sets no policy, because `*` excludes pages
 * opened from a file.
 */
function frameAncestors({ NODE_ENV, CHECKOUT_FRAME_ANCESTORS: origins }: CheckoutEnvironment): string | undefined {
  if (origins && origins.length > 0) return ["'self'", ...origins].join(' ');
  return NODE_ENV === 'production' ? "'self'" : undefined;
}
