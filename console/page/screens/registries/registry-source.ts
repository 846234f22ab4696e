import { callMerchants, callOperators, callWallets, toQuery, type Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';

type PersonKind = 'operator' | 'merchant';

export const REGISTRY_KINDS = ['payments', 'refunds', 'withdrawals'] as const;
/** Documents of a month of a shop. */
export const MONTH_KINDS = ['settlementMonth', 'serviceAcceptanceAct', 'feeInvoice'] as const;
export type OrderedKind = (typeof REGISTRY_KINDS)[number] | (typeof MONTH_KINDS)[number];

export function isMonthKind(kind: OrderedKind): boolean {
  return MONTH_KINDS.some((name) => name === kind);
}

export type ShownKind = components['schemas']['RegistryKind'];
export type FileFormat = components['schemas']['RegistryFormat'];

/** The files of a kind: acts and invoices are for people only. */
export function formatsOf(kind: ShownKind): readonly FileFormat[] {
  if (kind === 'serviceAcceptanceAct' || kind === 'feeInvoice') return ['pdf'];
  return kind === 'settlementStatement' || kind === 'settlementMonth' ? ['csv', 'xlsx', 'pdf'] : ['csv', 'xlsx'];
}

/** A registry as the page shows it. */
export interface ShownRegistry extends Omit<
  Schemas['OperatedRegistry'],
  'registryID' | 'partyID' | 'shopID' | 'documentID' | 'orderedBy'
> {
  id: number;
  ownerID: string;
  /** The ids of its files, for merchants. */
  fileIDs: Partial<Record<FileFormat, string>>;
}

export interface ShownRegistries {
  rows: ShownRegistry[];
  continuationToken?: string | undefined;
}

export interface ChosenRegistry {
  kind: OrderedKind | 'settlementStatement';
  /** The shop; of withdrawals the party, of the statement of a batch the batch. */
  ownerID: string;
  /** The period of a registry. */
  from?: string;
  to?: string;
  /** The month of a document, such as `2026-11`. */
  month?: string;
  currency?: string;
}

/** The registries of a party, or those that the operator has ordered. */
export async function readRegistries(
  person: PersonKind,
  { partyID, place }: { partyID?: string | undefined; place?: string | undefined },
  signal: AbortSignal,
): Promise<ShownRegistries> {
  if (person === 'operator') {
    const query = toQuery({ partyID, continuationToken: place });
    const page = await callOperators<Schemas['OperatedRegistries']>(`/registries${query}`, { signal });
    const rows = page.registries.map(({ registryID, shopID, partyID: owner, ...rest }) => ({
      ...{ ...rest, id: registryID, ownerID: shopID ?? owner, fileIDs: {} },
    }));
    return { rows, continuationToken: page.continuationToken?.toString() };
  }
  const query = toQuery({ continuationToken: place });
  const page = await callMerchants<components['schemas']['RegistryPage']>(`/processing/registries${query}`, { signal });
  const rows = page.result.map(({ shopID, fromTime, toTime, files, ...rest }) => ({
    ...{ ...rest, ownerID: shopID ?? '', from: fromTime, to: toTime },
    fileIDs: Object.fromEntries(files.map(({ id, format }) => [format, id])),
  }));
  return { rows, continuationToken: page.continuationToken?.toString() };
}

export async function orderRegistry(person: PersonKind, order: ChosenRegistry): Promise<void> {
  if (person === 'operator') {
    await callOperators('/registries', { method: 'POST', body: order });
    return;
  }
  const { kind, ownerID, from: fromTime, to: toTime, ...month } = order;
  const owner = kind === 'settlementStatement' ? { batchID: ownerID } : { shopID: ownerID };
  const body = { kind, ...(kind !== 'withdrawals' && owner), fromTime, toTime, ...month };
  await callMerchants('/processing/registries', { method: 'POST', body });
}

/** The address of a file at this origin, which works for a minute. */
export async function linkFile(person: PersonKind, registry: ShownRegistry, format: FileFormat): Promise<string> {
  const { url } =
    person === 'operator'
      ? await callOperators<Schemas['RegistryFileLink']>(`/registries/${registry.id}/files/${format}`, {
          method: 'POST',
        })
      : await callWallets<{ url: string }>(`/files/${encodeURIComponent(registry.fileIDs[format] ?? '')}/download`, {
          method: 'POST',
        });
  return `/api${new URL(url).pathname.replace(/^.*(?=\/files\/)/, '')}`;
}
