import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CheckoutHost {
  url: string;
  stop: () => void;
}

export async function startCheckoutHost(): Promise<CheckoutHost> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/javascript' });
    response.end('document.body.dataset.checkout = "loaded";');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}
