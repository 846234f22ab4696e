import type { ReactNode } from 'react';
import { Tabs } from '../../parts/tabs';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

const TABS = ['payments', 'refunds', 'chargebacks', 'withdrawals', 'deposits'] as const;

/** Leads from one list to the others. */
export function ListTabs(): ReactNode {
  const { lists } = useTexts();
  const { person } = useSession();
  const tabs = person.kind === 'operator' ? ([...TABS, 'wallets'] as const) : TABS;
  return <Tabs label={lists.tabs} tabs={tabs.map((name) => [`/${name}`, lists[name]] as const)} />;
}
