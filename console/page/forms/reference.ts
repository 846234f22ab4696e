import { useQuery } from '@tanstack/react-query';
import { callOperators, type Schemas } from '../api/client';

export interface FieldOption {
  value: string;
  title: string;
}

interface InstitutionOption extends FieldOption {
  realm: 'test' | 'live';
  currencies: string[];
}

export interface OnboardingReference {
  institutions: InstitutionOption[];
  categories: FieldOption[];
  accounts: Schemas['ConnectorAccountState'][];
}

type Entities = Schemas['ConfiguredEntities'];

interface Institution {
  name: string;
  realm: 'test' | 'live';
  terms?: { currencies?: string[] };
}

/** Currencies to choose from where the institution accepts all. */
const COMMON_CURRENCIES = ['RUB', 'USD', 'EUR', 'KZT'];

/** What a new merchant may refer to. */
export function useReference() {
  return useQuery({
    queryKey: ['onboarding-reference'],
    queryFn: async ({ signal }): Promise<OnboardingReference> => {
      const [institutions, categories, { accounts }] = await Promise.all([
        callOperators<Entities>('/configuration/institutions?limit=1000', { signal }),
        callOperators<Entities>('/configuration/categories?limit=1000', { signal }),
        callOperators<Schemas['ConnectorAccountList']>('/connector-accounts', { signal }),
      ]);
      return {
        institutions: institutions.result.map(({ id, value }) => {
          const { name, realm, terms } = value as unknown as Institution;
          return { value: id, title: `${name} (${realm})`, realm, currencies: terms?.currencies ?? COMMON_CURRENCIES };
        }),
        categories: categories.result.map(({ id, value }) => ({
          value: id,
          title: (value['name'] as string | undefined) ?? id,
        })),
        accounts,
      };
    },
  });
}
