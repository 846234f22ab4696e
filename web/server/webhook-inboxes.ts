import { randomBytes } from 'node:crypto';
import express, { Router } from 'express';
import { perMinute } from './per-minute';

const MAX_INBOXES = 200;
const MAX_MESSAGES = 20;
const MAX_BODY_BYTES = 16_384;
const LIFETIME_MS = 3_600_000;

/**
 * Keeps the webhook messages of readers of the quick start for an hour, in this process. The oldest inbox is dropped for a new one, so 64 MB
 * are held at most. A message is always answered with 200: the platform would repeat any other answer for a day.
 */
export function webhookInboxes(): Router {
  const inboxes = new Map<string, { madeAt: number; messages: { signature: string; body: string }[] }>();
  const find = (id: string) => {
    const inbox = inboxes.get(id);
    return inbox && inbox.madeAt > Date.now() - LIFETIME_MS ? inbox : undefined;
  };
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.post('/', perMinute('X-Quick-Start', 60), (_request, response) => {
    const [oldest] = inboxes.keys();
    if (inboxes.size >= MAX_INBOXES && oldest) inboxes.delete(oldest);
    const id = randomBytes(16).toString('hex');
    inboxes.set(id, { madeAt: Date.now(), messages: [] });
    response.status(201).json({ id });
  });
  router.get('/:id', (request, response) => {
    const inbox = find(request.params.id);
    if (!inbox) return void response.status(404).end();
    response.json({ messages: inbox.messages });
  });
  router.post('/:id', express.raw({ type: () => true, limit: MAX_BODY_BYTES }), (request, response) => {
    const messages = find(request.params['id'] ?? '')?.messages;
    if (messages && messages.length < MAX_MESSAGES && Buffer.isBuffer(request.body))
      messages.push({ signature: request.get('Content-Signature') ?? '', body: request.body.toString('utf8') });
    response.end();
  });
  return router;
}
