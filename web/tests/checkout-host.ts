import { createServer } from 'node:http';
import { listenLocally } from '../../tests/harness/local-server';

export interface CheckoutHost {
  url: string;
  stop: () => void;
}

export async function startCheckoutHost(): Promise<CheckoutHost> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/javascript' });
    response.end('document.body.dataset.checkout = "loaded";');
  });
  return { url: await listenLocally(server), stop: () => void server.close() };
}
