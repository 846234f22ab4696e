import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where the payment form's script comes from. */
export interface CheckoutHost {
  url: string;
  stop: () => void;
}

/** Serves a script that leaves a mark in the page which loaded it. */
export async function startCheckoutHost(): Promise<CheckoutHost> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/javascript' });
    response.end('document.body.dataset.checkout = "loaded";');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => void server.close() };
}
