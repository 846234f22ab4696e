import { Refusal } from '../../../domain/platform/errors/refusal';
import { readPersonSelector, type PersonMatch, type PersonSelector } from '../../../domain/operators/person/person';
import { encrypt } from '../../../security/encryption';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import { auditWithin } from '../../platform/audit/audited';
import type { StartCommand } from '../../change-log';
import { newId } from '../../id';
import { appendCommands } from '../../platform/outbox/outbox';
import { lookup, statement } from '../../postgres/database';
import { recoverable } from '../recovery/recoverable-entity';
import type { Store } from '../../store';
import { getErasure } from './erasure.queries';
import { ERASURE_PERSON, type RecordedErasure } from './erasure.table';

const INSERT = statement(
  'erasure-insert',
  `INSERT INTO erasures (id, state, reason, requested_by, encrypted_person) VALUES ($1, 'searching', $2, $3, $4)`,
);

const FIND_CUSTOMER = lookup<{ email: string | null; phone: string | null }>(
  'erasure-customer',
  `SELECT lower(contact_info ->> 'email') AS email, regexp_replace(contact_info ->> 'phoneNumber', '\\D', '', 'g') AS phone
   FROM customers WHERE id = $1`,
);

/** Requests an erasure, which first searches the person's rows. @throws Refusal invalidRequest */
export async function requestErasure(
  store: Store,
  { selector, reason }: { selector: PersonSelector; reason: string },
): Promise<RecordedErasure> {
  const { database, origin } = store;
  const match = await completeMatch(store, readPersonSelector(selector));
  const id = newId();
  const person = await encrypt(JSON.stringify(match), ERASURE_PERSON, store.encryptionKeys);
  await database.transaction(async (tx) => {
    await database.run(INSERT, [id, reason, origin?.caller ?? 'platform', person], tx);
    await auditWithin(database, origin, [{ type: 'erasure', id, reason }], tx);
    await appendCommands(database, [buildStart({ id })], tx);
  });
  store.wakeUp.send('outbox');
  return getErasure(database, id);
}

/** A customer's contact information also identifies the person. */
async function completeMatch({ database }: Store, match: PersonMatch): Promise<PersonMatch> {
  if (match.customerID === null) return match;
  const [customer] = await database.run(FIND_CUSTOMER, [match.customerID]);
  if (!customer) throw new Refusal('invalidRequest', 'customerID: there is no such customer', { place: 'customerID' });
  const phone = customer.phone === '' ? null : customer.phone;
  return { ...match, email: match.email ?? customer.email, phone: match.phone ?? phone };
}

const CONFIRM = statement<{ id: string }>(
  'erasure-confirm',
  `UPDATE erasures SET state = 'confirmed', confirmed_by = $2, search_kind = 0, search_after = NULL
   WHERE id = $1 AND state = 'found' AND requested_by <> $2 RETURNING id`,
);

/**
 * Another person than the requester confirms that the found rows are erased. Idempotent.
 * @throws Refusal notFound, operationNotPermitted, invalidRequest while searching or when cancelled
 */
export async function confirmErasure(store: Store, id: string): Promise<RecordedErasure> {
  const { database, origin } = store;
  const caller = origin?.caller ?? 'platform';
  await database.transaction(async (tx) => {
    const [confirmed] = await database.run(CONFIRM, [id, caller], tx);
    if (!confirmed) return;
    await auditWithin(database, origin, [{ type: 'erasure', id, after: { state: 'confirmed' } }], tx);
    await appendCommands(database, [buildStart({ id })], tx);
  });
  store.wakeUp.send('outbox');
  const erasure = await getErasure(database, id);
  if (erasure.state === 'searching' || erasure.state === 'cancelled') {
    throw new Refusal('invalidRequest', `the erasure is ${erasure.state}: only one whose rows are found is confirmed`);
  }
  if (erasure.state === 'found' && erasure.requestedBy === caller) {
    throw new Refusal('operationNotPermitted', 'another administrator confirms the erasure that you requested');
  }
  return erasure;
}

const CANCEL = statement<{ id: string }>(
  'erasure-cancel',
  `UPDATE erasures SET state = 'cancelled', encrypted_person = NULL, finished_at = now()
   WHERE id = $1 AND state IN ('searching', 'found') RETURNING id`,
);

/** Cancels an erasure that is not confirmed. Idempotent. @throws Refusal notFound, invalidRequest once confirmed */
export async function cancelErasure(store: Store, id: string): Promise<RecordedErasure> {
  const { database, origin } = store;
  await database.transaction(async (tx) => {
    const [cancelled] = await database.run(CANCEL, [id], tx);
    if (cancelled) await auditWithin(database, origin, [{ type: 'erasure', id, after: { state: 'cancelled' } }], tx);
  });
  const erasure = await getErasure(database, id);
  if (erasure.state === 'cancelled') return erasure;
  throw new Refusal('invalidRequest', `the erasure is ${erasure.state}: it was confirmed before`);
}

function buildStart({ id }: { id: string }): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.erasure(id),
    workflowType: workflowTypes.erasure,
    args: [{ erasureID: id }],
    mayRunAgain: true,
    summary: 'Finds and erases the personal data of a person',
  };
}

const PREFIX = 'erasure/';

export const erasureRecovery = recoverable<{ id: string }>({
  kind: 'erasure',
  from: 'erasures e',
  select: 'e.id',
  isOpen: `e.state IN ('searching', 'confirmed', 'erasing')`,
  key: [['id', 'text']],
  parseKey: (workflowID) => (workflowID.startsWith(PREFIX) ? [workflowID.slice(PREFIX.length)] : undefined),
  start: buildStart,
});
