import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
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
}

/** A stand-in of an acquirer with its HTTP server. */
export abstract class StandInServer {
  /** Whether responses to requests that change something are lost. */
  isLosing = false;
  /** Whether every key is refused. */
  refusesKeys = false;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  constructor(private readonly basePath = '') {}

  /** Whether the response to a request is one to lose. */
  protected hasEffect(method: string, _path: string): boolean {
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
    try {
      return await work();
    } finally {
      this.isLosing = false;
    }
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in');
    const path = pathname.startsWith(this.basePath) ? pathname.slice(this.basePath.length) : pathname;
    const text = await readText(request);
    const { status, body } = this.refusesKeys
      ? { status: 401, body: {} }
      : await this.respond({ method, path, query, headers, text });
    if (this.isLosing && this.hasEffect(method, path)) return void request.socket.destroy();
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }
}
