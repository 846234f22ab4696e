import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer as readBytes } from 'node:stream/consumers';
import { listenLocally, stopServer } from '../../tests/harness/local-server';

export interface StandInRequest {
  method: string;
  /** Below the base path, where it is, as it was sent. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A response without a body is empty. */
export interface StandInResponse {
  status: number;
  body?: unknown;
  /** Instead of a body in JSON. */
  page?: { type: string; text: string };
}

/** A stand-in of an acquirer with its HTTP server. */
export abstract class StandInServer {
  /** Whether responses to requests that change something are lost. */
  isLosing = false;
  /** Whether every key is refused. */
  refusesKeys = false;
  protected readonly encoding: BufferEncoding = 'utf8';
  private readonly server = createServer((request, response) => void this.serve(request, response));

  constructor(private readonly basePath = '') {}

  /** Whether the response to a request is one to lose. */
  protected hasEffect(method: string, _path: string, _body: unknown): boolean {
    return method !== 'GET';
  }

  protected abstract respond(request: StandInRequest): StandInResponse | Promise<StandInResponse>;

  /** Handles a request that another server has received. */
  async handle(request: StandInRequest): Promise<StandInResponse> {
    return this.respond(request);
  }

  /** Returns the address with the base path. */
  async start(): Promise<string> {
    return `${await listenLocally(this.server)}${this.basePath}`;
  }

  async stop(): Promise<void> {
    await stopServer(this.server);
  }

  /** Executes requests and breaks their connections instead of responding. */
  async losingResponses<Result>(work: () => Promise<Result>): Promise<Result> {
    this.isLosing = true;
    return work().finally(() => (this.isLosing = false));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in');
    const path = pathname.startsWith(this.basePath) ? pathname.slice(this.basePath.length) : pathname;
    const text = (await readBytes(request)).toString(this.encoding);
    const { status, body, page }: StandInResponse = this.refusesKeys
      ? { status: 401, body: {} }
      : await this.respond({ method, path, query, headers, text });
    if (this.isLosing && this.hasEffect(method, path, body)) return void request.socket.destroy();
    response.writeHead(status, { 'Content-Type': page?.type ?? 'application/json' });
    response.end(page ? page.text : JSON.stringify(body));
  }
}
