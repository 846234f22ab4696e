import { EXPIRY_PAUSE_MS } from '../../../domain/wallets/destination/destination';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { signals, workflowTypes } from '../../../workflow-names/workflow-messages';
import { toColumn } from '../../postgres/columns';
import { statement, type Database } from '../../postgres/database';
import type { Command, StartCommand } from '../../change-log';
import type { RecoverableEntity, OpenEntity } from '../../operators/recovery/recoverable-entity';

const EXPIRY: Omit<StartCommand, 'kind'> = {
  workflowID: workflowIDs.destinationExpiry(),
  workflowType: workflowTypes.destinationExpiry,
  args: [{}],
  mayRunAgain: true,
  summary: 'Expires authorisations of destinations',
};

/** Wakes the expiry workflow only for an authorisation that ends before its next poll, which comes at least every `EXPIRY_PAUSE_MS`. */
export function buildExpiryWakeUp({ validUntil, now }: { validUntil: Date | null; now: Date }): Command[] {
  if (validUntil === null || validUntil.getTime() - now.getTime() > EXPIRY_PAUSE_MS) return [];
  const signal = { signal: signals.authorisationEndsSoon, signalArgs: [], mayRunAgain: true } as const;
  return [{ ...EXPIRY, kind: 'signalWithStart', ...signal }];
}

/** Matches the predicate of the index `destinations_valid_until`. */
const EXPIRES = `status = 'Authorized' AND valid_until IS NOT NULL`;

const DUE = statement<{ id: string }>(
  'destination-due',
  `SELECT id FROM destinations WHERE ${EXPIRES} AND valid_until <= $1 ORDER BY valid_until, id LIMIT $2`,
);

/** Destinations whose authorisation expired by `asOf`, the oldest first. */
export async function listDueDestinations(database: Database, asOf: Date, limit: number): Promise<string[]> {
  return (await database.run(DUE, [toColumn(asOf), limit])).map(({ id }) => id);
}

const NEXT = statement<{ validUntil: Date }>(
  'destination-next-due',
  `SELECT valid_until AS "validUntil" FROM destinations WHERE ${EXPIRES} AND valid_until > $1
   ORDER BY valid_until, id LIMIT 1`,
);

export async function findNextExpiry(database: Database, asOf: Date): Promise<Date | undefined> {
  const [next] = await database.run(NEXT, [toColumn(asOf)]);
  return next?.validUntil;
}

const ANY_ENDS = statement('destination-any-ends', `SELECT 1 FROM destinations WHERE ${EXPIRES} LIMIT 1`);

const KEY = ['all'];

/** One workflow for all expiring authorisations; it must run while any exists. */
export const destinationExpiryRecovery: RecoverableEntity = {
  kind: 'destinationExpiry',
  page: (database, after) => (after ? Promise.resolve([]) : listOpen(database)),
  openAt: (database, keys) => (keys.length > 0 ? listOpen(database) : Promise.resolve([])),
  parseKey: (workflowID) => (workflowID.startsWith(`${workflowIDs.destinationExpiry()}/`) ? KEY : undefined),
};

async function listOpen(database: Database): Promise<OpenEntity[]> {
  const found = await database.run(ANY_ENDS, []);
  return found.length > 0 ? [{ key: KEY, start: { ...EXPIRY, kind: 'start' } }] : [];
}
