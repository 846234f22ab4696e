import { CURRENCY, ID, choice, text, type CommandField, type CommandFields } from '../operator-command/command-fields';
import { ROLES, isRole, type Role } from './roles';

const ROLE = choice(ROLES);

/** Distinct roles in their usual order; none ends the access. */
const ROLE_LIST: CommandField<Role[]> = {
  rule: `must be a list of roles: ${ROLES.join(', ')}`,
  read: (typed) => {
    if (!Array.isArray(typed) || !typed.every((role) => typeof role === 'string' && isRole(role))) return undefined;
    return ROLES.filter((role) => typed.includes(role));
  },
};

const NAME: CommandField<string> = {
  rule: 'must be a text of 1 to 100 characters',
  read: (typed) => (typeof typed === 'string' && /^(?=.*\S).{1,100}$/.test(typed) ? typed : undefined),
};

/** In lower case, as the OpenID Connect provider's addresses are compared. */
const EMAIL: CommandField<string> = {
  rule: 'must be an e-mail address of at most 254 characters',
  read: (typed) =>
    typeof typed === 'string' && typed.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(typed)
      ? typed.toLowerCase()
      : undefined,
};

const COUNT: CommandField<number> = {
  rule: 'must be an integer from 0 to 9007199254740991',
  read: (typed) => (Number.isSafeInteger(typed) && Number(typed) >= 0 ? Number(typed) : undefined),
};

const REPLAY_COUNT: CommandField<number> = {
  rule: 'must be an integer from 0 to 1000000000',
  read: (typed) => ((COUNT.read(typed) ?? Infinity) <= 1_000_000_000 ? Number(typed) : undefined),
};

/** Fields of the commands that change what operators may do (docs/operators.md). */
export const ACCESS_COMMANDS = {
  createOperator: { required: { name: NAME, email: EMAIL, roles: ROLE_LIST }, optional: {} },
  setRoles: { required: { operatorID: ID, roles: ROLE_LIST }, optional: {} },
  /** Activates an operator, or invites one to make a key. */
  operator: { required: { operatorID: ID }, optional: {} },
  setLimit: { required: { role: ROLE, currency: CURRENCY, commandLimit: COUNT, dailyLimit: COUNT }, optional: {} },
  deleteLimit: { required: { role: ROLE, currency: CURRENCY }, optional: {} },
  setReplayLimit: { required: { role: ROLE, dailyMessages: REPLAY_COUNT }, optional: {} },
  deleteReplayLimit: { required: { role: ROLE }, optional: {} },
  approvalRule: { required: { type: text({ from: 1, to: 40 }) }, optional: {} },
} as const satisfies Record<string, CommandFields>;
