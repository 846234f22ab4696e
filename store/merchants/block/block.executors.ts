import { BLOCKABLE, type Blockable } from '../../../domain/merchants/block/block-commands';
import type { CommandExecutor } from '../../operators/operator-command/command-executor';
import { getReason } from '../../platform/audit/origin';
import { findPartyOf, setBlocked } from './block';

function block(type: Blockable, isBlocked: boolean): CommandExecutor<Record<string, string>> {
  const { idField } = BLOCKABLE[type];
  const getID = (parameters: Record<string, string>): string => parameters[idField] ?? '';
  return {
    assess: async (database, parameters) => {
      return { money: undefined, partyID: await findPartyOf(database, { type, id: getID(parameters) }) };
    },
    execute: async (store, parameters) => {
      const request = { type, id: getID(parameters), isBlocked, reason: getReason(store) };
      return { outcome: { ...(await setBlocked(store, request)) } };
    },
  };
}

export const blockExecutors = {
  blockParty: block('party', true),
  unblockParty: block('party', false),
  blockShop: block('shop', true),
  unblockShop: block('shop', false),
  blockIdentity: block('identity', true),
  unblockIdentity: block('identity', false),
  blockWallet: block('wallet', true),
  unblockWallet: block('wallet', false),
  blockDestination: block('destination', true),
  unblockDestination: block('destination', false),
};
