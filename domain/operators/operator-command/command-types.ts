import type { AuditedType } from '../audit/audited-type';
import { PARTY_KEY_COMMANDS } from '../../merchants/api-key/party-key-commands';
import { BLOCKABLE, blockFields, type Blockable } from '../../merchants/block/block-commands';
import { CHARGEBACK_COMMANDS } from '../../payments/chargeback/chargeback-commands';
import { ACCOUNT_COMMANDS, ACCOUNT_SECRET } from '../../payments/connector-account/account-commands';
import { DEPOSIT_COMMANDS } from '../../wallets/deposit/deposit-commands';
import { INVOICE_COMMANDS } from '../../payments/invoice/invoice-commands';
import { ACCESS_COMMANDS } from '../operator/access-commands';
import { PAYMENT_COMMANDS } from '../../payments/payment/payment-commands';
import { SETTLEMENT_COMMANDS } from '../../merchants/settlement/settlement-commands';
import { CONFIGURATION_COMMANDS } from '../../merchants/reference-data/configuration-commands';
import type { Role } from '../operator/roles';
import type { CommandFields } from './command-fields';

export interface CommandSubject {
  type: AuditedType;
  id: string;
}

/** Who is asked about a command. */
export interface CommandPerson {
  operatorID: string;
  /** All roles of the operator, whatever the key or token is restricted to. */
  roles: readonly Role[];
}

/** A kind of operator command. */
export interface CommandType {
  /** Who may request and approve it. */
  roles: readonly Role[];
  /**
   * `byLimit`: another person approves what is above the limit of the requester's role, and what a rule of the
   * administrators names. `always`: another person approves each command.
   */
  approval: 'byLimit' | 'always';
  fields: CommandFields;
  /** The entity that the command concerns; the parameters are valid. */
  subject: (parameters: Readonly<Record<string, unknown>>) => CommandSubject;
  /** Whether a later command of the same subject may undo it, so that it may be repeated afterwards. */
  isReversible?: true;
  /** The parameter that is kept encrypted until the command ends, and never shown. */
  secret?: string;
  /** Whether it changes what the person may do: such a person neither requests nor approves it. */
  isAbout?: (parameters: Readonly<Record<string, unknown>>, person: CommandPerson) => boolean;
}

/** Finance may decide what is above the limit of support. */
const REFUNDERS = ['support', 'finance'] as const satisfies readonly Role[];
const CONFIGURATION = ['configuration'] as const satisfies readonly Role[];
const ADMINISTRATORS = ['administrator'] as const satisfies readonly Role[];
const FINANCE = ['finance'] as const satisfies readonly Role[];

const subjectFrom = (type: AuditedType, ...fields: string[]): CommandType['subject'] => {
  return (parameters) => ({ type, id: fields.map((field) => String(parameters[field])).join('.') });
};
const paymentSubject = subjectFrom('payment', 'invoiceID', 'paymentID');

const commandAbout = (type: Blockable, roles: readonly Role[]): CommandType => ({
  roles,
  approval: 'byLimit',
  fields: blockFields(type),
  subject: subjectFrom(type, BLOCKABLE[type].idField),
  isReversible: true,
});

/** A change of what operators may do: another administrator always approves it, neither being the one whom it is about. */
const accessCommand = (
  fields: CommandFields,
  subject: CommandType['subject'],
  isAbout?: NonNullable<CommandType['isAbout']>,
): CommandType => ({
  ...{ roles: ADMINISTRATORS, approval: 'always', fields, subject, isReversible: true },
  ...(isAbout && { isAbout }),
});

const aboutOperator = (fields: CommandFields): CommandType =>
  accessCommand(fields, subjectFrom('operator', 'operatorID'), ({ operatorID }, person) => {
    return operatorID === person.operatorID;
  });

const aboutRole = (type: AuditedType, fields: CommandFields, ...names: string[]): CommandType =>
  accessCommand(fields, subjectFrom(type, ...names), ({ role }, { roles }) => roles.some((own) => own === role));

/** A rule is about each operator who may request commands of its type. */
const aboutRule = accessCommand(
  ACCESS_COMMANDS.approvalRule,
  subjectFrom('approvalRule', 'type'),
  ({ type }, { roles }) => isCommandTypeName(String(type)) && rolesFor(String(type), roles).length > 0,
);

/** What decides where money goes always takes two people; other changes of the configuration are made without a command. */
const configurationCommand = (fields: CommandFields, subject: CommandType['subject']): CommandType => ({
  ...{ roles: CONFIGURATION, approval: 'always', fields, subject, isReversible: true },
});
const entitySubject: CommandType['subject'] = ({ type, id, value }) => ({
  type: type as AuditedType,
  id: String(id ?? (value as { id?: unknown }).id),
});
const accountCommand = (fields: CommandFields, secret?: string): CommandType => ({
  ...configurationCommand(fields, subjectFrom('connectorAccount', 'id')),
  ...(secret !== undefined && { secret }),
});

/** What leaves for a bank, and what a bank or an acquirer says: all move money. */
const bankFileCommand = (fields: CommandFields, subject: CommandType['subject']): CommandType => ({
  ...{ roles: FINANCE, approval: 'always', fields, subject },
});

/** Every type of operator command, and the only list of what needs a second person (four eyes); `operators/commands/command-executors.ts` executes them. */
export const COMMAND_TYPES = {
  deposit: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: DEPOSIT_COMMANDS.create,
    subject: subjectFrom('wallet', 'walletID'),
  },
  depositRevert: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: DEPOSIT_COMMANDS.revert,
    subject: subjectFrom('deposit', 'depositID'),
  },
  depositAdjustment: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: DEPOSIT_COMMANDS.adjust,
    subject: subjectFrom('deposit', 'depositID'),
    isReversible: true,
  },
  closeSettlement: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: SETTLEMENT_COMMANDS.close,
    subject: subjectFrom('shop', 'shopID'),
    isReversible: true,
  },
  correctSettlement: {
    roles: FINANCE,
    approval: 'always',
    fields: SETTLEMENT_COMMANDS.correct,
    subject: subjectFrom('shop', 'shopID'),
  },
  writeOffSettlement: {
    roles: FINANCE,
    approval: 'always',
    fields: SETTLEMENT_COMMANDS.writeOff,
    subject: subjectFrom('shop', 'shopID'),
  },
  recordPayout: {
    roles: FINANCE,
    approval: 'always',
    fields: SETTLEMENT_COMMANDS.record,
    subject: subjectFrom('payout', 'payoutID'),
  },
  clearAcquirerBatch: {
    roles: FINANCE,
    approval: 'always',
    fields: SETTLEMENT_COMMANDS.clearBatch,
    subject: subjectFrom('connectorAccount', 'account'),
    isReversible: true,
  },
  applySettlementReport: bankFileCommand(SETTLEMENT_COMMANDS.applyReport, subjectFrom('settlementReport', 'reportID')),
  createBankFile: {
    ...{ roles: FINANCE, approval: 'always', fields: SETTLEMENT_COMMANDS.createFile, isReversible: true },
    subject: subjectFrom('paymentInstitution', 'paymentInstitutionID'),
  },
  confirmBankFile: bankFileCommand(SETTLEMENT_COMMANDS.decideFile, subjectFrom('bankFile', 'fileID')),
  cancelBankFile: bankFileCommand(SETTLEMENT_COMMANDS.decideFile, subjectFrom('bankFile', 'fileID')),
  applyBankStatement: bankFileCommand(SETTLEMENT_COMMANDS.applyStatement, subjectFrom('bankStatement', 'statementID')),
  createChargeback: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: CHARGEBACK_COMMANDS.create,
    subject: paymentSubject,
  },
  acceptChargeback: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: CHARGEBACK_COMMANDS.decide,
    subject: paymentSubject,
    isReversible: true,
  },
  rejectChargeback: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: CHARGEBACK_COMMANDS.decide,
    subject: paymentSubject,
    isReversible: true,
  },
  cancelChargeback: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: CHARGEBACK_COMMANDS.decide,
    subject: paymentSubject,
    isReversible: true,
  },
  reopenChargeback: {
    roles: FINANCE,
    approval: 'byLimit',
    fields: CHARGEBACK_COMMANDS.reopen,
    subject: paymentSubject,
    isReversible: true,
  },
  capturePayment: { roles: REFUNDERS, approval: 'byLimit', fields: PAYMENT_COMMANDS.capture, subject: paymentSubject },
  cancelPayment: { roles: REFUNDERS, approval: 'byLimit', fields: PAYMENT_COMMANDS.cancel, subject: paymentSubject },
  approveReview: { roles: REFUNDERS, approval: 'byLimit', fields: PAYMENT_COMMANDS.review, subject: paymentSubject },
  rejectReview: { roles: REFUNDERS, approval: 'byLimit', fields: PAYMENT_COMMANDS.review, subject: paymentSubject },
  refundPayment: { roles: REFUNDERS, approval: 'byLimit', fields: PAYMENT_COMMANDS.refund, subject: paymentSubject },
  fulfillInvoice: {
    roles: REFUNDERS,
    approval: 'byLimit',
    fields: INVOICE_COMMANDS.decide,
    subject: subjectFrom('invoice', 'invoiceID'),
  },
  rescindInvoice: {
    roles: REFUNDERS,
    approval: 'byLimit',
    fields: INVOICE_COMMANDS.decide,
    subject: subjectFrom('invoice', 'invoiceID'),
  },
  blockParty: commandAbout('party', CONFIGURATION),
  unblockParty: commandAbout('party', CONFIGURATION),
  blockShop: commandAbout('shop', CONFIGURATION),
  unblockShop: commandAbout('shop', CONFIGURATION),
  blockIdentity: commandAbout('identity', FINANCE),
  unblockIdentity: commandAbout('identity', FINANCE),
  blockWallet: commandAbout('wallet', FINANCE),
  unblockWallet: commandAbout('wallet', FINANCE),
  blockDestination: commandAbout('destination', FINANCE),
  unblockDestination: commandAbout('destination', FINANCE),
  approveDestination: commandAbout('destination', FINANCE),
  rejectDestination: commandAbout('destination', FINANCE),
  createOperator: accessCommand(ACCESS_COMMANDS.createOperator, subjectFrom('operator', 'email')),
  setOperatorRoles: aboutOperator(ACCESS_COMMANDS.setRoles),
  activateOperator: aboutOperator(ACCESS_COMMANDS.operator),
  inviteOperator: aboutOperator(ACCESS_COMMANDS.operator),
  setOperatorLimit: aboutRole('operatorLimit', ACCESS_COMMANDS.setLimit, 'role', 'currency'),
  deleteOperatorLimit: aboutRole('operatorLimit', ACCESS_COMMANDS.deleteLimit, 'role', 'currency'),
  setReplayLimit: aboutRole('replayLimit', ACCESS_COMMANDS.setReplayLimit, 'role'),
  deleteReplayLimit: aboutRole('replayLimit', ACCESS_COMMANDS.deleteReplayLimit, 'role'),
  requireApproval: aboutRule,
  waiveApproval: aboutRule,
  createPartyKey: accessCommand(PARTY_KEY_COMMANDS.create, subjectFrom('party', 'partyID')),
  rotatePartyKey: accessCommand(PARTY_KEY_COMMANDS.rotate, subjectFrom('apiKey', 'keyID')),
  createConfiguration: configurationCommand(CONFIGURATION_COMMANDS.create, entitySubject),
  changeConfiguration: configurationCommand(CONFIGURATION_COMMANDS.change, entitySubject),
  rollBackConfiguration: configurationCommand(CONFIGURATION_COMMANDS.rollBack, entitySubject),
  loadReferenceData: configurationCommand(CONFIGURATION_COMMANDS.load, () => ({ type: 'referenceData', id: 'file' })),
  createConnectorAccount: accountCommand(ACCOUNT_COMMANDS.create, ACCOUNT_SECRET),
  rotateConnectorAccount: accountCommand(ACCOUNT_COMMANDS.rotate, ACCOUNT_SECRET),
  disableConnectorAccount: accountCommand(ACCOUNT_COMMANDS.switch),
  enableConnectorAccount: accountCommand(ACCOUNT_COMMANDS.switch),
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
