import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePages } from '../../parts/paged-list';
import { FilterForm, type FilterField } from '../../parts/filter-form';
import { readDay } from '../../parts/days';
import { ownerOptions, useOwners, type OwnerChoice } from '../../parts/owners';
import { PageTitle } from '../../parts/pieces';
import { FilterZone } from '../../parts/shop-time-zone';
import { SavedFilters } from '../../parts/saved-filters';
import { Empty, Failed } from '../../parts/states';
import { PagedTable } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { ExportButton } from '../export/export-button';
import { RegistryLink } from '../registries/registry-link';
import { REGISTRY_KINDS } from '../registries/registry-source';
import { columnsOf } from './list-columns';
import { LISTS, type ListFilter, type ListKind } from './list-kinds';
import { ListTabs } from './list-tabs';
import { readMerchantList } from './merchant-lists';
import { readOperatorList } from './operator-lists';

// In the chunk of the lists, because each chunk costs bytes of the first paint.
export { Wallets } from '../wallets/wallets';

export const Refunds = (): ReactNode => <ListScreen key="refunds" kind="refunds" />;
export const Withdrawals = (): ReactNode => <ListScreen key="withdrawals" kind="withdrawals" />;
export const Deposits = (): ReactNode => <ListScreen key="deposits" kind="deposits" />;
export const Chargebacks = (): ReactNode => <ListScreen key="chargebacks" kind="chargebacks" />;

/** The filters of a list in the address, so that it can be sent to a colleague. */
function useListFilter(kind: ListKind, choices: readonly OwnerChoice[] | undefined): ListFilter {
  const { person } = useSession();
  const [address] = useSearchParams();
  const { owner: ownerKind, of } = LISTS[kind];
  const read = (name: string): string | undefined => address.get(name) ?? undefined;
  const isOwn = ownerKind === 'party' && person.kind === 'merchant';
  const first = person.kind === 'merchant' || choices?.length === 1 ? choices?.[0]?.id : undefined;
  const owner = isOwn ? '' : (read(ownerKind === 'shop' ? 'shopID' : 'partyID') ?? first);
  return { owner, from: readDay(read('from')), to: readDay(read('to')), status: read('status'), of: read(of) };
}

function ListScreen({ kind }: { kind: ListKind }): ReactNode {
  const texts = useTexts();
  const { lists } = texts;
  const { person } = useSession();
  const { owner } = LISTS[kind];
  const registry = REGISTRY_KINDS.find((each) => each === kind);
  const owners = useOwners(owner);
  const filter = useListFilter(kind, owners.data);
  const read = person.kind === 'operator' ? readOperatorList : readMerchantList;
  const query = usePages({
    queryKey: ['list', kind, person.kind, filter],
    read: (place, signal) => read(kind, { ...filter, place }, signal),
    rowsOf: (page) => page.rows,
    enabled: filter.owner !== undefined,
  });
  return (
    <>
      <PageTitle title={lists[kind]}>
        <div className="row-actions">
          <ExportButton
            {...{ name: kind, isDisabled: filter.owner === undefined }}
            shopID={filter.owner === '' ? undefined : filter.owner}
            load={async () => (await import('../export/exported-lists')).exportList(kind, filter, texts)}
          />
          {registry && <RegistryLink kind={registry} ownerID={filter.owner} from={filter.from} to={filter.to} />}
        </div>
      </PageTitle>
      <ListTabs />
      <ListFilters kind={kind} filter={filter} choices={owners.data ?? []} />
      {owner === 'shop' && <FilterZone shopID={filter.owner} />}
      <SavedFilters list={kind} />
      {owners.isError && <Failed error={owners.error} onRetry={() => void owners.refetch()} />}
      {filter.owner === undefined && owners.data && (
        <Empty
          title={owner === 'shop' ? lists.chooseShop : lists.chooseParty}
          help={owner === 'shop' ? lists.chooseShopHelp : lists.choosePartyHelp}
        />
      )}
      <PagedTable
        {...{ query, rows: 10, caption: lists[kind], name: kind }}
        empty={<Empty title={lists.empty} help={lists.emptyHelp} />}
        columns={columnsOf(kind, texts)}
        getRowID={({ invoiceID, paymentID, id }) => [invoiceID, paymentID, id].filter(Boolean).join('.')}
      />
    </>
  );
}

interface ListFiltersProps {
  kind: ListKind;
  filter: ListFilter;
  choices: OwnerChoice[];
}

function ListFilters({ kind, filter, choices }: ListFiltersProps): ReactNode {
  const { lists, common, statuses, types } = useTexts();
  const { person } = useSession();
  const { owner, statuses: names, of } = LISTS[kind];
  const isShop = owner === 'shop';
  const words = { refunds: statuses, chargebacks: lists.chargebackStatuses }[kind as string] ?? lists.movementStatuses;
  const ownerField: FilterField = {
    name: isShop ? 'shopID' : 'partyID',
    title: isShop ? common.shop : common.merchant,
    value: filter.owner ?? '',
    options: ownerOptions(isShop ? lists.chooseShop : lists.chooseParty, choices),
  };
  const fields: FilterField[] = [
    ...(isShop || person.kind === 'operator' ? [ownerField] : []),
    { name: 'from', title: common.from, value: filter.from ?? '', isDay: true },
    { name: 'to', title: common.to, value: filter.to ?? '', isDay: true },
    {
      name: 'status',
      title: common.status,
      value: filter.status ?? '',
      options: [['', common.all], ...names.map((name) => [name, words[name] ?? name] as const)],
    },
    {
      name: of,
      title: of === 'invoiceID' ? types.invoice : types.wallet,
      value: filter.of ?? '',
      input: { maxLength: 40 },
    },
  ];
  return <FilterForm fields={fields} />;
}
