import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery } from '../../api/client';
import { Moment, PageTitle, Status } from '../../parts/pieces';
import { Empty, QueryState } from '../../parts/states';
import { column, DataTable } from '../../parts/table';
import { useTexts } from '../../texts/texts';
import { useOwnShops, type OwnShop, type ShopsWithRealm } from './own-shops';

export function OwnShops(): ReactNode {
  const { own, nav } = useTexts();
  const query = useOwnShops();
  return (
    <>
      <PageTitle title={nav.shops} />
      <QueryState query={query} rows={3} />
      {query.data?.shops.length === 0 && <Empty title={own.noShops} help={own.noShopsHelp} />}
      {query.data && query.data.shops.length > 0 && <ShopTable {...query.data} />}
    </>
  );
}

function stateOf({ isBlocked, isSuspended }: OwnShop): 'blocked' | 'suspended' | 'active' {
  if (isBlocked) return 'blocked';
  return isSuspended ? 'suspended' : 'active';
}

function ShopTable({ shops, testShopIDs }: ShopsWithRealm): ReactNode {
  const { own, common, merchants, types, nav } = useTexts();
  const columns: ColumnDef<OwnShop>[] = [
    column('name', common.shop, ({ id, details }) => (
      <>
        <Link to={`/payments${toQuery({ shopID: id })}`}>{details.name}</Link>{' '}
        {testShopIDs.includes(id) && <Status status="paused" text={merchants.testShop} />}
      </>
    )),
    column('id', 'ID', ({ id }) => <code>{id}</code>),
    column('state', common.status, (shop) => {
      const state = stateOf(shop);
      return <Status status={state === 'suspended' ? 'paused' : state} text={own[state]} />;
    }),
    column('currency', common.currency, ({ currency }) => currency ?? ''),
    column('site', own.site, ({ location }) => location.url),
    column('contract', types.contract, ({ contractID }) => <code>{contractID}</code>),
    column('created', common.created, ({ createdAt }) => <Moment at={createdAt} />),
  ];
  return <DataTable caption={nav.shops} columns={columns} rows={shops} />;
}
