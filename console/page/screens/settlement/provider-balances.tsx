import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { column, money } from '../../parts/table';
import { useTexts } from '../../texts/texts';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';

type Balance = Schemas['ProviderBalance'];

/** The provider's own accounts in the ledger, on which deposits, payments, withdrawals and payouts draw. */
export function ProviderBalances(): ReactNode {
  const { settlement, common, payment } = useTexts();
  return (
    <SettlementScreen title={settlement.providerBalances}>
      <p className="help">{settlement.providerBalancesHelp}</p>
      <OperatedList<Schemas['ProviderBalances']>
        {...{ isWhole: true, title: settlement.providerBalances, path: '/provider-balances' }}
        columns={[
          column('kind', settlement.account, ({ kind }) => settlement.accountKinds[kind]),
          column('name', common.what, ({ id, name }) => (name === undefined ? id : `${name} (${id})`)),
          column('currency', common.currency, ({ currency }) => currency),
          money<Balance>('own', settlement.ledgerBalance, ({ own }) => own),
          money<Balance>('held', payment.held, ({ held }) => held),
        ]}
        getRowID={({ kind, id = '', currency }) => `${kind} ${id} ${currency}`}
      />
    </SettlementScreen>
  );
}
