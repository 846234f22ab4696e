import { VAULT_CALLERS, type LaterDeletion, type VaultCaller } from '../client/vault.types';
import type { RegisteredAccounts } from '../accounts/accounts';
import type { AuditChain } from '../audit/audit-chain';
import type { Cards } from '../cards/cards';
import type { Forwarder } from '../forward/forward';
import type { Rotation } from '../keys/rotation';
import type { VaultMetrics } from '../metrics';
import type { WalletTokens } from '../wallets/wallet-tokens';
import {
  readCardReference,
  readCardReferences,
  readForwardRequest,
  readKeepRequest,
  readRegistration,
  readRotateRequest,
  readStoreRequest,
  readStoreTokenRequest,
  readUnlockRequest,
} from './requests';

export interface OperationParts {
  cards: Cards;
  tokens: WalletTokens;
  forwarder: Forwarder;
  rotation: Rotation;
  audit: AuditChain;
  accounts: RegisteredAccounts;
  metrics: VaultMetrics;
}

/** A request of a known caller. */
interface GivenRequest {
  caller: VaultCaller;
  /** The fingerprint of the caller's certificate. */
  certificate: string;
  body: unknown;
  /** The id in the path, of a card or of an account. */
  id: string;
  query: string;
}

export interface VaultOperation {
  /** Certificates that may use it. */
  callers: readonly VaultCaller[];
  /** Of its success. */
  status?: number;
  /** Its content; undefined for none. A deletion that is due later has one. */
  work: (request: GivenRequest) => Promise<unknown>;
}

/** The operations of the vault by method and path. */
export function createOperations(parts: OperationParts): Map<string, VaultOperation> {
  return new Map([...cardOperations(parts), ...accountOperations(parts), ...keyOperations(parts)]);
}

type Operations = readonly (readonly [string, VaultOperation])[];

const operator = ['operator'] as const;

function cardOperations({ cards, tokens, forwarder, metrics }: OperationParts): Operations {
  return [
    [
      'POST /v1/cards',
      { callers: ['api'], status: 201, work: async ({ body, caller }) => cards.store(readStoreRequest(body), caller) },
    ],
    [
      'POST /v1/tokens',
      {
        callers: ['api'],
        status: 201,
        work: async ({ body, caller }) => tokens.store(readStoreTokenRequest(body), caller),
      },
    ],
    [
      'POST /v1/forward',
      { callers: ['worker'], work: async ({ body, ...from }) => forwarder.forward(readForwardRequest(body), from) },
    ],
    [
      'POST /v1/cards/keep',
      { callers: ['api'], work: async ({ body, caller }) => cards.keep(readKeepRequest(body), caller) },
    ],
    [
      'GET /v1/cards/:id',
      { callers: VAULT_CALLERS, work: async (request) => cards.getMask(readCardReference(request)) },
    ],
    [
      'DELETE /v1/cards/:id',
      {
        callers: ['worker', 'operator'],
        status: 202,
        work: async (request): Promise<LaterDeletion | undefined> => {
          const later = await cards.delete(readCardReference(request), request.caller);
          if (later?.isNew) metrics.countEarlyDeletion();
          return later && { deleteAt: later.deleteAt.toISOString() };
        },
      },
    ],
    [
      'POST /v1/deletions/cancel',
      { callers: operator, work: async ({ caller }) => ({ cancelled: await cards.cancelDeletions(caller) }) },
    ],
    [
      'POST /v1/cvvs/delete',
      {
        callers: VAULT_CALLERS,
        work: async ({ body, caller }) => cards.deleteCvvs(readCardReferences(body), caller),
      },
    ],
  ];
}

function accountOperations({ accounts }: OperationParts): Operations {
  return [
    [
      'PUT /v1/accounts/:id',
      {
        callers: ['api', 'operator'],
        work: async ({ id, body, caller }) => accounts.register(id, readRegistration(body), caller),
      },
    ],
    ['DELETE /v1/accounts/:id', { callers: operator, work: async ({ id, caller }) => accounts.remove(id, caller) }],
  ];
}

function keyOperations({ rotation, audit }: OperationParts): Operations {
  return [
    [
      'POST /v1/rotate',
      {
        callers: operator,
        work: async ({ body, caller }) => rotation.rewrap(readRotateRequest(body).batchSize, caller),
      },
    ],
    [
      'POST /v1/unlock',
      { callers: operator, work: async ({ body, caller }) => rotation.unlock(readUnlockRequest(body).share, caller) },
    ],
    ['GET /v1/status', { callers: VAULT_CALLERS, work: async () => rotation.status() }],
    ['GET /v1/audit', { callers: operator, work: async () => audit.verify() }],
  ];
}
