import { createContext, useContext } from 'react';
import type { LinkOptions, PaymentOptions } from '../options';
import type { Opener } from './opener';
import type { Controller } from './state/controller';
import type { Texts } from './texts/texts';
import type { WalletSettings } from './wallets/offered';

export interface Common {
  controller: Controller;
  texts: Texts;
  options: PaymentOptions & LinkOptions;
  opener: Opener;
  walletSettings: WalletSettings;
}

const CommonContext = createContext<Common | undefined>(undefined);

export const CommonProvider = CommonContext.Provider;

export function useCommon(): Common {
  const common = useContext(CommonContext);
  if (!common) throw new Error('rendered outside of the page');
  return common;
}
