import { ID, type CommandFields } from '../../operators/operator-command/command-fields';

/** What an operator can block: its name in errors, and the field of its id in commands. */
export const BLOCKABLE = {
  party: { name: 'Party', idField: 'partyID' },
  shop: { name: 'Shop', idField: 'shopID' },
  identity: { name: 'Identity', idField: 'identityID' },
  wallet: { name: 'Wallet', idField: 'walletID' },
  destination: { name: 'Destination', idField: 'destinationID' },
} as const;

export type Blockable = keyof typeof BLOCKABLE;

/** Fields of a command about one of these: its id. */
export function blockFields(type: Blockable): CommandFields {
  return { required: { [BLOCKABLE[type].idField]: ID }, optional: {} };
}
