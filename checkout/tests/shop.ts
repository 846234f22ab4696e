import { createServer } from 'node:http';
import { listenLocally } from '../../tests/harness/local-server';

/** Another site with pages defined by a test. */
export interface TestShop {
  url: string;
  page: (html: string, headers?: Record<string, string>) => string;
  requested: string[];
  stop: () => void;
}

export async function startShop(): Promise<TestShop> {
  const pages = new Map<string, { html: string; headers: Record<string, string> }>();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url} ${request.headers.referer ?? ''}`);
    const page = pages.get(new URL(request.url ?? '/', 'http://shop').pathname);
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(
      page
        ? `<!doctype html><html lang="ru"><title>Магазин</title><link rel="icon" href="data:,">${page.html}</html>`
        : '',
    );
  });
  const url = await listenLocally(server);
  return {
    url,
    requested,
    page: (html, headers = {}) => {
      const path = `/page-${pages.size + 1}`;
      pages.set(path, { html, headers });
      return url + path;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
