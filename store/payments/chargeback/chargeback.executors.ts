import { present } from '../../../domain/platform/fields/present';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import { type CHARGEBACK_COMMANDS } from '../../../domain/payments/chargeback/chargeback-commands';
import { notFound } from '../../../domain/platform/errors/refusal';
import type { ReadCommand } from '../../../domain/operators/operator-command/command-fields';
import type { Origin } from '../../platform/audit/origin';
import type {
  CommandAssessment,
  CommandExecutor,
  ExecutedCommand,
} from '../../operators/operator-command/command-executor';
import { statement, type Database } from '../../postgres/database';
import type { Store } from '../../store';
import { readChargeback } from './chargeback.table';
import {
  acceptChargeback,
  cancelChargeback,
  createChargeback,
  rejectChargeback,
  reopenChargeback,
  type ChargebackCommand,
} from './chargeback.transitions';

type Parameters<Name extends keyof typeof CHARGEBACK_COMMANDS> = ReadCommand<(typeof CHARGEBACK_COMMANDS)[Name]>;

const FIND_PAYMENT = statement<{ partyID: string; currency: string }>(
  'chargeback-find-payment',
  'SELECT party_id AS "partyID", currency FROM payments WHERE invoice_id = $1 AND id = $2',
);

async function assessDecision(database: Database, parameters: Parameters<'reopen'>): Promise<CommandAssessment> {
  const chargeback = await readChargeback(database, parameters);
  if (!chargeback) throw notFound('Chargeback');
  const amountMinor = (parameters.body ?? chargeback.bodyMinor) + (parameters.levy ?? chargeback.levyMinor);
  return { money: { amountMinor, currency: chargeback.currency }, partyID: chargeback.partyID };
}

/** Amounts are text, because JSON readers may round integers of this size. */
function toExecuted(chargeback: Chargeback): ExecutedCommand {
  const { invoiceID, paymentID, id, stage, status, currency, bodyMinor, levyMinor } = chargeback;
  const ref = { invoiceID, paymentID, chargebackID: id };
  return { outcome: { ...ref, stage, status, body: String(bodyMinor), levy: String(levyMinor), currency } };
}

function withPayment<S extends Store & { origin: Origin }>(store: S, paymentID: string): S {
  return { ...store, origin: { ...store.origin, paymentID } };
}

function decision(
  decide: (store: Store, command: ChargebackCommand) => Promise<Chargeback>,
): CommandExecutor<Parameters<'decide'>> {
  return {
    assess: assessDecision,
    execute: async (store, ref, idempotencyKey) =>
      toExecuted(await decide(withPayment(store, ref.paymentID), { ...ref, idempotencyKey })),
  };
}

const create: CommandExecutor<Parameters<'create'>> = {
  assess: async (database, { invoiceID, paymentID, body, levy }) => {
    const [payment] = await database.run(FIND_PAYMENT, [invoiceID, paymentID]);
    if (!payment) throw notFound('Payment');
    return { money: { amountMinor: body + levy, currency: payment.currency }, partyID: payment.partyID };
  },
  execute: async (store, { body, levy, ...given }, idempotencyKey) => {
    const chargeback = { ...given, idempotencyKey, bodyMinor: body, levyMinor: levy };
    return toExecuted(await createChargeback(withPayment(store, given.paymentID), chargeback));
  },
};

const reopen: CommandExecutor<Parameters<'reopen'>> = {
  assess: assessDecision,
  execute: async (store, { stage, body, levy, ...ref }, idempotencyKey) => {
    const command = { ...ref, idempotencyKey };
    const terms = present({ stage, bodyMinor: body, levyMinor: levy });
    return toExecuted(await reopenChargeback(withPayment(store, ref.paymentID), command, terms));
  },
};

export const chargebackExecutors = {
  createChargeback: create,
  acceptChargeback: decision(acceptChargeback),
  rejectChargeback: decision(rejectChargeback),
  cancelChargeback: decision(cancelChargeback),
  reopenChargeback: reopen,
};
