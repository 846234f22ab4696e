import type { ReactNode } from 'react';
import { useRoutes } from 'react-router-dom';
import { useSession } from '../../session/session';
import { NotFound } from '../not-found';
import { BalanceLine } from '../payouts/balance-line';
import { PayoutScreen } from '../payouts/payout';
import { Payouts } from '../payouts/payouts';
import { BankFiles } from './bank-files';
import { BankFileScreen } from './bank-file';
import { BankStatements } from './bank-statements';
import { BankStatementScreen } from './bank-statement';
import { Margins } from './margins';
import { NegativeBalances } from './negative-balances';
import { ProviderBalances } from './provider-balances';
import { SettlementReports } from './settlement-reports';

const OPERATOR_SCREENS = [
  { path: 'lines/:lineID', element: <BalanceLine /> },
  { path: ':payoutID', element: <PayoutScreen /> },
  { path: 'files', element: <BankFiles /> },
  { path: 'files/:fileID', element: <BankFileScreen /> },
  { path: 'statements', element: <BankStatements /> },
  { path: 'statements/:statementID', element: <BankStatementScreen /> },
  { path: 'margin', element: <Margins /> },
  { path: 'accounts', element: <ProviderBalances /> },
  { path: 'debts', element: <NegativeBalances /> },
  { path: 'reports', element: <SettlementReports /> },
];

/** All screens of settlement in one route, because each route costs bytes of the first paint; merchants have the first only. */
export function Settlement(): ReactNode {
  const { person } = useSession();
  return useRoutes([
    { index: true, element: <Payouts /> },
    ...(person.kind === 'operator' ? OPERATOR_SCREENS : []),
    { path: '*', element: <NotFound /> },
  ]);
}
