import { Router } from 'express';
import { z } from 'zod';
import { listDecided, type ListedRow } from '../database/listing.record';
import type { Observer } from './observations.routes';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** The cursor: time and id of the previous page's last operation. */
const place = z
  .string()
  .regex(/^[0-9TZ:.-]+ .{1,200}$/)
  .transform((text) => ({ decided: text.slice(0, text.indexOf(' ')), operationID: text.slice(text.indexOf(' ') + 1) }));

const request = z.object({ from: moment, to: moment, after: place.default({ decided: '-infinity', operationID: '' }) });

/** Keeps a page below the clients' size limit. */
const PAGE_SIZE = 200;

/** `GET /listing` lists the operations decided within a window, for reconciliation. */
export function listingRoutes({ pool, keys }: Observer): Router {
  const router = Router();
  router.get('/listing', ({ query }, response, next) => {
    listDecided(pool, { ...request.parse(query), limit: PAGE_SIZE })
      .then((rows) => {
        const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
        const getReference = (operationID: string) => `SBX${keys.code('reference', operationID, 17)}`;
        const texts = rows.map((row) => rowText(row, getReference(row.operation_id)));
        const rest = last ? `,"next":${JSON.stringify(`${last.decided} ${last.operation_id}`)}` : '';
        response.type('json').send(`{"operations":[${texts.join(',')}]${rest}}`);
      })
      .catch(next);
  });
  return router;
}

/** Serialises a row; a garbled one is unreadable on purpose. */
function rowText(row: ListedRow, connectorReference: string): string {
  const { operationID, ...rest } = { ...listed(row), connectorReference };
  switch (row.garbled) {
    case 'amount':
      return JSON.stringify({ operationID, ...rest, amountMinor: '100,00' });
    case 'currency':
      return JSON.stringify({ operationID, ...rest, currency: 'ROUBLES' });
    case 'name':
      return JSON.stringify(rest);
    case 'json':
      return JSON.stringify({ operationID, ...rest }).replace('"currency":', '"currency":"');
    default:
      return JSON.stringify({ operationID, ...rest });
  }
}

function listed(row: ListedRow) {
  return {
    operationID: row.operation_id,
    kind: row.kind,
    state: getState(row),
    amountMinor: row.moved === null ? null : Number(row.moved),
    currency: row.currency,
    effectCount: row.effects,
    at: row.decided,
  };
}

function getState({ kind, status, captured, voided }: ListedRow): 'held' | 'voided' | 'done' | 'declined' {
  if (status === 'declined') return 'declined';
  if (kind !== 'authorise') return 'done';
  if (BigInt(voided) > 0n) return 'voided';
  return BigInt(captured) > 0n ? 'done' : 'held';
}
