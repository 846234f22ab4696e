import { CHARGEBACK_COMMANDS } from '../chargeback/chargeback-commands';
import { DEPOSIT_COMMANDS } from '../deposit/deposit-commands';
import type { Role } from '../operator/roles';
import type { CommandFields } from './command-fields';

export interface CommandSubject {
  type: string;
  id: string;
}

/** A kind of operator command. */
export interface CommandType {
  /** Who may request and approve it. */
  roles: readonly Role[];
  fields: CommandFields;
  /** The entity that the command concerns; the parameters are valid. */
  subject: (parameters: Readonly<Record<string, unknown>>) => CommandSubject;
  /** Whether a later command of the same subject may undo it, so that it may be repeated afterwards. */
  isReversible?: true;
}

const FINANCE = ['finance'] as const satisfies readonly Role[];

const subjectFrom = (type: string, ...fields: string[]): CommandType['subject'] => {
  return (parameters) => ({ type, id: fields.map((field) => String(parameters[field])).join('.') });
};
const chargebackSubject = subjectFrom('payment', 'invoiceID', 'paymentID');

/** Every type of operator command; `store/operator-command/command-executors.ts` executes them. */
export const COMMAND_TYPES = {
  deposit: { roles: FINANCE, fields: DEPOSIT_COMMANDS.create, subject: subjectFrom('wallet', 'walletID') },
  depositRevert: { roles: FINANCE, fields: DEPOSIT_COMMANDS.revert, subject: subjectFrom('deposit', 'depositID') },
  depositAdjustment: {
    roles: FINANCE,
    fields: DEPOSIT_COMMANDS.adjust,
    subject: subjectFrom('deposit', 'depositID'),
    isReversible: true,
  },
  createChargeback: { roles: FINANCE, fields: CHARGEBACK_COMMANDS.create, subject: chargebackSubject },
  acceptChargeback: {
    roles: FINANCE,
    fields: CHARGEBACK_COMMANDS.decide,
    subject: chargebackSubject,
    isReversible: true,
  },
  rejectChargeback: {
    roles: FINANCE,
    fields: CHARGEBACK_COMMANDS.decide,
    subject: chargebackSubject,
    isReversible: true,
  },
  cancelChargeback: {
    roles: FINANCE,
    fields: CHARGEBACK_COMMANDS.decide,
    subject: chargebackSubject,
    isReversible: true,
  },
  reopenChargeback: {
    roles: FINANCE,
    fields: CHARGEBACK_COMMANDS.reopen,
    subject: chargebackSubject,
    isReversible: true,
  },
} as const satisfies Record<string, CommandType>;

export type CommandTypeName = keyof typeof COMMAND_TYPES;

export function isCommandTypeName(word: string): word is CommandTypeName {
  return Object.hasOwn(COMMAND_TYPES, word);
}

/** @throws Error for a type that this version does not know */
export function getCommandType(name: string): CommandType {
  if (!isCommandTypeName(name)) throw new Error(`unknown type of operator command: ${name}`);
  return COMMAND_TYPES[name];
}

/** The operator's roles that may request or approve the type. */
export function rolesFor(name: string, roles: readonly Role[]): Role[] {
  const allowed = getCommandType(name).roles;
  return roles.filter((role) => allowed.includes(role));
}
