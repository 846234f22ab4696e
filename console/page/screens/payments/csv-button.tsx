import { useState, type ReactNode } from 'react';
import { useAnnounce } from '../../parts/announcements';
import { useTexts } from '../../texts/texts';
import { readPage, type ListedPayment, type PaymentFilter } from './payment-source';
import { registryText } from './registry';

const PAGE_SIZE = 200;
const MAX_ROWS = 20_000;

interface CsvButtonProps {
  kind: 'operator' | 'merchant';
  filter: PaymentFilter;
  isDisabled: boolean;
}

/** Collects all pages of the filter into a file for spreadsheets. */
export function CsvButton({ kind, filter, isDisabled }: CsvButtonProps): ReactNode {
  const { payments, common, statuses } = useTexts();
  const announce = useAnnounce();
  const [count, setCount] = useState<number>();
  const collect = async (): Promise<void> => {
    const rows: ListedPayment[] = [];
    let continuationToken: string | undefined;
    setCount(0);
    do {
      const page = await readPage(kind, { ...filter, continuationToken, limit: PAGE_SIZE });
      rows.push(...page.payments);
      continuationToken = page.continuationToken;
      setCount(rows.length);
    } while (continuationToken !== undefined && rows.length < MAX_ROWS);
    if (continuationToken !== undefined) announce(payments.csvLimit(rows.length));
    save(registryText(rows, { headings: payments.headings, statuses }), `payments-${filter.shopID}.csv`);
  };
  const press = (): void => {
    collect()
      .catch((error: Error) => announce(error.message || common.failed))
      .finally(() => setCount(undefined));
  };
  return (
    <button type="button" className="button" disabled={isDisabled || count !== undefined} onClick={press}>
      {count === undefined ? payments.csv : payments.csvProgress(count)}
    </button>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
