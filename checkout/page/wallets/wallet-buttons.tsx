import { useState } from 'react';
import type { PaymentTool } from '../api/types';
import { useCommon } from '../context';
import { outcomeWords } from '../outcome-words';
import { getTokenProviderName } from './names';
import { requestWallet } from './ask-wallet';
import type { WalletRequest } from './wallet-request';
import type { OfferedWallet } from './offered';

interface WalletButtonsProps extends WalletRequest {
  wallets: readonly OfferedWallet[];
  isBusy: boolean;
  onAgreed: (tool: PaymentTool) => Promise<boolean>;
}

export default function WalletButtons({ wallets, isBusy, onAgreed, ...request }: WalletButtonsProps) {
  const { texts, controller } = useCommon();
  const [hasFailed, setFailed] = useState(false);
  const press = async (wallet: OfferedWallet) => {
    if (isBusy) return;
    setFailed(false);
    try {
      const consent = await requestWallet(wallet, request);
      if (consent) consent.end(await onAgreed(consent.tool));
    } catch {
      setFailed(true);
    }
  };
  const { title, advice } = outcomeWords(texts, 'methodRefused', controller.view);
  return (
    <div className="wallets">
      {wallets.map((wallet) => (
        <button
          key={wallet}
          type="button"
          className={`button wallet wallet-${wallet}`}
          aria-disabled={isBusy}
          onClick={() => void press(wallet)}
        >
          {texts.payWith(getTokenProviderName(wallet))}
        </button>
      ))}
      <p className="wallet-problem" role="alert">
        {hasFailed && `${title}. ${advice}`}
      </p>
      <p className="wallets-or">{texts.orByCard}</p>
    </div>
  );
}
