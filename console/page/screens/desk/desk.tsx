import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { Link, useRoutes, useSearchParams } from 'react-router-dom';
import { callMerchants, toQuery } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { useChosenShop } from '../../parts/chosen-shop';
import { daysAgo, startOfDay } from '../../parts/days';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { ownerText } from '../../parts/owners';
import { PageTitle } from '../../parts/pieces';
import { TestMark } from '../../parts/realm';
import { Empty, QueryState } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { NotFound } from '../not-found';
import { ownPaymentColumns } from '../payments/own-payment-columns';
import { toListed } from '../payments/payment-source';
import { AttentionList } from './attention';
import { Months } from './months';
import { SummaryFigures } from './summary-figures';

type ShopSummary = components['schemas']['ShopSummary'];
type ShopBalance = components['schemas']['ShopBalance'];
type FoundPayments = components['schemas']['PaymentSearchResults'];

const LinkDialog = lazyDialog(async () => (await import('./link-dialog')).LinkDialog);
const REFRESH_MS = 60_000;
const LAST_PAYMENTS = 10;
const DAYS = 30;

/** A merchant's home and its months in one route, because each route costs bytes of the first paint. */
export function Desk(): ReactNode {
  const { person } = useSession();
  const screen = useRoutes([
    { index: true, element: <Home /> },
    { path: 'months', element: <Months /> },
    { path: '*', element: <NotFound /> },
  ]);
  return person.kind === 'merchant' ? screen : <NotFound />;
}

/** Where a merchant arrives: how the shop sells, what needs a decision, and the last payments. */
function Home(): ReactNode {
  const { desk, nav } = useTexts();
  const { query, shops, shopID } = useChosenShop();
  const shop = shops.find(({ id }) => id === shopID);
  return (
    <>
      <PageTitle title={nav.home}>
        <TestMark shopID={shop?.id} />
        <div className="row-actions">
          {shops.length > 1 && <ShopChoice />}
          {shop?.currency !== undefined && (
            <DialogButton text={desk.createLink} className="button primary">
              {(onClose) => <LinkDialog {...{ shopID: shop.id, currency: shop.currency ?? '', onClose }} />}
            </DialogButton>
          )}
        </div>
      </PageTitle>
      <QueryState query={query} rows={8} />
      {query.data && shopID === undefined && <Empty title={desk.noShop} help={desk.noShopHelp} />}
      {shopID !== undefined && <ShopDesk key={shopID} shopID={shopID} />}
    </>
  );
}

function ShopChoice(): ReactNode {
  const { common } = useTexts();
  const { shops, shopID } = useChosenShop();
  const [, setAddress] = useSearchParams();
  return (
    <span className="inline-field">
      <select aria-label={common.shop} value={shopID} onChange={({ target }) => setAddress([['shopID', target.value]])}>
        {shops.map((shop) => (
          <option key={shop.id} value={shop.id}>
            {ownerText(shop)}
          </option>
        ))}
      </select>
    </span>
  );
}

function ShopDesk({ shopID }: { shopID: string }): ReactNode {
  const { desk } = useTexts();
  const shop = encodeURIComponent(shopID);
  const query = useQuery({
    queryKey: ['desk', shopID],
    queryFn: async ({ signal }) => {
      const span = { fromTime: startOfDay(daysAgo(DAYS), 0), toTime: startOfDay(daysAgo(0), 1) };
      const [summary, balances, payments] = await Promise.all([
        callMerchants<ShopSummary>(`/analytics/shops/${shop}/summary`, { signal }),
        callMerchants<ShopBalance[]>(`/processing/shops/${shop}/balances`, { signal }),
        callMerchants<FoundPayments>(`/analytics/shops/${shop}/payments${toQuery({ ...span, limit: LAST_PAYMENTS })}`, {
          signal,
        }),
      ]);
      return { summary, balances, payments: payments.result.map((payment) => toListed(payment, shopID)) };
    },
    refetchInterval: REFRESH_MS,
  });
  const { data } = query;
  return (
    <>
      <QueryState query={query} rows={12} />
      {data && (
        <>
          <AttentionList {...{ shopID, summary: data.summary, balances: data.balances }} />
          <SummaryFigures summary={data.summary} />
          <p>
            <Link to={`/home/months${toQuery({ shopID })}`}>{desk.months}</Link>
          </p>
          <LastPayments {...{ shopID, payments: data.payments }} />
        </>
      )}
    </>
  );
}

function LastPayments(props: { shopID: string; payments: ReturnType<typeof toListed>[] }): ReactNode {
  const texts = useTexts();
  const { desk } = texts;
  const { shopID, payments } = props;
  // Other columns would be other cells, which forget that their dialog is open.
  const columns = useMemo(() => ownPaymentColumns(texts), [texts]);
  return (
    <section>
      <div className="section-title">
        <h2>{desk.last}</h2>
        <Link to={`/payments${toQuery({ shopID })}`}>{desk.allPayments}</Link>
      </div>
      {payments.length === 0 ? (
        <Empty title={desk.noPayments} help={desk.noPaymentsHelp} />
      ) : (
        <DataTable
          {...{ caption: desk.last, rows: payments, columns }}
          getRowID={({ invoiceID, paymentID }) => `${invoiceID}.${paymentID}`}
        />
      )}
    </section>
  );
}
