import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { useRefresh } from '../../parts/actions';
import { DialogButton } from '../../parts/lazy-dialog';
import { Facts, Moment } from '../../parts/pieces';
import { useOperated, useOperators } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { column } from '../../parts/table';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { ConfirmDialog } from '../own/confirm-dialog';
import { pathOfFound } from '../search/found-path';
import { OperatedList } from '../../parts/operated-list';
import { AdministrationScreen } from './administration-screen';
import { ErasureStatus } from './erasures';

type Erasure = Schemas['Erasure'];
type Row = Schemas['ErasureRow'];

function isBusy({ state }: Erasure): boolean {
  return ['searching', 'confirmed', 'erasing'].includes(state);
}

/** An erasure with what it has found; another administrator than the requester confirms it. */
export function ErasureScreen(): ReactNode {
  const texts = useTexts();
  const { administration } = texts;
  const { erasureID = '' } = useParams();
  const path = `/erasures/${encodeURIComponent(erasureID)}`;
  const own = useOperators<Schemas['CurrentOperator']>('/me', { staleTime: Infinity });
  const query = useOperated<Erasure>(path, { isBusy });
  const erasure = own.data && query.data;
  return (
    <AdministrationScreen title={`${administration.erasure} ${erasureID}`}>
      <QueryState query={query} rows={8} isIncomplete={!erasure} />
      {erasure && (
        <>
          <Decisions {...{ erasure, path }} isOwn={erasure.requestedBy === `operator/${own.data?.operatorID}`} />
          <ErasureFacts erasure={erasure} />
          <OperatedList<Schemas['ErasureRows']>
            {...{ title: administration.foundRows, path: `${path}/rows`, version: erasure.state }}
            columns={rowColumns(texts)}
            getRowID={({ kind, name }) => `${kind}/${name}`}
          />
        </>
      )}
    </AdministrationScreen>
  );
}

interface DecisionsProps {
  erasure: Erasure;
  path: string;
  isOwn: boolean;
}

function Decisions({ erasure: { state }, path, isOwn }: DecisionsProps): ReactNode {
  const { administration } = useTexts();
  const refresh = useRefresh();
  if (state !== 'found' && state !== 'searching') return null;
  const button = (action: 'confirm' | 'cancel'): ReactNode => (
    <DialogButton text={administration.erasureActions[action]}>
      {(onClose) => (
        <ConfirmDialog
          {...{ title: administration.erasureActions[action], submit: administration.erasureActions[action], onClose }}
          help={administration.erasureHelp[action]}
          onSubmit={async () => {
            await callOperators(`${path}/${action}`, { method: 'POST' });
            await refresh();
          }}
        />
      )}
    </DialogButton>
  );
  return (
    <>
      {state === 'found' && isOwn && <p className="notice waiting">{administration.ownErasure}</p>}
      <div className="row-actions">
        {state === 'found' && !isOwn && button('confirm')}
        {button('cancel')}
      </div>
    </>
  );
}

function ErasureFacts({ erasure }: { erasure: Erasure }): ReactNode {
  const { administration, common, types } = useTexts();
  const { state, reason, requestedBy, confirmedBy, createdAt, finishedAt, found } = erasure;
  return (
    <Facts
      rows={[
        [common.status, <ErasureStatus key="state" state={state} />],
        [common.reason, reason],
        [administration.requestedBy, <code key="by">{requestedBy}</code>],
        [common.created, <Moment key="created" at={createdAt} />],
        [administration.confirmedBy, confirmedBy && <code key="confirmed">{confirmedBy}</code>],
        [administration.finished, finishedAt && <Moment key="finished" at={finishedAt} />],
        ...found.map(({ kind, count, erasedCount }) => {
          return [types[kind], administration.erasedOf(erasedCount, count)] as const;
        }),
      ]}
    />
  );
}

function rowColumns({ administration, audit, common, types }: ConsoleTexts): ColumnDef<Row>[] {
  return [
    column('kind', common.what, ({ kind }) => types[kind]),
    column('name', audit.subject, ({ kind, name }) => {
      const path = pathOfFound({ type: kind, id: name });
      return path === undefined ? <span className="mono">{name}</span> : <Link to={path}>{name}</Link>;
    }),
    column('state', common.status, ({ isErased }) => (isErased ? administration.isErased : administration.isFound)),
  ];
}
