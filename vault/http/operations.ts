import { VAULT_CALLERS, type VaultCaller } from '../client/vault.types';
import type { AuditChain } from '../audit/audit-chain';
import type { Cards } from '../cards/cards';
import type { Forwarder } from '../forward/forward';
import type { Rotation } from '../keys/rotation';
import {
  readCardReference,
  readCardReferences,
  readForwardRequest,
  readRotateRequest,
  readStoreRequest,
  readUnlockRequest,
} from './requests';

export interface OperationParts {
  cards: Cards;
  forwarder: Forwarder;
  rotation: Rotation;
  audit: AuditChain;
}

/** A request of a known caller. */
interface GivenRequest {
  caller: VaultCaller;
  body: unknown;
  cardID: string;
  query: string;
}

export interface VaultOperation {
  /** Certificates that may use it. */
  callers: readonly VaultCaller[];
  /** Of its success. */
  status?: number;
  /** Its content; undefined for none. */
  work: (request: GivenRequest) => Promise<unknown>;
}

/** The operations of the vault by method and path. */
export function createOperations({ cards, forwarder, rotation, audit }: OperationParts): Map<string, VaultOperation> {
  const operator = ['operator'] as const;
  return new Map<string, VaultOperation>([
    [
      'POST /v1/cards',
      { callers: ['api'], status: 201, work: async ({ body, caller }) => cards.store(readStoreRequest(body), caller) },
    ],
    [
      'POST /v1/forward',
      { callers: ['worker'], work: async ({ body, caller }) => forwarder.forward(readForwardRequest(body), caller) },
    ],
    [
      'GET /v1/cards/:cardID',
      { callers: VAULT_CALLERS, work: async (request) => cards.getMask(readCardReference(request)) },
    ],
    [
      'DELETE /v1/cards/:cardID',
      { callers: VAULT_CALLERS, work: async (request) => cards.delete(readCardReference(request), request.caller) },
    ],
    [
      'POST /v1/cvvs/delete',
      {
        callers: VAULT_CALLERS,
        work: async ({ body, caller }) => cards.deleteCvvs(readCardReferences(body), caller),
      },
    ],
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
  ]);
}
