import { randomBytes } from 'node:crypto';
import type { Request as PersonRequest } from 'express';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { ConsoleRefusal } from './refusal';

const TIMEOUT_MS = 35_000;

/** Request ids of the API have at most 32 characters. */
export function newRequestID(): string {
  return `console-${randomBytes(9).toString('base64url')}`;
}

/** Headers of a request to the API for a person, whose address its limits count if it trusts the console. */
export function personHeaders({ ip = '' }: PersonRequest): Record<string, string> {
  return { 'X-Request-ID': newRequestID(), 'X-Forwarded-For': ip };
}

/** The refusal of what the API has not answered, because of the person's limit or an outage. */
export function unanswered({ status, headers }: Response): ConsoleRefusal {
  const seconds = Number(headers.get('Retry-After') ?? 5);
  if (status === 429)
    return new ConsoleRefusal(429, 'tooManyRequests', `too many requests, retry in ${seconds} s`, seconds);
  return new ConsoleRefusal(503, 'apiUnavailable', 'the API does not answer, retry later', 5);
}

export function apiBase({ CONSOLE_API_URL, API_URL }: ConsoleEnvironment): string {
  return (CONSOLE_API_URL ?? API_URL).replace(/\/+$/, '');
}

/** Waits for the beginning of the answer only: a file may take longer. @throws ConsoleRefusal if the API does not answer */
export async function callApi(url: string, init: RequestInit): Promise<Response> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), TIMEOUT_MS);
  try {
    return await fetch(url, { redirect: 'manual', signal: waiting.signal, ...init });
  } catch {
    throw new ConsoleRefusal(503, 'apiUnavailable', 'the API does not answer, retry later', 5);
  } finally {
    clearTimeout(timer);
  }
}
