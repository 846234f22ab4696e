import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useRoutes, useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { FilterForm } from '../../parts/filter-form';
import { ownerOptions, useOwners } from '../../parts/owners';
import { OperatedList } from '../../parts/operated-list';
import { Moment, PageTitle } from '../../parts/pieces';
import { Empty, Failed } from '../../parts/states';
import { column, money } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { ListTabs } from '../lists/list-tabs';
import { NotFound } from '../not-found';
import { WalletScreen } from './wallet';

type Wallet = Schemas['OperatedWallet'];

/** Wallets of a party, and one of them, in one route, because each route costs bytes of the first paint. */
export function Wallets(): ReactNode {
  const { person } = useSession();
  return useRoutes([
    ...(person.kind === 'operator'
      ? [
          { index: true, element: <WalletList /> },
          { path: ':walletID', element: <WalletScreen /> },
        ]
      : []),
    { path: '*', element: <NotFound /> },
  ]);
}

function WalletList(): ReactNode {
  const texts = useTexts();
  const { lists, common } = texts;
  const [address] = useSearchParams();
  const parties = useOwners('party');
  const partyID = address.get('partyID') ?? (parties.data?.length === 1 ? parties.data[0]?.id : undefined);
  return (
    <>
      <PageTitle title={lists.wallets} />
      <ListTabs />
      <FilterForm
        fields={[
          {
            ...{ name: 'partyID', title: common.merchant, value: partyID ?? '' },
            options: ownerOptions(lists.chooseParty, parties.data),
          },
        ]}
      />
      {parties.isError && <Failed error={parties.error} onRetry={() => void parties.refetch()} />}
      {partyID === undefined && parties.data && <Empty title={lists.chooseParty} help={lists.choosePartyHelp} />}
      {partyID !== undefined && (
        <OperatedList<Schemas['OperatedWallets']>
          {...{ isWhole: true, title: lists.wallets, path: `/parties/${encodeURIComponent(partyID)}/wallets` }}
          {...{ rows: 10, name: 'wallets', refetchMs: false }}
          empty={<Empty title={lists.noWallets} />}
          columns={walletColumns(texts)}
        />
      )}
    </>
  );
}

function walletColumns({ lists, common, types, merchants, payment }: ConsoleTexts): ColumnDef<Wallet>[] {
  return [
    column('wallet', types.wallet, ({ id }) => (
      <Link className="mono" to={`/wallets/${encodeURIComponent(id)}`}>
        {id}
      </Link>
    )),
    column('owner', lists.identity, ({ identityName, identityID }) => identityName ?? identityID),
    money<Wallet>('own', lists.balance.own, ({ own }) => own),
    money<Wallet>('held', lists.balance.held, ({ held }) => held),
    money<Wallet>('available', lists.balance.available, ({ available }) => available),
    column('state', common.status, ({ isBlocked }) => isBlocked && merchants.blocked),
    column('external', payment.externalID, ({ externalID }) => externalID ?? ''),
    column('created', common.created, ({ createdAt }) => <Moment at={createdAt} />),
  ];
}
