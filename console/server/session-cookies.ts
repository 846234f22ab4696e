import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { ABSOLUTE_MS, type ConsoleSession } from './session';

/** Browsers keep 4096 bytes a cookie; tokens of a provider may need more. */
const MAX_PART_LENGTH = 3_600;
const MAX_PARTS = 4;
const SIGN_IN_MS = 10 * 60_000;

/** What the console keeps while a person signs in at the provider. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  /** The path to open afterwards. */
  next: string;
}

/** Reads and writes encrypted cookies. Scripts cannot read them, and other sites cannot make browsers send them. */
export class SessionCookies {
  private readonly keys: Uint8Array[];
  private readonly isSecure: boolean;

  constructor({ CONSOLE_SESSION_KEY, CONSOLE_URL }: ConsoleEnvironment) {
    this.keys = CONSOLE_SESSION_KEY.split(',').map((key) => Buffer.from(key, 'base64'));
    this.isSecure = CONSOLE_URL.startsWith('https:');
  }

  /** The session of a request, which may have ended, or undefined. */
  async read(request: Request): Promise<ConsoleSession | undefined> {
    return this.open<ConsoleSession>(this.readParts(request), 'session');
  }

  async write(request: Request, response: Response, session: ConsoleSession): Promise<void> {
    const text = await this.seal({ ...session }, 'session', ABSOLUTE_MS);
    const parts = text.match(new RegExp(`.{1,${MAX_PART_LENGTH}}`, 'g')) ?? [];
    if (parts.length > MAX_PARTS) throw new Error('the tokens of the provider are too long for cookies');
    this.clear(request, response, parts.length);
    parts.forEach((part, index) => response.append('Set-Cookie', this.cookie(this.name(index), part, ABSOLUTE_MS)));
  }

  /** Removes the cookies from the given part on. */
  clear(request: Request, response: Response, from = 0): void {
    const names = Object.keys(readCookies(request));
    for (let part = from; part < MAX_PARTS; part++) {
      if (names.includes(this.name(part))) response.append('Set-Cookie', this.cookie(this.name(part), '', 0));
    }
  }

  /** The redirect from the provider starts at another site, so this cookie is `Lax`. */
  async writeSignIn(response: Response, pending: PendingSignIn): Promise<void> {
    const text = await this.seal({ ...pending }, 'sign-in', SIGN_IN_MS);
    response.append('Set-Cookie', this.cookie(this.signInName, text, SIGN_IN_MS).replace('Strict', 'Lax'));
  }

  async takeSignIn(request: Request, response: Response): Promise<PendingSignIn | undefined> {
    response.append('Set-Cookie', this.cookie(this.signInName, '', 0).replace('Strict', 'Lax'));
    return this.open<PendingSignIn>(readCookies(request)[this.signInName], 'sign-in');
  }

  /** The token that changes must carry in `X-CSRF-Token`. */
  csrfToken({ id }: ConsoleSession): string {
    return createHmac('sha256', this.keys[0] ?? '')
      .update(`csrf ${id}`)
      .digest('base64url');
  }

  isCsrfToken(session: ConsoleSession, given: string | undefined): boolean {
    const [expected, actual] = [Buffer.from(this.csrfToken(session)), Buffer.from(given ?? '')];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  private async seal(content: Record<string, unknown>, use: string, lifetimeMs: number): Promise<string> {
    return new EncryptJWT({ content })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setSubject(use)
      .setExpirationTime(Math.floor((Date.now() + lifetimeMs) / 1_000))
      .setJti(randomBytes(8).toString('hex'))
      .encrypt(this.keys[0] ?? new Uint8Array());
  }

  private async open<Content>(text: string | undefined, use: string): Promise<Content | undefined> {
    if (!text) return undefined;
    for (const key of this.keys) {
      const opened = await jwtDecrypt(text, key, { subject: use }).catch(() => undefined);
      if (opened) return opened.payload['content'] as Content;
    }
    return undefined;
  }

  private readParts(request: Request): string {
    const cookies = readCookies(request);
    return Array.from({ length: MAX_PARTS }, (_, part) => cookies[this.name(part)] ?? '').join('');
  }

  /** The prefix makes browsers refuse a cookie that another host or plain HTTP has set. */
  private name(part: number): string {
    return `${this.isSecure ? '__Host-' : ''}console-${part}`;
  }

  private get signInName(): string {
    return `${this.isSecure ? '__Host-' : ''}console-sign-in`;
  }

  private cookie(name: string, value: string, lifetimeMs: number): string {
    const secure = this.isSecure ? '; Secure' : '';
    return `${name}=${value}; Path=/; Max-Age=${Math.floor(lifetimeMs / 1_000)}; HttpOnly; SameSite=Strict${secure}`;
  }
}

function readCookies(request: Request): Record<string, string> {
  const pairs = (request.get('Cookie') ?? '').split(/;\s*/).map((pair) => /^([^=]+)=(.*)$/.exec(pair));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])) as [string, string][]);
}
