import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { buildHeaders } from '../payments/merchant';

/** The pause of a caller after a refusal: far less than `Retry-After` says. */
const PAUSE_MS = 20;

export interface FloodRequest {
  method?: 'GET' | 'POST';
  /** Counts responses under this name. */
  name: string;
  path: string;
  token: string;
  body?: string;
}

/** Sends requests of one party without a pause and counts the responses by name and status. */
export class Flood {
  readonly statuses = new Map<string, number>();
  private readonly api: Pool;

  constructor(apiUrl: string) {
    this.api = new Pool(apiUrl, { connections: 256 });
  }

  async run(callers: number, endMs: number, call: (flood: Flood) => Promise<unknown>): Promise<void> {
    const repeat = async (): Promise<void> => {
      while (Date.now() < endMs) await call(this);
    };
    await Promise.all(Array.from({ length: callers }, repeat));
  }

  /** @returns the body of a successful response */
  async send({ method = 'POST', name, path, token, body }: FloodRequest): Promise<any> {
    const headers = buildHeaders(token);
    const answer = await this.api.request({ method, path, headers, ...(body !== undefined && { body }) });
    const text = await answer.body.text();
    const counted = `${name} ${answer.statusCode}`;
    this.statuses.set(counted, (this.statuses.get(counted) ?? 0) + 1);
    if (answer.statusCode < 300) return text === '' ? {} : JSON.parse(text);
    await sleep(PAUSE_MS);
    return undefined;
  }

  count(name: string): number {
    return this.statuses.get(name) ?? 0;
  }

  close(): Promise<void> {
    return this.api.close();
  }
}
