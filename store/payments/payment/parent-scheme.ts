import type { Payment } from '../../../domain/payments/payment/payment';
import { lookup, type Database } from '../../postgres/database';

interface Recorded {
  schemeTransactionID: string | null;
}

const OF_PAYMENT = lookup<Recorded>(
  'payment-parent-scheme',
  `SELECT scheme_transaction_id AS "schemeTransactionID" FROM payments WHERE invoice_id = $1 AND id = $2`,
);

const OF_BINDING = lookup<Recorded>(
  'binding-scheme',
  `SELECT scheme_transaction_id AS "schemeTransactionID" FROM customer_bindings WHERE customer_id = $1 AND id = $2`,
);

/** Reads the scheme's id of the payment or binding whose recurrent token pays; nothing if none was recorded. */
export async function readParentScheme(
  database: Database,
  { payer }: Payment,
): Promise<{ schemeTransactionID?: string }> {
  const id = await readID(database, payer);
  return id ? { schemeTransactionID: id } : {};
}

async function readID(database: Database, payer: Payment['payer']): Promise<string | null | undefined> {
  switch (payer.type) {
    case 'PaymentResourcePayer':
      return undefined;
    case 'CustomerPayer': {
      const [binding] = await database.run(OF_BINDING, [payer.customerID, payer.bindingID]);
      return binding?.schemeTransactionID;
    }
    case 'RecurrentPayer': {
      const { invoiceID, paymentID } = payer.recurrentParentPayment;
      const [parent] = await database.run(OF_PAYMENT, [invoiceID, paymentID]);
      return parent?.schemeTransactionID;
    }
  }
}
