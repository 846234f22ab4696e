import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChosenShop } from '../../parts/chosen-shop';
import { Failure } from '../../parts/failure';
import { PaymentLink } from '../../parts/links';
import { methodText } from '../../parts/method';
import { usePages } from '../../parts/paged-list';
import { Moment, PageTitle, Status } from '../../parts/pieces';
import { TestMark } from '../../parts/realm';
import { FilterZone } from '../../parts/shop-time-zone';
import { SavedFilters } from '../../parts/saved-filters';
import { Empty, Failed } from '../../parts/states';
import { column, PagedTable, money } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { ExportButton } from '../export/export-button';
import { ListTabs } from '../lists/list-tabs';
import { RegistryLink } from '../registries/registry-link';
import { ownPaymentColumns } from './own-payment-columns';
import { PaymentFilters } from './payment-filters';
import { readFilter, readPage, type ListedPayment } from './payment-source';

/** Payments of a shop. The filters are in the address, so that a list can be sent to a colleague. */
export function Payments(): ReactNode {
  const texts = useTexts();
  const { payments, nav, lists } = texts;
  const { person } = useSession();
  const [address] = useSearchParams();
  const { query: shops, shopID } = useChosenShop();
  const filter = { ...readFilter(address), shopID };
  // Other columns would be other cells, which forget that their dialog is open.
  const columns = useMemo(
    () => (person.kind === 'merchant' ? ownPaymentColumns(texts) : columnsOf(texts)),
    [person.kind, texts],
  );
  const query = usePages({
    queryKey: ['payments', person.kind, filter],
    read: (place, signal) => readPage(person.kind, { ...filter, continuationToken: place }, signal),
    rowsOf: (page) => page.payments,
    enabled: filter.shopID !== undefined,
  });
  return (
    <>
      <PageTitle title={nav.payments}>
        <TestMark shopID={filter.shopID} />
        <div className="row-actions">
          <ExportButton
            {...{ name: 'payments', shopID, isDisabled: shopID === undefined }}
            load={async () => (await import('../export/exported-payments')).exportPayments(filter, texts)}
          />
          <RegistryLink kind="payments" ownerID={filter.shopID} from={filter.from} to={filter.to} />
        </div>
      </PageTitle>
      <ListTabs />
      <PaymentFilters filter={filter} shops={shops.data ?? []} />
      <FilterZone shopID={shopID} />
      <SavedFilters list="payments" />
      {shops.isError && <Failed error={shops.error} onRetry={() => void shops.refetch()} />}
      {filter.shopID === undefined && shops.data && <Empty title={lists.chooseShop} help={payments.chooseShopHelp} />}
      <PagedTable
        {...{ query, rows: 10, caption: nav.payments, name: 'payments' }}
        empty={<Empty title={payments.empty} help={payments.emptyHelp} />}
        columns={columns}
        getRowID={({ invoiceID, paymentID }) => `${invoiceID}.${paymentID}`}
      />
    </>
  );
}

function columnsOf(texts: ConsoleTexts): ColumnDef<ListedPayment>[] {
  const { payments, common, payment } = texts;
  return [
    column('number', payments.number, (row) => <PaymentLink {...row} />),
    column('created', common.created, ({ createdAt }) => <Moment at={createdAt} />),
    money('amount', common.amount, ({ amount }) => amount),
    column('status', common.status, ({ status }) => <Status status={status} />),
    column('tool', payments.tool, (row) => methodText(row, texts)),
    column('error', payment.error, ({ errorCode }) => <Failure code={errorCode} />),
    column('external', payment.externalID, ({ externalID }) => externalID ?? ''),
  ];
}
