import { useQuery } from '@tanstack/react-query';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';

type Own = components['schemas'];

export type OwnShop = Own['Shop'];

export interface ShopsWithRealm {
  shops: OwnShop[];
  /** Ids of shops whose payments move no money. */
  testShopIDs: string[];
}

/** The party's shops; the payment institution of a shop's contract tells whether its money is real. */
export function useOwnShops() {
  return useQuery({
    queryKey: ['own-shops'],
    queryFn: async ({ signal }): Promise<ShopsWithRealm> => {
      const [shops, contracts, institutions] = await Promise.all([
        callMerchants<OwnShop[]>('/processing/shops', { signal }),
        callMerchants<Own['Contract'][]>('/processing/contracts', { signal }),
        callMerchants<Own['PaymentInstitution'][]>('/processing/payment-institutions', { signal }),
      ]);
      const isTest = ({ contractID }: OwnShop): boolean => {
        const contract = contracts.find(({ id }) => id === contractID);
        return institutions.find(({ id }) => id === contract?.paymentInstitutionID)?.realm === 'test';
      };
      return { shops, testShopIDs: shops.filter(isTest).map(({ id }) => id) };
    },
    staleTime: 60_000,
  });
}
