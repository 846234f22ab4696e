import { ID, type CommandFields } from '../../operators/operator-command/command-fields';

/** Fields of the operators' invoice commands (docs/operators.md). */
export const INVOICE_COMMANDS = {
  /** Fulfils a paid invoice, or rescinds an unpaid one. */
  decide: { required: { invoiceID: ID }, optional: {} },
} as const satisfies Record<string, CommandFields>;
