import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { callOperators, callWallets, type Schemas } from '../../api/client';
import type { components } from '../../api/wallets.generated';
import { PartyLink, WalletLink } from '../../parts/links';
import { CopyID, Facts, Moment, PageTitle } from '../../parts/pieces';
import { QueryState } from '../../parts/states';
import { Summary } from '../../parts/summary';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { PaymentTimeline } from '../payment/payment-timeline';
import { MovementStatus, useMovement } from './movement';
import { Failure } from '../../parts/failure';

type ShownWithdrawal = Pick<
  Schemas['OperatedWithdrawal'],
  'id' | 'walletID' | 'destinationID' | 'createdAt' | 'status' | 'amount' | 'currency' | 'fee'
> &
  Partial<Schemas['OperatedWithdrawal']>;

export function WithdrawalScreen(): ReactNode {
  const { types } = useTexts();
  const { id = '' } = useParams();
  const { person } = useSession();
  const query = useMovement<ShownWithdrawal>('withdrawal', id, { operator: readAny, merchant: readOwn });
  const withdrawal = query.data;
  return (
    <>
      <PageTitle title={`${types.withdrawal} ${id}`} />
      <QueryState query={query} rows={8} />
      {withdrawal && (
        <>
          <WithdrawalMoney withdrawal={withdrawal} />
          <WithdrawalFacts withdrawal={withdrawal} />
          {person.kind === 'operator' && (
            <PaymentTimeline path={`/withdrawals/${encodeURIComponent(id)}/timeline`} version={withdrawal.status} />
          )}
        </>
      )}
    </>
  );
}

async function readAny(id: string, signal: AbortSignal): Promise<ShownWithdrawal> {
  return callOperators<Schemas['OperatedWithdrawal']>(`/withdrawals/${encodeURIComponent(id)}`, { signal });
}

async function readOwn(id: string, signal: AbortSignal): Promise<ShownWithdrawal> {
  type Own = components['schemas']['Withdrawal'];
  const own = await callWallets<Own>(`/withdrawals/${encodeURIComponent(id)}`, { signal });
  const { wallet: walletID, destination: destinationID, createdAt, status, body, fee, externalID, failure } = own;
  const ids = { id, walletID, destinationID, externalID };
  return { ...ids, createdAt, status, ...body, fee: fee?.amount, errorCode: failure?.code };
}

function WithdrawalMoney({ withdrawal }: { withdrawal: ShownWithdrawal }): ReactNode {
  const { lists, payment } = useTexts();
  const { status, amount, currency, fee, sourceAmount, destinationAmount } = withdrawal;
  const { sourceCurrency = currency, destinationCurrency = currency } = withdrawal;
  return (
    <Summary
      title={status === 'Succeeded' ? lists.paidOut : lists.toPayOut}
      {...{ status: <MovementStatus status={status} />, amount, currency }}
      rest={[
        [payment.fee, fee, currency],
        [lists.sent, sourceAmount, sourceCurrency],
        [lists.received, destinationAmount, destinationCurrency],
      ]}
    />
  );
}

function WithdrawalFacts({ withdrawal }: { withdrawal: ShownWithdrawal }): ReactNode {
  const { lists, common, types, payment } = useTexts();
  const { person } = useSession();
  const { createdAt, statusChangedAt, returnedAt, partyID, destinationID, connectorReference } = withdrawal;
  const destination =
    person.kind === 'operator' ? (
      <Link to={`/history/destination/${encodeURIComponent(destinationID)}`}>{destinationID}</Link>
    ) : (
      destinationID
    );
  return (
    <Facts
      rows={[
        [common.created, <Moment at={createdAt} key="created" />],
        [lists.changed, statusChangedAt && <Moment at={statusChangedAt} key="changed" />],
        [lists.returned, returnedAt && <Moment at={returnedAt} key="returned" />],
        [lists.failure, <Failure code={withdrawal.errorCode} key="failure" />],
        [common.merchant, partyID && <PartyLink key="party" partyID={partyID} />],
        [lists.identity, withdrawal.identityID],
        [
          types.wallet,
          person.kind === 'operator' ? <WalletLink key="wallet" walletID={withdrawal.walletID} /> : withdrawal.walletID,
        ],
        [types.destination, destination],
        [payment.externalID, withdrawal.externalID],
        [payment.connector, withdrawal.connector],
        [payment.reference, connectorReference && <CopyID key="reference" id={connectorReference} />],
      ]}
    />
  );
}
