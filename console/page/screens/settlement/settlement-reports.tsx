import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { FilterForm } from '../../parts/filter-form';
import { Moment, Money } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { column } from '../../parts/table';
import { Together } from '../../parts/together';
import type { ConsoleTexts } from '../../texts/ru';
import { useTexts } from '../../texts/texts';
import { pathOfFound } from '../search/found-path';
import { OperatedList } from './operated-list';
import { SettlementScreen } from './settlement-screen';

type Finding = Schemas['ReconciliationFinding'];

/** What acquirers reported of an account, and where that differs from the ledger. */
export function SettlementReports(): ReactNode {
  const { settlement } = useTexts();
  const [address, setAddress] = useSearchParams();
  const query = useOperators<Schemas['ConnectorAccountList']>(['connector-accounts'], '/connector-accounts');
  const accounts = query.data?.accounts ?? [];
  const account = address.get('account') ?? accounts[0]?.id;
  return (
    <SettlementScreen title={settlement.settlementReports}>
      <QueryState query={query} />
      {query.data && (
        <FilterForm
          key={account ?? ''}
          fields={[
            {
              ...{ name: 'account', title: settlement.connectorAccount, value: account ?? '' },
              options: accounts.map(({ id }) => [id, id] as const),
            },
          ]}
          onApply={(values) => setAddress(values)}
          onClear={() => setAddress([])}
        />
      )}
      {account !== undefined && (
        <Together key={account}>
          <ReportsOf account={account} />
        </Together>
      )}
    </SettlementScreen>
  );
}

function ReportsOf({ account }: { account: string }): ReactNode {
  const texts = useTexts();
  const { settlement, queue } = texts;
  return (
    <>
      <OperatedList<Schemas['ReconciliationFindings'], Finding>
        {...{ title: settlement.findings, path: '/reconciliation/findings', filter: { connector: account } }}
        rowsOf={({ findings }) => findings.filter(({ operationID }) => operationID.startsWith('settlement/'))}
        columns={findingColumns(texts)}
        getRowID={({ id }) => id}
      />
      <Link to="/queue/findings">{queue.kinds['findings']}</Link>
      <OperatedList<Schemas['SettlementReportList'], Schemas['ImportedSettlementReport']>
        {...{
          title: settlement.reports,
          path: `/connector-accounts/${encodeURIComponent(account)}/settlement-reports`,
        }}
        rowsOf={({ reports }) => reports}
        columns={reportColumns(texts)}
        getRowID={({ id }) => id}
      />
    </>
  );
}

function findingColumns({ settlement, queue, common, lists }: ConsoleTexts): ColumnDef<Finding>[] {
  const amount = (id: string, header: string, minor: (row: Finding) => number | undefined): ColumnDef<Finding> =>
    column(id, header, (row) => <Money amount={minor(row)} currency={row.currency} />, 'number');
  return [
    column('found', common.when, ({ foundAt }) => <Moment at={foundAt} />),
    column('kind', common.what, ({ kind }) => queue.findings[kind] ?? kind),
    column('subject', lists.payment, (row) => <FoundSubject finding={row} />),
    amount('connector', settlement.atAcquirer, ({ connectorAmount }) => connectorAmount),
    amount('recorded', settlement.recorded, ({ recordedAmount }) => recordedAmount),
    column('reference', lists.reference, ({ connectorReference }) => (
      <span className="mono">{connectorReference}</span>
    )),
  ];
}

function FoundSubject({ finding: { subject } }: { finding: Finding }): ReactNode {
  const [type = '', id = ''] = subject.split('/');
  const path = pathOfFound({ type, id });
  return path === undefined ? <span className="mono">{subject}</span> : <Link to={path}>{id}</Link>;
}

function reportColumns({ settlement }: ConsoleTexts): ColumnDef<Schemas['ImportedSettlementReport']>[] {
  return [
    column('imported', settlement.receivedAt, ({ importedAt }) => <Moment at={importedAt} />),
    column('rows', settlement.movements, ({ rowCount }) => rowCount, 'number'),
    column('known', settlement.knownRows, ({ knownCount }) => knownCount, 'number'),
    column('findings', settlement.findings, ({ findingCount }) => findingCount, 'number'),
    column('hash', 'SHA-256', ({ checksum }) => <span className="mono">{checksum.slice(0, 16)}…</span>),
  ];
}
