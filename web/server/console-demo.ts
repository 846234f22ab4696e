import type { RequestHandler } from 'express';
import type { DemoShop } from './checkout-demo';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Returns the demonstration shop's key only to a reader on the same machine: the client address and the Host must be local
 * (against DNS rebinding), and only the site's own pages can send the required header.
 */
export function serveDemoKey({ apiKey, shopID }: Pick<DemoShop, 'apiKey' | 'shopID'>): RequestHandler {
  return (request, response) => {
    response.set('Cache-Control', 'no-store');
    const isLocal = LOOPBACK.test(request.socket.remoteAddress ?? '') && LOCAL_NAME.test(request.get('Host') ?? '');
    const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
      (name) => request.get(name) !== undefined,
    );
    if (!isLocal || isForwarded || request.get('X-Console-Demo') === undefined) return void response.status(403).end();
    response.json({ apiKey, shopID });
  };
}
