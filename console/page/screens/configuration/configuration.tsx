import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { DialogButton } from '../../parts/lazy-dialog';
import { OperatedList } from '../../parts/operated-list';
import { PageTitle } from '../../parts/pieces';
import { Empty } from '../../parts/states';
import { column } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { EntityActions } from '../merchants/entity-actions';
import { fieldOf, type Entity } from '../merchants/merchants';
import { EditDialog } from './dialogs';
import { MerchantTabs } from '../merchants/merchant-tabs';

const TYPES = {
  institutions: 'paymentInstitution',
  categories: 'category',
  'wallet-providers': 'walletProvider',
} as const;

type List = keyof typeof TYPES;

/** What all merchants share: routes and fees of institutions, categories, providers of wallets. */
export function Configuration(): ReactNode {
  const { list = '' } = useParams();
  const shown = list in TYPES ? (list as List) : 'institutions';
  const { has } = useSession();
  const { payments, merchants } = useTexts();
  const type = TYPES[shown];
  const columns: ColumnDef<Entity>[] = [
    column('id', merchants.id, ({ id }) => <code>{id}</code>),
    column('name', merchants.name, (entity) => fieldOf(entity, 'name')),
    column('version', merchants.history, ({ version }) => merchants.version(version)),
    column('actions', payments.actions, (entity) => (
      <div className="row-actions">
        <EntityActions {...{ type, entity }} />
      </div>
    )),
  ];
  return (
    <>
      <PageTitle title={merchants.lists[shown]}>
        {has('configuration') && (
          <DialogButton text={merchants.create} className="button primary">
            {(onClose) => <EditDialog {...{ type, onClose }} />}
          </DialogButton>
        )}
      </PageTitle>
      <MerchantTabs />
      <p className="help">{merchants.listHelp[shown]}</p>
      <OperatedList<Schemas['ConfiguredEntities']>
        {...{ isWhole: true, title: merchants.lists[shown], path: `/configuration/${shown}`, filter: { limit: 50 } }}
        {...{ rows: 6, columns, refetchMs: false }}
        empty={<Empty title={merchants.emptyList} />}
      />
    </>
  );
}
