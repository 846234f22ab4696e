import type { PARTY_KEY_COMMANDS } from '../../../domain/merchants/api-key/party-key-commands';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import type { CommandExecutor } from '../../operators/operator-command/command-executor';
import { findParty } from '../shop/shop.queries';
import { findValidKey } from './api-key.queries';

type Parameters<Name extends keyof typeof PARTY_KEY_COMMANDS> = ReadCommand<(typeof PARTY_KEY_COMMANDS)[Name]>;

const createExecutor: CommandExecutor<Parameters<'create'>> = {
  assess: async (database, { partyID }) => {
    if (!(await findParty(database, partyID))) throw notFound('Party');
    return { money: undefined, partyID };
  },
  execute: async (_store, { partyID }) => ({ outcome: { partyID } }),
};

const rotateExecutor: CommandExecutor<Parameters<'rotate'>> = {
  assess: async (database, { keyID }) => {
    const key = await findValidKey(database, keyID);
    if (!key) throw notFound('Valid key');
    return { money: undefined, partyID: key.partyID };
  },
  execute: async (_store, { keyID }) => ({ outcome: { keyID } }),
};

/** An executed command makes no key yet: its requester takes it (`party-key.take.ts`), so that no secret is stored. */
export const partyKeyExecutors = { createPartyKey: createExecutor, rotatePartyKey: rotateExecutor };
