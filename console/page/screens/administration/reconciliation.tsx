import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { ReasonButton } from '../../parts/actions';
import { FilterForm } from '../../parts/filter-form';
import { Moment, Money, Status } from '../../parts/pieces';
import { useOperated } from '../../parts/read';
import { Empty, QueryState } from '../../parts/states';
import { column, DataTable, money } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { OperatedList } from '../../parts/operated-list';
import { AdministrationScreen } from './administration-screen';

type Finding = Schemas['ReconciliationFinding'];
type Connector = Schemas['ReconciledConnectorState'];

/** How far the reconciliation with each connector has come, and what it found. */
export function Reconciliation(): ReactNode {
  const texts = useTexts();
  const { administration, common, payment, findings } = texts;
  const { has } = useSession();
  const [address] = useSearchParams();
  const filter = { connector: address.get('connector') ?? '', status: address.get('status') ?? 'open' };
  const query = useOperated<Schemas['ReconciliationState']>('/reconciliation');
  const connectors = query.data?.connectors ?? [];
  return (
    <AdministrationScreen title={administration.tabs.reconciliation}>
      <QueryState query={query} rows={8} />
      {query.data?.connectors.length === 0 && <Empty title={administration.noReconciliation} />}
      {connectors.length > 0 && (
        <DataTable<Connector>
          {...{ caption: administration.tabs.reconciliation, rows: connectors }}
          columns={connectorColumns(texts, has('finance'))}
          getRowID={({ connector }) => connector}
        />
      )}
      {query.data && (
        <>
          <FilterForm
            fields={[
              {
                ...{ name: 'connector', title: payment.connector, value: filter.connector },
                options: [['', common.all] as const, ...connectors.map(({ connector: id }) => [id, id] as const)],
              },
              {
                ...{ name: 'status', title: common.status, value: filter.status },
                options: Object.entries(findings.statuses),
              },
            ]}
          />
          <OperatedList<Schemas['ReconciliationFindings']>
            {...{ title: administration.findings, path: '/reconciliation/findings', filter: { ...filter, limit: 50 } }}
            columns={findingColumns(texts)}
          />
        </>
      )}
    </AdministrationScreen>
  );
}

function connectorColumns(texts: ConsoleTexts, mayEnd: boolean): ColumnDef<Connector>[] {
  const { administration, common, payment, payments } = texts;
  return [
    column('connector', payment.connector, ({ connector }) => <code>{connector}</code>),
    column('state', common.status, (row) => <ConnectorStatus connector={row} />),
    column('until', administration.comparedUntil, ({ comparedTwiceUntil }) => <Moment at={comparedTwiceUntil} />),
    column(
      'open',
      administration.openFindings,
      ({ open }) => open.reduce((sum, { count }) => sum + count, 0),
      'number',
    ),
    ...(mayEnd ? [column<Connector>('actions', payments.actions, (row) => <ConnectorActions connector={row} />)] : []),
  ];
}

function ConnectorStatus({ connector: { problem, endedAt, endReason } }: { connector: Connector }): ReactNode {
  const { administration } = useTexts();
  if (endedAt !== undefined) {
    return (
      <>
        <Status status="plain" text={administration.reconciliationEnded} /> {endReason}
      </>
    );
  }
  if (!problem) return <Status status="active" text={administration.comparing} />;
  return (
    <>
      <Status status="failed" text={administration.reconciliationProblems[problem.kind]} /> {problem.text}
    </>
  );
}

function ConnectorActions({ connector: { connector, endedAt } }: { connector: Connector }): ReactNode {
  const { administration } = useTexts();
  const action = endedAt === undefined ? 'end' : 'resume';
  const text = administration.reconcile[action];
  return (
    <ReasonButton
      {...{ text, title: `${text}: ${connector}`, isDangerous: action === 'end' }}
      help={administration.reconcileHelp[action]}
      onSubmit={`/reconciliation/connectors/${encodeURIComponent(connector)}/${action}`}
    />
  );
}

/** What both sides say of an amount. */
export function comparedColumns({ atAcquirer, recorded }: ConsoleTexts['settlement']): ColumnDef<Finding>[] {
  return [
    money('connectorAmount', atAcquirer, ({ connectorAmount }) => connectorAmount),
    column(
      'recordedAmount',
      recorded,
      ({ recordedAmount, facts, currency }) => (
        <Money amount={recordedAmount} currency={facts.recordedCurrency ?? currency} />
      ),
      'number',
    ),
  ];
}

function findingColumns({ administration, settlement, queue, common }: ConsoleTexts): ColumnDef<Finding>[] {
  return [
    column('kind', common.what, ({ id, kind }) => (
      <Link to={`/administration/reconciliation/${encodeURIComponent(id)}`}>{queue.findings[kind]}</Link>
    )),
    column('found', common.when, ({ foundAt }) => <Moment at={foundAt} />),
    column('operation', administration.operation, ({ operationID }) => <span className="mono">{operationID}</span>),
    ...comparedColumns(settlement),
  ];
}
