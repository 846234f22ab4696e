import { createServer, type Server } from 'node:http';
import { buffer as readBytes } from 'node:stream/consumers';
import { request as send } from 'undici';
import { listenLocally } from '../../tests/harness/local-server';
import type { Meanness } from './meanness';

/** Changes an object of an answer, so that it says something else. */
export type Lie = (object: Record<string, unknown>) => void;

/** A request with its answer. */
export interface ProxiedExchange {
  call: string;
  query: URLSearchParams;
  request: string;
  status: number;
  answer: string;
}

/** Forwards requests to an acquirer, can lose the answers to requests with an effect, and can change and repeat answers. */
export class LosingProxy {
  isLosing = false;
  /** The requests whose answers are lost. */
  effects = /^POST /;
  /** Changes the answers to this method. */
  lie: { method: 'GET' | 'POST'; change: Lie } | undefined;
  /** Whether a request is answered as the last one of its path was. */
  isRepeating = false;
  /** Harms requests and answers by a seed. */
  meanness: Meanness | undefined;
  /** What its lies change. */
  lies: readonly Lie[] = [];
  /** Is awaited before some of its answers. */
  beforeAnswer: (() => Promise<void>) | undefined;
  /** Receives the call of each request before it is forwarded. */
  onRequest: ((call: string) => void) | undefined;
  /** Receives each request with its answer. */
  onExchange: ((exchange: ProxiedExchange) => void) | undefined;
  private readonly last = new Map<string, string>();
  private server?: Server;

  /** @param reads last parts of paths that read by POST */
  constructor(
    private readonly target: string,
    private readonly reads: readonly string[] = [],
  ) {}

  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      void (async () => {
        const body = await readBytes(request);
        const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
        const url = new URL(request.url ?? '/', this.target);
        const method = request.method as 'GET' | 'POST' | 'DELETE';
        const { meanness } = this;
        const call = `${method} ${url.pathname.slice(new URL(this.target).pathname.replace(/\/$/, '').length)}`;
        const harm = meanness?.next(call);
        const fail = ({ status, text } = meanness?.failure ?? { status: 500, text: '' }, limit = {}) =>
          void response.writeHead(status, { 'Content-Type': 'application/json', ...limit }).end(text);
        if (harm === 'limited') return fail({ status: 429, text: '{"error":{"type":"rate"}}' }, { 'Retry-After': '7' });
        if (harm === 'failsBefore') return fail();
        this.onRequest?.(call);
        const forward = () => send(url, { method, headers, body: body.length === 0 ? null : body });
        if (harm === 'doubled') await (await forward()).body.dump();
        const answer = await forward();
        const text = await answer.body.text();
        const { searchParams: query } = url;
        this.onExchange?.({ call, query, request: body.toString(), status: answer.statusCode, answer: text });
        if (meanness?.overtakes) await this.beforeAnswer?.();
        if ((this.isLosing && this.effects.test(call)) || harm === 'lost') return void request.socket.destroy();
        if (harm === 'failsAfter') return fail();
        const said = this.say(call, text, harm === 'lie' ? meanness?.pick(this.lies) : undefined);
        const end = harm === 'cut' || harm === 'short' ? said.length / 2 : said.length;
        const length = harm === 'cut' && said.length > 0 ? { 'Content-Length': Buffer.byteLength(said) } : {};
        response.writeHead(answer.statusCode, { 'Content-Type': 'application/json', ...length });
        if (harm !== 'cut') return void response.end(said.slice(0, end));
        response.write(said.slice(0, end), () => request.socket.destroy());
      })().catch(() => request.socket.destroy());
    });
    return `${await listenLocally(this.server)}${new URL(this.target).pathname}`;
  }

  private say(call: string, text: string, seeded: Lie | undefined): string {
    const known = this.last.get(call);
    if (this.isRepeating && known !== undefined) return known;
    this.last.set(call, text);
    const isRead = this.reads.some((path) => call.endsWith(`/${path}`));
    const isLied = this.lie && (call.startsWith(this.lie.method) || (isRead && this.lie.method === 'GET'));
    const change = seeded ?? (isLied ? this.lie?.change : undefined);
    if (!change || text === '') return text;
    const body = JSON.parse(text) as unknown;
    changeAll(body, change);
    return JSON.stringify(body);
  }

  async losingResponses<Result>(work: () => Promise<Result>): Promise<Result> {
    this.isLosing = true;
    return work().finally(() => (this.isLosing = false));
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

function changeAll(value: unknown, change: Lie): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) change(value as Record<string, unknown>);
  for (const part of Object.values(value)) changeAll(part, change);
}
