import { decimalText } from '../../parts/format';
import type { ListedPayment } from './payment-source';

interface RegistryTexts {
  headings: Readonly<Record<string, string>>;
  statuses: Readonly<Record<string, string>>;
}

const COLUMNS = [
  'invoiceID',
  'paymentID',
  'createdAt',
  'status',
  'amount',
  'currency',
  'tool',
  'externalID',
  'errorCode',
  'shopID',
] as const;
/** Without it Excel reads the file in the code page of the system. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A registry for Excel in Russian: `;` between fields, a comma in amounts. */
export function registryText(rows: readonly ListedPayment[], { headings, statuses }: RegistryTexts): string {
  const lines = rows.map((row) =>
    COLUMNS.map((name) => {
      if (name === 'amount') return decimalText(row.amount, row.currency).replace('.', ',');
      if (name === 'status') return cell(statuses[row.status] ?? row.status);
      return cell(row[name] ?? '');
    }).join(';'),
  );
  const heading = COLUMNS.map((name) => cell(headings[name] ?? name)).join(';');
  return `${BYTE_ORDER_MARK}${[heading, ...lines].join('\r\n')}\r\n`;
}

/** A field that starts like a formula would be run by a spreadsheet. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
