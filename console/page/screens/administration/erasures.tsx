import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { DialogButton } from '../../parts/lazy-dialog';
import { Moment, Status } from '../../parts/pieces';
import { column } from '../../parts/table';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { OperatedList } from '../../parts/operated-list';
import { AdministrationScreen } from './administration-screen';
import { FieldsDialog } from './fields-dialog';

type Erasure = Schemas['Erasure'];

export function Erasures(): ReactNode {
  const texts = useTexts();
  const { administration } = texts;
  return (
    <AdministrationScreen
      title={administration.tabs.erasures}
      actions={
        <DialogButton text={administration.erase} className="button primary">
          {(onClose) => <RequestErasure onClose={onClose} />}
        </DialogButton>
      }
    >
      <p className="help">{administration.erasuresHelp}</p>
      <OperatedList<Schemas['ErasureList']>
        {...{ isWhole: true, title: administration.tabs.erasures, path: '/erasures' }}
        columns={columnsOf(texts)}
      />
    </AdministrationScreen>
  );
}

export function ErasureStatus({ state }: { state: Erasure['state'] }): ReactNode {
  const { administration } = useTexts();
  const tone = { found: 'pending', erased: 'succeeded' }[state as string] ?? state;
  return <Status status={tone} text={administration.erasureStates[state]} />;
}

function columnsOf({ administration, common }: ConsoleTexts): ColumnDef<Erasure>[] {
  return [
    column('id', administration.erasure, ({ id }) => (
      <Link className="mono" to={`/administration/erasures/${encodeURIComponent(id)}`}>
        {id}
      </Link>
    )),
    column('state', common.status, ({ state }) => <ErasureStatus state={state} />),
    column('created', common.created, ({ createdAt }) => <Moment at={createdAt} />),
    column('by', administration.requestedBy, ({ requestedBy }) => <code>{requestedBy}</code>),
    column('reason', common.reason, ({ reason }) => reason),
    column(
      'found',
      administration.foundRows,
      ({ found }) => found.reduce((sum, { count }) => sum + count, 0),
      'number',
    ),
  ];
}

/** The data are only searched; a second administrator confirms what was found. */
function RequestErasure({ onClose }: { onClose: () => void }): ReactNode {
  const { administration, merchants, types, customer } = useTexts();
  const navigate = useNavigate();
  const optional = (name: string, title: string, maxLength: number) => ({
    ...{ name, title, value: '', isOptional: true, input: { maxLength } },
  });
  return (
    <FieldsDialog
      {...{ title: administration.erase, help: administration.eraseHelp, submit: administration.search, onClose }}
      fields={[
        optional('customerID', types.customer, 40),
        optional('email', merchants.email, 254),
        optional('phone', customer.phone, 40),
      ]}
      onSubmit={async (values) => {
        const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
        const { id } = await callOperators<Erasure>('/erasures', { method: 'POST', body });
        navigate(`/administration/erasures/${encodeURIComponent(id)}`);
      }}
    />
  );
}
