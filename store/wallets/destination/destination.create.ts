import {
  assertDestinationCreatable,
  DESTINATION_REFUSALS,
  type Destination,
} from '../../../domain/wallets/destination/destination';
import { destinationMachine } from '../../../domain/wallets/destination/destination.machine';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { UNKNOWN_PAYMENT_SYSTEM } from '../../../domain/payments/payment/payment-tool';
import type { WalletProvider } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import { findCardID, findTokenizedCard, useCard, type CardVault } from '../../payments/card-vault/card-vault';
import { insertText, toValues } from '../../postgres/columns';
import { lookup, statement, type Database, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { findIdentity } from '../identity/identity.queries';
import { readResourceToken } from '../../payments/payment-tool/resource-token';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import { changeResult, appendChangeStatement, type Change, type StartCommand } from '../../change-log';
import { wakeDispatchers, type Store } from '../../store';
import { destinationWebhookMessages } from './destination.message';
import {
  DESTINATION,
  DESTINATION_COLUMNS,
  fromDestinationRow,
  toDestinationRow,
  type DestinationRow,
} from './destination.table';

/** Input of a new destination. Of a card only the token counts; its details come from the vault. */
export type NewDestination = Omit<
  Destination,
  'id' | 'createdAt' | 'isBlocked' | 'providerID' | 'status' | 'validUntil'
>;

const INSERT = statement('destination-insert', insertText('destinations', DESTINATION_COLUMNS, ['parameters_hash']));

const FIND_EXISTING = lookup<DestinationRow & Existing>(
  'destination-find-existing',
  `SELECT ${DESTINATION}, parameters_hash AS "parametersHash"
   FROM destinations d WHERE party_id = $1 AND external_id = $2`,
);

/**
 * Creates an unauthorised destination and starts its authorisation workflow. Idempotent by external id; `check` runs
 * only for a new destination.
 * @throws Refusal badResourceToken, invalidOperationParameters, externalIDConflict, temporarilyUnavailable
 */
export async function createDestination(
  store: Store,
  given: NewDestination,
  { check, vault, now = new Date() }: { check?: () => void; vault: CardVault; now?: Date },
): Promise<Destination> {
  const { database, encryptionKeys } = store;
  const { partyID, externalID } = given;
  const compared = comparedParameters(given);
  const request = { partyID, externalID, compared, index: 'destinations_external_id', findExisting: FIND_EXISTING };
  const row = await createOnce<DestinationRow>(database, request, async (hash) => {
    store.admission.admit('payer', partyID);
    check?.();
    const provider = await readProvider(store, given);
    const destination: Destination = {
      ...given,
      resource: await completeResource(store, given),
      providerID: provider.id,
      id: newId(now),
      createdAt: now,
      isBlocked: false,
      status: destinationMachine.initial,
      validUntil: null,
    };
    await keepInVault({ database, vault }, destination);
    const encrypted = await toDestinationRow(destination, encryptionKeys);
    const insert = { ...INSERT, values: [...toValues(encrypted, DESTINATION_COLUMNS), hash] };
    const created = buildCreation(destination, provider);
    const append = appendChangeStatement(created, store.origin);
    const answers = await database.transaction(async (tx) => {
      await keepCard(store, destination, tx);
      return database.commitWith([insert, append], tx);
    });
    wakeDispatchers(store, changeResult(created, answers.getRows(append)));
    return encrypted;
  });
  return fromDestinationRow(row, encryptionKeys);
}

/** Compares only the writable fields of a card; its read-only fields come back with what a caller has read. */
function comparedParameters({ partyID, externalID, resource, ...compared }: NewDestination): object {
  void [partyID, externalID];
  if (resource.type !== 'BankCardDestinationResource') return { ...compared, resource };
  return { ...compared, resource: { type: resource.type, token: resource.token } };
}

async function readProvider(store: Store, given: NewDestination): Promise<WalletProvider> {
  const identity = await findIdentity(store.database, given);
  if (!identity) throw new Refusal('invalidOperationParameters', DESTINATION_REFUSALS.identityMissing);
  const provider = await getWalletProvider(store.database, identity);
  const { currency, resource } = given;
  assertDestinationCreatable({ identity, provider, currency, resourceType: resource.type });
  return provider;
}

/** Takes a card's digits and system from its token, or from the token of a card that was tokenised for a payment. */
async function completeResource(
  { database, encryptionKeys: keys }: Store,
  { resource, partyID }: Pick<NewDestination, 'resource' | 'partyID'>,
): Promise<Destination['resource']> {
  if (resource.type !== 'BankCardDestinationResource') return resource;
  const { token } = resource;
  const known = await findTokenizedCard(database, { token, partyID });
  const entered = known ? undefined : await readResourceToken(token, { partyID, keys });
  const card = entered === undefined ? known : await findTokenizedCard(database, { token: entered, partyID });
  if (!card || card.paymentSystem === UNKNOWN_PAYMENT_SYSTEM) throw badCardToken();
  return { type: resource.type, ...card };
}

/** First in the vault: a card that ends there too late is deleted later, and one that ends too early is lost. */
async function keepInVault(
  { database, vault }: { database: Database; vault: CardVault },
  { resource }: Destination,
): Promise<void> {
  const card = resource.type === 'BankCardDestinationResource' && (await findCardID(database, resource.token));
  if (card) await vault.keepCard(card);
}

/** The card is kept as long as the destination. @throws Refusal badResourceToken if it is being deleted */
async function keepCard({ database }: Store, { resource, partyID }: Destination, tx: Transaction): Promise<void> {
  if (resource.type !== 'BankCardDestinationResource') return;
  if (!(await useCard(database, { token: resource.token, partyID }, tx))) throw badCardToken();
}

function badCardToken(): Refusal {
  return new Refusal('badResourceToken', 'is not the token of a card of yours', { place: 'resource.token' });
}

function buildCreation(destination: Destination, provider: WalletProvider): Change {
  return {
    subject: { type: 'destination', id: destination.id },
    recipients: { partyID: destination.partyID, identityID: destination.identityID },
    occurredAt: destination.createdAt,
    messages: destinationWebhookMessages(destinationMachine.creation, destination),
    commands: [
      buildAuthorisationStart({
        ...destination,
        ...provider,
        id: destination.id,
        resourceType: destination.resource.type,
      }),
    ],
  };
}

export function buildAuthorisationStart({
  id,
  partyID,
  status,
  resourceType,
  destinationAuthorisation,
}: Pick<Destination, 'id' | 'partyID' | 'status'> &
  Pick<WalletProvider, 'destinationAuthorisation'> & { resourceType: Destination['resource']['type'] }): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.destination(id),
    workflowType: workflowTypes.destination,
    args: [{ destinationID: id, authorisation: destinationAuthorisation }],
    searchAttributes: { PartyID: partyID, EntityStatus: status },
    summary: `Authorise a destination (${resourceType}), ${destinationAuthorisation}`,
  };
}
