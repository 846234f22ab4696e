import {
  assertDestinationCreatable,
  DESTINATION_REFUSALS,
  type Destination,
} from '../../domain/destination/destination';
import { destinationMachine } from '../../domain/destination/destination.machine';
import { Refusal } from '../../domain/errors/refusal';
import { detectPaymentSystem } from '../../domain/payment/payment-tool';
import type { WalletProvider } from '../../domain/wallet-provider/wallet-provider';
import { workflowIDs } from '../../workflows/names/workflow-ids';
import { workflowTypes } from '../../workflows/names/workflow-messages';
import { findTokenizedCard, tokenizeCard, type TokenizedCard } from '../card-vault/card-vault';
import { insertText, toValues } from '../postgres/columns';
import { lookup, statement } from '../postgres/database';
import { newId } from '../id';
import { createOnce, type Existing } from '../idempotency';
import { findIdentity } from '../identity/identity.queries';
import { readResourceToken } from '../payment-tool/resource-token';
import { getWalletProvider } from '../wallet-provider/wallet-provider.queries';
import { changeResult, appendChangeStatement, type Change, type StartCommand } from '../change-log';
import { wakeDispatchers, type Store } from '../store';
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
  { check, now = new Date() }: { check?: () => void; now?: Date } = {},
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
    const encrypted = await toDestinationRow(destination, encryptionKeys);
    const insert = { ...INSERT, values: [...toValues(encrypted, DESTINATION_COLUMNS), hash] };
    const created = buildCreation(destination, provider);
    const append = appendChangeStatement(created, store.origin);
    const answers = await database.transaction((tx) => database.commitWith([insert, append], tx));
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

/** Takes a card's digits and system from the vault. A card that was tokenised for a payment is stored in the vault now. */
async function completeResource(
  store: Store,
  { resource, partyID }: Pick<NewDestination, 'resource' | 'partyID'>,
): Promise<Destination['resource']> {
  if (resource.type !== 'BankCardDestinationResource') return resource;
  const { token } = resource;
  const card =
    (await findTokenizedCard(store.database, { token, partyID })) ??
    (await storeResourceCard(store, { token, partyID }));
  if (!card) throw new Refusal('badResourceToken', 'is not the token of a card of yours', { place: 'resource.token' });
  return { type: resource.type, ...card };
}

async function storeResourceCard(
  store: Store,
  { token, partyID }: { token: string; partyID: string },
): Promise<TokenizedCard | undefined> {
  const card = await readResourceToken(token, { partyID, keys: store.encryptionKeys });
  const paymentSystem = card && detectPaymentSystem(card.cardNumber);
  return card && paymentSystem ? tokenizeCard(store, { partyID, card, paymentSystem }) : undefined;
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
