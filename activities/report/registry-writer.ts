import { WITHDRAWAL_REGISTRY_COLUMNS } from '../../domain/report/report';
import type { RegistryRow } from '../../store/report/registry-rows';

/**
 * Writes rows as CSV (UTF-8, with a header; RFC 4180) or as a sheet of XLSX while they are read: the memory it takes does
 * not depend on their number. Text that a spreadsheet would take for a formula is kept from being one.
 */
export async function writeRegistry(
  rows: AsyncIterable<RegistryRow>,
  format: 'csv' | 'xlsx',
): Promise<ReadableStream<Uint8Array>> {
  if (format === 'csv') {
    const { writeCsvStream } = await import('hucre/csv');
    return writeCsvStream(rows, { headers: [...WITHDRAWAL_REGISTRY_COLUMNS], escapeFormulae: true });
  }
  const { writeXlsxStream } = await import('hucre/xlsx');
  return writeXlsxStream(rows, {
    name: 'Withdrawals',
    columns: WITHDRAWAL_REGISTRY_COLUMNS.map((header) => ({ header })),
    freezePane: { rows: 1 },
  });
}
