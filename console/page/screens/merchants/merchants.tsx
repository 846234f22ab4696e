import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { PartyLink } from '../../parts/links';
import { OperatedList } from '../../parts/operated-list';
import { PageTitle, Status } from '../../parts/pieces';
import { Empty } from '../../parts/states';
import { column } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { MerchantTabs } from './merchant-tabs';

export type Entity = Schemas['ConfiguredEntity'];

/** Whether the provider has blocked a party or a shop. */
export function isBlocked({ value }: Entity): boolean {
  return value['blocked'] !== undefined && value['blocked'] !== false;
}

export function fieldOf({ value }: Entity, name: string): string {
  const field = value[name];
  return typeof field === 'string' || typeof field === 'number' ? String(field) : '';
}

export function Merchants(): ReactNode {
  const texts = useTexts();
  const { merchants, nav } = texts;
  const { has } = useSession();
  const [address, setAddress] = useSearchParams();
  const blocked = address.get('blocked') === 'true' ? true : undefined;
  return (
    <>
      <PageTitle title={nav.merchants}>
        {has('configuration') && (
          <Link className="button primary" to="/onboarding">
            {merchants.add}
          </Link>
        )}
      </PageTitle>
      <MerchantTabs />
      <div className="panel filters">
        <label className="check">
          <input
            type="checkbox"
            checked={blocked === true}
            onChange={({ target }) => setAddress(target.checked ? { blocked: 'true' } : {})}
          />
          {merchants.onlyBlocked}
        </label>
      </div>
      <OperatedList<Schemas['ConfiguredEntities']>
        {...{ isWhole: true, title: nav.merchants, path: '/configuration/parties', filter: { blocked, limit: 50 } }}
        {...{ rows: 6, columns: columnsOf(texts), refetchMs: false }}
        empty={<Empty title={merchants.empty} help={merchants.emptyHelp} />}
      />
    </>
  );
}

function columnsOf({ merchants, common }: ConsoleTexts): ColumnDef<Entity>[] {
  return [
    column('id', common.merchant, ({ id }) => <PartyLink partyID={id} />),
    column('name', merchants.name, (entity) => fieldOf(entity, 'name')),
    column('state', common.status, (entity) => {
      const state = isBlocked(entity) ? 'blocked' : 'active';
      return <Status status={state} text={merchants[state]} />;
    }),
    column('version', merchants.history, ({ version }) => merchants.version(version), 'number'),
  ];
}
