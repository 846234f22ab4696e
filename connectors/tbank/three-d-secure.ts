import { isIPv6 } from 'node:net';
import type { UserInteraction } from '../../domain/payments/payment/user-interaction';
import type { AuthoriseRequest } from '../connector';
import { redirectTo } from '../redirect';
import type { FinishedPayment } from './tbank-objects';

/** The depths that the bank accepts. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1] as const;
/** The whole window. */
const FULL_SCREEN = '05';

/** The bank needs all of it, and the address. */
export function describeBrowser({ browser, payer }: AuthoriseRequest): Record<string, string> | undefined {
  const { language, screenWidth, screenHeight, timeZoneOffset, colorDepth = 0, ...sent } = browser ?? {};
  const needed = [language, screenWidth, screenHeight, timeZoneOffset, sent.userAgent, sent.acceptHeader, payer?.ip];
  if (needed.includes(undefined)) return undefined;
  return {
    ...{ language: String(language), timezone: String(timeZoneOffset), javaEnabled: 'false' },
    ...{ screen_width: String(screenWidth), screen_height: String(screenHeight) },
    colorDepth: String(COLOR_DEPTHS.find((depth) => depth <= colorDepth) ?? 48),
  };
}

/** The page of the card's bank, to which the payer's browser sends a form. */
export function toChallenge(
  { Status, ACSUrl, MD, PaReq, TdsServerTransId, AcsTransId }: FinishedPayment,
  { returnUrl, version = '2.1.0' }: { returnUrl: string; version?: string | undefined },
): UserInteraction | undefined {
  if (Status !== '3DS_CHECKING' || ACSUrl === undefined) return undefined;
  if (PaReq !== undefined && MD !== undefined) {
    return /[{}]/.test(PaReq + MD) ? undefined : redirectTo(ACSUrl, { PaReq, MD, TermUrl: returnUrl });
  }
  if (TdsServerTransId === undefined || AcsTransId === undefined) return undefined;
  const challenge = {
    ...{ threeDSServerTransID: TdsServerTransId, acsTransID: AcsTransId, challengeWindowSize: FULL_SCREEN },
    ...{ messageType: 'CReq', messageVersion: version },
  };
  return redirectTo(ACSUrl, { creq: Buffer.from(JSON.stringify(challenge)).toString('base64url') });
}

/** Payment systems take eight groups of four digits. */
export function fullAddress(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip;
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  return [...head, ...zeros, ...(tail ?? [])].map((group) => group.padStart(4, '0')).join(':');
}
