import { toQuery, type Schemas } from '../../api/client';
import { useOperators } from '../../parts/read';
import { optionText } from '../../forms/field-words';
import { useReference, type FieldOption } from '../../forms/reference';
import type { References } from '../../forms/form-field';
import type { FormType } from './specs';

/** What an entity may refer to; undefined until it is loaded. A shop refers to contracts of its party. */
export function useReferences(type: FormType, { value }: Schemas['ConfiguredEntity']): References | undefined {
  const { data } = useReference();
  const partyID = value['party'] as string | undefined;
  const contracts = useOperators<Schemas['ConfiguredEntities']>(
    `/configuration/contracts${toQuery({ partyID, limit: 1000 })}`,
    { enabled: type === 'shop' },
  );
  if (!data || (type === 'shop' && !contracts.data)) return undefined;
  const { institutions, categories } = data;
  const accounts = data.accounts.map(({ id, realm }): FieldOption => ({
    value: id,
    title: `${id} (${optionText(realm)})`,
  }));
  const ids = (contracts.data?.result ?? []).map(({ id }): FieldOption => ({ value: id, title: id }));
  return { institutions, categories, accounts, contracts: ids };
}
