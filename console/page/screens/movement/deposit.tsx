import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { ApiFailure, callOperators, callWallets, toQuery, type Schemas } from '../../api/client';
import type { components } from '../../api/wallets.generated';
import { useCommandsOf } from '../../parts/commands';
import { PartyLink, WalletLink } from '../../parts/links';
import { Facts, Moment, PageTitle } from '../../parts/pieces';
import { QueryState } from '../../parts/states';
import { Summary } from '../../parts/summary';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { PaymentTimeline } from '../payment/payment-timeline';
import { CommandList } from '../payment/command-list';
import { DepositActions } from './deposit-actions';
import type { ShownDeposit } from './shown-deposit';
import { MovementStatus, useMovement } from './movement';
import { Failure } from '../../parts/failure';

export function DepositScreen(): ReactNode {
  const { types } = useTexts();
  const { id = '' } = useParams();
  const { person } = useSession();
  const isOperator = person.kind === 'operator';
  const commands = useCommandsOf(id, isOperator);
  const query = useMovement<ShownDeposit>('deposit', id, { operator: readAny, merchant: readOwn });
  // Commands that arrived later would move what stands below them.
  const deposit = commands.isLoading ? undefined : query.data;
  const decided = commands.data?.commands ?? [];
  return (
    <>
      <PageTitle title={`${types.deposit} ${id}`}>
        {deposit && isOperator && <DepositActions deposit={deposit} commands={decided} />}
      </PageTitle>
      <QueryState query={query} isIncomplete={deposit === undefined} />
      {deposit && (
        <>
          <DepositMoney deposit={deposit} />
          <CommandList commands={decided} />
          <DepositFacts deposit={deposit} />
          {isOperator && (
            <PaymentTimeline
              path={`/subjects/deposit/${encodeURIComponent(id)}/timeline`}
              version={`${deposit.status} ${deposit.revertedAmount}`}
            />
          )}
        </>
      )}
    </>
  );
}

async function readAny(id: string, signal: AbortSignal): Promise<ShownDeposit> {
  return callOperators<Schemas['OperatedDeposit']>(`/deposits/${encodeURIComponent(id)}`, { signal });
}

/** The merchants' API has no operation for one deposit. */
async function readOwn(depositID: string, signal: AbortSignal): Promise<ShownDeposit> {
  type Page = components['schemas']['DepositPage'];
  const { result } = await callWallets<Page>(`/deposits${toQuery({ depositID, limit: 1 })}`, { signal });
  const [own] = result;
  if (!own) throw new ApiFailure(404, 'notFound', 'Deposit not found');
  const { id, wallet: walletID, source: sourceID, createdAt, status, body, fee, externalID, desc, failure } = own;
  const ids = { id, walletID, sourceID, externalID };
  return { ...ids, createdAt, status, ...body, fee: fee?.amount, description: desc, errorCode: failure?.code };
}

function DepositMoney({ deposit }: { deposit: ShownDeposit }): ReactNode {
  const { lists, payment } = useTexts();
  const { status, amount, currency, fee, revertedAmount } = deposit;
  return (
    <Summary
      title={status === 'Succeeded' ? lists.deposited : lists.toDeposit}
      {...{ status: <MovementStatus status={status} />, amount, currency }}
      rest={[
        [payment.fee, fee, currency],
        [lists.reverted, revertedAmount || undefined, currency],
      ]}
    />
  );
}

function DepositFacts({ deposit }: { deposit: ShownDeposit }): ReactNode {
  const { lists, common, types, invoice, payment } = useTexts();
  const { createdAt, partyID, walletID, sourceID, description, externalID, errorCode } = deposit;
  return (
    <Facts
      rows={[
        [common.created, <Moment at={createdAt} key="created" />],
        [lists.failure, <Failure code={errorCode} key="failure" />],
        [common.merchant, partyID && <PartyLink key="party" partyID={partyID} />],
        [types.wallet, partyID === undefined ? walletID : <WalletLink key="wallet" walletID={walletID} />],
        [lists.source, sourceID],
        [invoice.description, description],
        [payment.externalID, externalID],
      ]}
    />
  );
}
