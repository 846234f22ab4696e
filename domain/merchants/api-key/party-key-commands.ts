import { ID, TIME, text, type CommandField, type CommandFields } from '../../operators/operator-command/command-fields';
import { isKeyScope, KEY_SCOPES, type KeyScope } from './scopes';

const SCOPES: CommandField<KeyScope[]> = {
  rule: `must be a list of scopes: ${KEY_SCOPES.join(', ')}`,
  read: (typed) => {
    if (!Array.isArray(typed) || typed.length === 0) return undefined;
    if (!typed.every((scope) => typeof scope === 'string' && isKeyScope(scope))) return undefined;
    return KEY_SCOPES.filter((scope) => typed.includes(scope));
  },
};

const OVERLAP: CommandField<number> = {
  rule: 'must be an integer from 0 to 31622400',
  read: (typed) =>
    Number.isSafeInteger(typed) && Number(typed) >= 0 && Number(typed) <= 31_622_400 ? Number(typed) : undefined,
};

/** Fields of the commands that give an operator a key of a party, which moves its money. */
export const PARTY_KEY_COMMANDS = {
  create: {
    required: { partyID: ID, name: text({ from: 1, to: 100 }) },
    optional: { scopes: SCOPES, expiresAt: TIME },
  },
  rotate: { required: { keyID: ID, overlapSeconds: OVERLAP }, optional: { expiresAt: TIME } },
} as const satisfies Record<string, CommandFields>;
