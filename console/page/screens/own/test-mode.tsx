import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts';
import { useOwnShops } from './own-shops';

/** Stands in the top bar where all shops of a merchant are test shops. */
export function TestMode(): ReactNode {
  const { own, merchants } = useTexts();
  const { data } = useOwnShops();
  if (!data || data.shops.length === 0 || data.testShopIDs.length < data.shops.length) return null;
  return <b className="test-mode" title={own.testOnlyHelp}>{` · ${merchants.test}`}</b>;
}
