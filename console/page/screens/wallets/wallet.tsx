import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { ButtonLink, PartyLink } from '../../parts/links';
import { Facts, Moment, Money, PageTitle, Status } from '../../parts/pieces';
import { useOperated } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { Summary } from '../../parts/summary';
import { column, DataTable } from '../../parts/table';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { columnsOf } from '../lists/list-columns';
import type { ShownOperation } from '../lists/list-kinds';
import { pathOfFound } from '../search/found-path';
import { OperatedList } from '../../parts/operated-list';

type Wallet = Schemas['OperatedWalletDetails'];
type Transfer = Schemas['WalletTransfer'];

/** A wallet: who owns it, what it has, what is on its way out, and what moved last. */
export function WalletScreen(): ReactNode {
  const { types } = useTexts();
  const { walletID = '' } = useParams();
  const query = useOperated<Wallet>(`/wallets/${encodeURIComponent(walletID)}`);
  return (
    <>
      <PageTitle title={`${types.wallet} ${walletID}`}>{query.data && <Lists wallet={query.data} />}</PageTitle>
      <QueryState query={query} rows={8} />
      {query.data && <WalletDetails wallet={query.data} />}
    </>
  );
}

function Lists({ wallet: { id, partyID } }: { wallet: Wallet }): ReactNode {
  const { lists } = useTexts();
  const filter = toQuery({ partyID, walletID: id });
  return (
    <div className="row-actions">
      <ButtonLink to={`/withdrawals${filter}`} text={lists.withdrawals} />
      <ButtonLink to={`/deposits${filter}`} text={lists.deposits} />
    </div>
  );
}

function WalletDetails({ wallet }: { wallet: Wallet }): ReactNode {
  const texts = useTexts();
  const { lists, merchants } = texts;
  const { id, partyID, currency, own, held, available, isBlocked, createdAt, transfers } = wallet;
  return (
    <>
      <Summary
        title={lists.balance.own}
        {...{ amount: own, currency, status: isBlocked && <Status status="blocked" text={merchants.blocked} /> }}
        rest={[
          [lists.balance.held, held, currency],
          [lists.balance.available, available, currency],
        ]}
      />
      <WalletFacts wallet={wallet} />
      <section>
        <h2>{lists.lastTransfers}</h2>
        {transfers.length === 0 ? (
          <p className="help">{lists.noTransfers}</p>
        ) : (
          <DataTable
            {...{ caption: lists.lastTransfers, rows: transfers, columns: transferColumns(wallet, texts) }}
            getRowID={({ fact }) => fact.transferID}
          />
        )}
      </section>
      {/* Last, because it loads after the wallet: what is above does not move. */}
      <OperatedList<Schemas['OperatedWithdrawals'], ShownOperation>
        {...{ title: lists.inFlight, path: `/parties/${encodeURIComponent(partyID)}/withdrawals` }}
        filter={{ walletID: id, status: 'Pending', from: createdAt }}
        columns={columnsOf('withdrawals', texts)}
        getRowID={({ id: withdrawalID }) => withdrawalID}
      />
    </>
  );
}

function WalletFacts({ wallet }: { wallet: Wallet }): ReactNode {
  const { lists, common, types, payment } = useTexts();
  const { partyID, identityID, identityName, name, providerID, externalID, createdAt, currency, limits } = wallet;
  const limit = (amount: number | undefined): ReactNode =>
    amount === undefined ? undefined : <Money amount={amount} currency={currency} />;
  return (
    <Facts
      rows={[
        [lists.identity, identityName === undefined ? identityID : `${identityName} (${identityID})`],
        [lists.walletName, name],
        [common.merchant, <PartyLink key="party" partyID={partyID} />],
        [types.walletProvider, providerID],
        [payment.externalID, externalID],
        [common.created, <Moment key="created" at={createdAt} />],
        [lists.limits.balance, limit(limits.balance)],
        [lists.limits.withdrawals, limit(limits.withdrawalsPerDay)],
        [lists.limits.transfers, limit(limits.transfersPerDay)],
      ]}
    />
  );
}

/** Only what is posted changes the balance; what is held or released has its words. */
function transferColumns(
  { id }: Wallet,
  { payouts, common, timeline, administration }: ConsoleTexts,
): ColumnDef<Transfer>[] {
  const own = `wallet/${id}`;
  return [
    column('at', common.when, ({ at }) => <Moment at={at} isExact />),
    column('what', common.what, ({ fact }) => timeline.purposes[fact.purpose] ?? fact.purpose),
    column('kind', payouts.posting, ({ fact }) => timeline.transfers[fact.transfer] ?? fact.transfer),
    column(
      'amount',
      common.amount,
      ({ fact: { amount, debitAccountID } }) => (
        <Money amount={debitAccountID === own ? -amount.amount : amount.amount} currency={amount.currency} />
      ),
      'number',
    ),
    column('subject', administration.operation, ({ fact }) => <TransferSubject id={fact.transferID} />),
  ];
}

/** The id of a transfer names the operation that made it: `withdrawal/ID/…`. */
function TransferSubject({ id }: { id: string }): ReactNode {
  const [type = '', subjectID = ''] = id.split('/');
  const path = pathOfFound({ type, id: subjectID });
  return path === undefined ? (
    <span className="mono">{id}</span>
  ) : (
    <Link className="mono" to={path}>
      {subjectID}
    </Link>
  );
}
