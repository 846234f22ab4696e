import { getReason, type OperatorStore } from '../../platform/audit/origin';
import type { CommandExecutor, ExecutedCommand } from '../../operators/operator-command/command-executor';
import type { Store } from '../../store';
import { findInvoice } from './invoice.queries';
import { decideInvoice, type InvoiceDecisionAction } from './invoice.transitions';

interface Parameters {
  invoiceID: string;
}

/** No money moves, so no limit applies. */
function decision(action: InvoiceDecisionAction): CommandExecutor<Parameters> {
  return {
    assess: async (database, { invoiceID }) => {
      return { money: undefined, partyID: (await findInvoice(database, invoiceID)).partyID };
    },
    execute: async (store: OperatorStore<Store>, { invoiceID }): Promise<ExecutedCommand> => {
      const { status, isChanged } = await decideInvoice(store, { invoiceID, action, reason: getReason(store) });
      return { outcome: { invoiceID, status, isChanged } };
    },
  };
}

export const invoiceExecutors = { fulfillInvoice: decision('fulfill'), rescindInvoice: decision('rescind') };
