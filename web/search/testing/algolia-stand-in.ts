import { createServer, type IncomingMessage } from 'node:http';
import { listenLocally, stopServer } from '../../../tests/harness/local-server';
import type { AlgoliaRecord } from '../algolia/algolia-records';

type Body = Record<string, unknown>;

/** A server with the part of Algolia's HTTP API that site and upload use. */
export interface AlgoliaStandIn {
  readonly url: string;
  readonly indexes: ReadonlyMap<string, readonly AlgoliaRecord[]>;
  readonly settings: ReadonlyMap<string, Body>;
  readonly queries: readonly string[];
  /** Makes the server accept connections without responding. */
  fallSilent: () => void;
  stop: () => Promise<void>;
}

export async function startAlgolia(): Promise<AlgoliaStandIn> {
  const indexes = new Map<string, AlgoliaRecord[]>();
  const settings = new Map<string, Body>();
  const queries: string[] = [];
  let isSilent = false;
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (isSilent) return;
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', '*');
      response.setHeader('access-control-allow-methods', '*');
      response.setHeader('content-type', 'application/json');
      const { method = '', url = '' } = request;
      const answer = respond({ method, path: url.split('?')[0] ?? '', body, indexes, settings, queries });
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(JSON.stringify(answer ?? { message: 'not known to the stand-in' }));
    });
  });
  const url = await listenLocally(server);
  return { url, indexes, settings, queries, fallSilent: () => (isSilent = true), stop: () => stopServer(server) };
}

function respond(call: {
  method: string;
  path: string;
  body: Body;
  indexes: Map<string, AlgoliaRecord[]>;
  settings: Map<string, Body>;
  queries: string[];
}): Body | undefined {
  const { method, path, body, indexes, settings, queries } = call;
  const task = { taskID: 1, updatedAt: '2026-01-01T00:00:00Z', objectIDs: [] };
  if (method === 'OPTIONS') return {};
  if (path === '/1/indexes/*/queries') {
    const requests = body['requests'] as { indexName: string; query: string }[];
    queries.push(...requests.map(({ query }) => query));
    return { results: requests.map(({ indexName, query }) => find(indexes.get(indexName) ?? [], indexName, query)) };
  }
  const [, name = '', action] = /^\/1\/indexes\/([^/]+)(?:\/(\w+))?/.exec(path) ?? [];
  if (action === 'task') return { status: 'published' };
  if (action === 'settings' && method === 'PUT') settings.set(name, body);
  else if (action === 'batch') addObjects(indexes, name, body);
  else if (action === 'operation') moveOrCopy(indexes, name, body);
  else return undefined;
  return task;
}

function addObjects(indexes: Map<string, AlgoliaRecord[]>, name: string, body: Body): void {
  const added = (body['requests'] as { action: string; body: AlgoliaRecord }[]).map((request) => request.body);
  indexes.set(name, [...(indexes.get(name) ?? []), ...added]);
}

function moveOrCopy(indexes: Map<string, AlgoliaRecord[]>, name: string, body: Body): void {
  if (body['operation'] !== 'move') return;
  indexes.set(String(body['destination']), indexes.get(name) ?? []);
  indexes.delete(name);
}

function find(records: readonly AlgoliaRecord[], index: string, query: string): Body {
  const has = (text: string | null): boolean => text?.toLowerCase().includes(query.toLowerCase()) ?? false;
  const hits = records
    .filter(({ content, hierarchy }) => has(hierarchy.lvl1) || has(hierarchy.lvl2) || has(content))
    .slice(0, 20)
    .map((record) => {
      const levels = Object.entries(record.hierarchy).filter(([, value]) => value !== null);
      const hierarchy = Object.fromEntries(
        levels.map(([level, value]) => [level, { value, matchLevel: 'full', matchedWords: [query] }]),
      );
      const content = { value: record.content ?? '', matchLevel: 'full', matchedWords: [query] };
      return { ...record, _highlightResult: { hierarchy, content }, _snippetResult: { hierarchy, content } };
    });
  return { index, query, hits, nbHits: hits.length, page: 0, nbPages: 1, hitsPerPage: 20, processingTimeMS: 1 };
}

async function readBody(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Body);
}
