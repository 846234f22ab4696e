import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { toQuery } from '../../api/client';
import { Moment, PageTitle, Status } from '../../parts/pieces';
import { Empty, QueryState } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useTexts } from '../../texts/texts';
import { useOwnShops, type OwnShop, type ShopsWithRealm } from './own-shops';

export function OwnShops(): ReactNode {
  const { own } = useTexts();
  const query = useOwnShops();
  return (
    <>
      <PageTitle title={own.shops} />
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
  const { own, common, merchants } = useTexts();
  const columns = useMemo<ColumnDef<OwnShop>[]>(
    () => [
      {
        id: 'name',
        header: common.shop,
        cell: ({ row: { original } }) => (
          <>
            <Link to={`/payments${toQuery({ shopID: original.id })}`}>{original.details.name}</Link>{' '}
            {testShopIDs.includes(original.id) && <Status status="paused" text={merchants.testShop} />}
          </>
        ),
      },
      { id: 'id', header: 'ID', cell: ({ row }) => <code>{row.original.id}</code> },
      {
        id: 'state',
        header: common.status,
        cell: ({ row }) => {
          const state = stateOf(row.original);
          return <Status status={state === 'suspended' ? 'paused' : state} text={own[state]} />;
        },
      },
      { id: 'currency', header: common.currency, cell: ({ row }) => row.original.currency ?? '' },
      { id: 'site', header: own.site, cell: ({ row }) => row.original.location.url },
      { id: 'contract', header: own.contract, cell: ({ row }) => <code>{row.original.contractID}</code> },
      { id: 'created', header: common.created, cell: ({ row }) => <Moment at={row.original.createdAt} /> },
    ],
    [own, common, merchants, testShopIDs],
  );
  return <DataTable caption={own.shops} columns={columns} rows={shops} getRowID={({ id }) => id} />;
}
