import autocannon from 'autocannon';
import { percentile } from './statistics';

/** The responses to a constant load. */
export interface Load {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Creates a request with an id of its own. */
export type MakeRequest = () => {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Few enough for meaningful latencies, enough to load two cores. */
export const CONNECTIONS = 16;

/** Sends requests over all connections. @throws for any response other than 2xx */
export async function load(input: { url: string; seconds: number; request: MakeRequest }): Promise<Load> {
  const times: number[] = [];
  const options: autocannon.Options = {
    url: input.url,
    connections: CONNECTIONS,
    duration: input.seconds,
    requests: [{ setupRequest: (given) => Object.assign(given, input.request()) }],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, ended) => (error ? reject(error as Error) : resolve(ended)));
    running.on('response', (_client, _status, _bytes, ms) => times.push(ms));
  });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${result.non2xx} responses of ${input.url} were not 2xx, ${result.errors} requests failed`);
  }
  return {
    count: times.length,
    perSecond: times.length / result.duration,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
  };
}

export function describeLoad({ perSecond, p50Ms, p99Ms }: Load): string {
  return `${Math.round(perSecond)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}
