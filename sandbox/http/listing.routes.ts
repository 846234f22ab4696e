import { Router } from 'express';
import { z } from 'zod';
import { listDecided, type ListedRow } from '../record/listing.record';
import type { Observer } from './observations.routes';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The last of the page before, by its time and name. */
const place = z
  .string()
  .regex(/^[0-9TZ:.-]+ .{1,200}$/)
  .transform((text) => ({ decided: text.slice(0, text.indexOf(' ')), operationID: text.slice(text.indexOf(' ') + 1) }));

const request = z.object({ from: moment, to: moment, after: place.default({ decided: '-infinity', operationID: '' }) });

/** A page stays far below what a careful caller reads of one answer. */
const PAGE_SIZE = 200;

/** `GET /listing`: what was decided within a window, as acquirers list it for whoever compares it with his own books. */
export function listingRoutes({ pool, keys }: Observer): Router {
  const router = Router();
  router.get('/listing', (asked, response, next) => {
    const page = request.safeParse(asked.query);
    if (!page.success) return void response.status(400).json({ error: 'malformedRequest' });
    listDecided(pool, { ...page.data, limit: PAGE_SIZE })
      .then((rows) => {
        const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
        const referenceOf = (operationID: string) => `SBX${keys.code('reference', operationID, 17)}`;
        response.json({
          operations: rows.map((row) => ({ ...listed(row), connectorReference: referenceOf(row.operation_id) })),
          ...(last && { next: `${last.decided} ${last.operation_id}` }),
        });
      })
      .catch(next);
  });
  return router;
}

function listed(row: ListedRow) {
  return {
    operationID: row.operation_id,
    kind: row.kind,
    state: stateOf(row),
    amountMinor: row.moved === null ? null : Number(row.moved),
    currency: row.currency,
    effectCount: row.effects,
    at: row.decided,
  };
}

function stateOf({ kind, status, captured, voided }: ListedRow): 'held' | 'voided' | 'done' | 'declined' {
  if (status === 'declined') return 'declined';
  if (kind !== 'authorise') return 'done';
  if (BigInt(voided) > 0n) return 'voided';
  return BigInt(captured) > 0n ? 'done' : 'held';
}
