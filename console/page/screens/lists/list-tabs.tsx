import type { ReactNode } from 'react';
import { Tabs } from '../../parts/tabs';
import { useTexts } from '../../texts/texts';

const TABS = ['payments', 'refunds', 'chargebacks', 'withdrawals', 'deposits'] as const;

/** Leads from one list to the others. */
export function ListTabs(): ReactNode {
  const { lists } = useTexts();
  return <Tabs label={lists.tabs} tabs={TABS.map((name) => [`/${name}`, lists[name]] as const)} />;
}
