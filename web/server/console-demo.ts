import type { RequestHandler } from 'express';
import type { DemoShop } from './checkout-demo';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Gives the key of the demonstration shop to a reader who runs the platform on his own machine, and to nobody else: the caller must
 * be on this machine, must have asked for it by its own name (a name of another's may be made to lead here), and must be one
 * of our pages (no other can send this header without our leave).
 */
export function demoKey({ apiKey, shopID }: Pick<DemoShop, 'apiKey' | 'shopID'>): RequestHandler {
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
