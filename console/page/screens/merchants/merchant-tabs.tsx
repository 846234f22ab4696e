import type { ReactNode } from 'react';
import { Tabs } from '../../parts/tabs';
import { useTexts } from '../../texts/texts';

/** Leads from the merchants to what all of them share. */
export function MerchantTabs(): ReactNode {
  const { merchants, nav } = useTexts();
  const lists = Object.entries(merchants.lists);
  return (
    <Tabs
      label={nav.merchants}
      tabs={[['/merchants', nav.merchants], ...lists.map(([list, text]) => [`/configuration/${list}`, text] as const)]}
    />
  );
}
