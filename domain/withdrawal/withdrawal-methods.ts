import type { WalletProviderTerms } from '../wallet-provider/wallet-provider';

/** A way to withdraw, as an identity's provider offers it. */
export type WithdrawalMethod =
  | { method: 'WithdrawalMethodBankCard'; paymentSystems: readonly string[] }
  | { method: 'WithdrawalMethodDigitalWallet'; providers: readonly string[] }
  | { method: 'WithdrawalMethodGeneric'; providers: readonly string[] };

/** The ways to withdraw under a wallet provider's terms; a way that nothing is reachable by is left out. */
export function withdrawalMethods(terms: WalletProviderTerms): WithdrawalMethod[] {
  const { resourceTypes, cardPaymentSystems, digitalWalletProviders } = terms;
  const others = resourceTypes.filter(
    (type) => type !== 'BankCardDestinationResource' && type !== 'DigitalWalletDestinationResource',
  );
  const methods: WithdrawalMethod[] = [];
  if (resourceTypes.includes('BankCardDestinationResource') && cardPaymentSystems.length > 0) {
    methods.push({ method: 'WithdrawalMethodBankCard', paymentSystems: cardPaymentSystems });
  }
  if (resourceTypes.includes('DigitalWalletDestinationResource') && digitalWalletProviders.length > 0) {
    methods.push({ method: 'WithdrawalMethodDigitalWallet', providers: digitalWalletProviders });
  }
  if (others.length > 0) methods.push({ method: 'WithdrawalMethodGeneric', providers: others });
  return methods;
}
