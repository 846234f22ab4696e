import autocannon from 'autocannon';
import { percentile } from './statistics';

/** What was heard while connections were kept busy for some seconds. */
export interface Load {
  count: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** One request, made anew each time: every one carries an id of its own. */
export type MakeRequest = () => {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Few enough for the latency to say something about one request, enough to keep two cores busy. */
export const CONNECTIONS = 16;

/** Keeps connections busy with one request after another. Any answer but 2xx makes the figure worthless: it throws. */
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
    throw new Error(`${result.non2xx} answers of ${input.url} were no success, ${result.errors} never came`);
  }
  return {
    count: times.length,
    perSecond: times.length / result.duration,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
  };
}

/** A figure for a line of the report. */
export function describeLoad({ perSecond, p50Ms, p99Ms }: Load): string {
  return `${Math.round(perSecond)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}
