import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { useDone } from '../../parts/actions';
import { CommandChoice } from '../../parts/command-choice';
import { FilterForm } from '../../parts/filter-form';
import { Moment } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { ErrorNotice, QueryState } from '../../parts/states';
import { column } from '../../parts/table';
import { Together } from '../../parts/together';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { pathOfFound } from '../search/found-path';
import { FileButton, useUpload } from './file-button';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';
import { comparedColumns } from '../administration/reconciliation';

type Report = Schemas['ImportedSettlementReport'];
type Finding = Schemas['ReconciliationFinding'];

/** What acquirers reported of an account, and where that differs from the ledger. */
export function SettlementReports(): ReactNode {
  const { settlement, types } = useTexts();
  const { has } = useSession();
  const [address] = useSearchParams();
  const query = useOperators<Schemas['ConnectorAccountList']>('/connector-accounts');
  const accounts = query.data?.accounts ?? [];
  const account = address.get('account') ?? accounts[0]?.id;
  return (
    <SettlementScreen
      title={settlement.settlementReports}
      actions={has('finance') && (query.isPending || account !== undefined) && <Upload account={account} />}
    >
      <QueryState query={query} />
      {query.data && (
        <FilterForm
          fields={[
            {
              ...{ name: 'account', title: types.connectorAccount, value: account ?? '' },
              options: accounts.map(({ id }) => [id, id] as const),
            },
          ]}
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

/** Sends a report of the account; it changes nothing until it is applied. */
function Upload({ account = '' }: { account: string | undefined }): ReactNode {
  const { settlement } = useTexts();
  const done = useDone();
  const { mutate, error, ...sent } = useUpload<Report>(reportsPath(account), ({ rowCount, findingCount }) =>
    done(settlement.reportReceived(rowCount, findingCount)),
  );
  return (
    <>
      <FileButton
        {...{ text: settlement.uploadReport, label: settlement.reportFile, accept: '.csv,.txt,.xml,.json' }}
        {...{ ...sent, onChosen: (file) => account !== '' && mutate(file) }}
      />
      <ErrorNotice error={error} />
    </>
  );
}

const reportsPath = (account: string): string =>
  `/connector-accounts/${encodeURIComponent(account)}/settlement-reports`;

function ReportsOf({ account }: { account: string }): ReactNode {
  const texts = useTexts();
  const { settlement, queue, administration } = texts;
  return (
    <>
      <OperatedList<Schemas['ReconciliationFindings']>
        {...{ title: administration.findings, path: '/reconciliation/findings', filter: { connector: account } }}
        rowsOf={({ findings }) => findings.filter(({ operationID }) => operationID.startsWith('settlement/'))}
        columns={findingColumns(texts)}
      />
      <Link to="/queue/findings">{queue.kinds['findings']}</Link>
      <OperatedList<Schemas['SettlementReportList']>
        {...{ title: settlement.reports, path: reportsPath(account) }}
        columns={reportColumns(texts)}
      />
    </>
  );
}

function findingColumns({ settlement, queue, common, types, payment }: ConsoleTexts): ColumnDef<Finding>[] {
  return [
    column('found', common.when, ({ foundAt }) => <Moment at={foundAt} />),
    column('kind', common.what, ({ kind }) => queue.findings[kind] ?? kind),
    column('subject', types.payment, (row) => <FoundSubject finding={row} />),
    ...comparedColumns(settlement),
    column('reference', payment.reference, ({ connectorReference }) => (
      <span className="mono">{connectorReference}</span>
    )),
  ];
}

function FoundSubject({ finding: { subject } }: { finding: Finding }): ReactNode {
  const [type = '', id = ''] = subject.split('/');
  const path = pathOfFound({ type, id });
  return path === undefined ? <span className="mono">{subject}</span> : <Link to={path}>{id}</Link>;
}

function reportColumns({ settlement, administration }: ConsoleTexts): ColumnDef<Report>[] {
  return [
    column('imported', settlement.receivedAt, ({ importedAt }) => <Moment at={importedAt} />),
    column('by', settlement.receivedFrom, ({ fileName }) => fileName ?? settlement.fromOperator),
    column('rows', settlement.movements, ({ rowCount }) => rowCount, 'number'),
    column('known', settlement.knownRows, ({ knownCount }) => knownCount, 'number'),
    column('findings', administration.findings, ({ findingCount }) => findingCount, 'number'),
    column('applied', settlement.appliedAt, (row) => <Application report={row} />),
    column('hash', 'SHA-256', ({ checksum }) => <span className="mono">{checksum.slice(0, 16)}…</span>),
  ];
}

/** When a report was applied, or the button that requests it. */
function Application({ report: { id, appliedAt } }: { report: Report }): ReactNode {
  const { settlement, commands } = useTexts();
  const { has } = useSession();
  if (appliedAt !== undefined) return <Moment at={appliedAt} />;
  if (!has('finance')) return settlement.notApplied;
  const type = 'applySettlementReport';
  const choice = { type, label: settlement.applyReport, help: commands[type] ?? '' };
  return <CommandChoice choices={[choice]} parameters={{ reportID: id }} />;
}
