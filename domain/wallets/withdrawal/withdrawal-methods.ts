import type { WalletProviderTerms } from '../wallet-provider/wallet-provider';

/** A withdrawal method of an identity's provider. */
export type WithdrawalMethod =
  | { method: 'WithdrawalMethodBankCard'; paymentSystems: readonly string[] }
  | { method: 'WithdrawalMethodDigitalWallet'; providers: readonly string[] }
  | { method: 'WithdrawalMethodGeneric'; providers: readonly string[] };

/** Lists the withdrawal methods of a provider's terms; methods without systems or providers are omitted. */
export function listWithdrawalMethods(terms: WalletProviderTerms): WithdrawalMethod[] {
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
