import { type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FilterForm } from '../../parts/filter-form';
import { ownerOptions, useOwners } from '../../parts/owners';
import { PagedList, usePages } from '../../parts/paged-list';
import { PageTitle } from '../../parts/pieces';
import { Empty } from '../../parts/states';
import { useMayExport, useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { NotFound } from '../not-found';
import { RegistryForm } from './registry-form';
import { RegistryTable } from './registry-table';
import { readRegistries } from './registry-source';
import { BUSY_MS } from '../../parts/read';

/** Registries are made in the background: this page orders them, shows their progress and has their files. */
export function Registries(): ReactNode {
  const { registries, nav } = useTexts();
  const { person } = useSession();
  const mayExport = useMayExport();
  const [address] = useSearchParams();
  const partyID = person.kind === 'operator' ? (address.get('partyID') ?? undefined) : undefined;
  const query = usePages({
    queryKey: ['registries', person.kind, partyID],
    read: (place, signal) => readRegistries(person.kind, { partyID, place }, signal),
    rowsOf: (page) => page.rows,
    refetchMs: (pages) => (pages.some(({ rows }) => rows.some(({ status }) => status === 'pending')) ? BUSY_MS : false),
    enabled: mayExport,
  });
  const { data: rows = [] } = query;
  if (!mayExport) return <NotFound />;
  return (
    <>
      <PageTitle title={nav.registries} />
      <p className="help">{registries.help}</p>
      <RegistryForm key={address.toString()} />
      <section>
        <h2>{partyID === undefined ? registries.own : registries.ofParty}</h2>
        {person.kind === 'operator' && <PartyFilter partyID={partyID} />}
        <PagedList
          query={query}
          isEmpty={rows.length === 0}
          empty={<Empty title={registries.empty} help={registries.emptyHelp} />}
          rows={4}
        >
          <RegistryTable rows={rows} />
        </PagedList>
      </section>
    </>
  );
}

/** An operator sees the own orders, or all registries of a party. */
function PartyFilter({ partyID = '' }: { partyID?: string | undefined }): ReactNode {
  const { common, registries } = useTexts();
  const parties = useOwners('party');
  return (
    <FilterForm
      fields={[
        {
          name: 'partyID',
          title: common.merchant,
          value: partyID,
          options: ownerOptions(registries.own, parties.data),
        },
      ]}
    />
  );
}
