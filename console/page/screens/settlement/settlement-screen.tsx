import type { ReactNode } from 'react';
import { PageTitle } from '../../parts/pieces';
import { Tabs } from '../../parts/tabs';
import { useTexts } from '../../texts/texts';

const TABS = [
  ['/payouts', 'payouts'],
  ['/payouts/files', 'bankFiles'],
  ['/payouts/statements', 'bankStatements'],
  ['/payouts/accounts', 'providerBalances'],
  ['/payouts/debts', 'negativeBalances'],
  ['/payouts/margin', 'margins'],
  ['/payouts/reports', 'settlementReports'],
] as const;

/** Leads from one screen of the settlement to the others. */
export function SettlementTabs(): ReactNode {
  const { settlement } = useTexts();
  return <Tabs label={settlement.tabs} tabs={TABS.map(([path, name]) => [path, settlement[name]] as const)} />;
}

interface SettlementScreenProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function SettlementScreen({ title, actions, children }: SettlementScreenProps): ReactNode {
  return (
    <>
      <PageTitle title={title}>{Boolean(actions) && <div className="row-actions">{actions}</div>}</PageTitle>
      <SettlementTabs />
      {children}
    </>
  );
}
