import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { useDone } from '../../parts/actions';
import { Moment, Status } from '../../parts/pieces';
import { ErrorNotice } from '../../parts/states';
import { column } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { FileButton, useUpload } from './file-button';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';

type Statement = Schemas['BankStatement'];

/** The statements of banks; a new one is refused whole, or opens with its lines. */
export function BankStatements(): ReactNode {
  const texts = useTexts();
  const { settlement } = texts;
  const { has } = useSession();
  const navigate = useNavigate();
  const done = useDone();
  const { mutate, error, ...sent } = useUpload<Statement>('/bank-statements', async ({ id, isChanged }) => {
    await done(isChanged === true ? settlement.received : settlement.known);
    navigate(`/payouts/statements/${encodeURIComponent(id)}`);
  });
  return (
    <SettlementScreen
      title={settlement.bankStatements}
      actions={
        has('finance') && (
          <FileButton
            {...{ text: settlement.upload, label: settlement.statementFile, accept: '.xml,.txt' }}
            {...{ ...sent, onChosen: mutate }}
          />
        )
      }
    >
      <ErrorNotice error={error} />
      <OperatedList<Schemas['BankStatementPage']>
        {...{
          isWhole: true,
          title: settlement.bankStatements,
          path: '/bank-statements',
        }}
        columns={statementColumns(texts)}
      />
    </SettlementScreen>
  );
}

function statementColumns({ settlement, common }: ConsoleTexts): ColumnDef<Statement>[] {
  return [
    column('received', settlement.receivedAt, ({ id, receivedAt }) => (
      <Link to={`/payouts/statements/${encodeURIComponent(id)}`}>
        <Moment at={receivedAt} />
      </Link>
    )),
    column('status', common.status, ({ appliedAt }) => (
      <Status
        status={appliedAt === undefined ? 'pending' : 'succeeded'}
        text={appliedAt === undefined ? settlement.notApplied : settlement.applied}
      />
    )),
    column('lines', settlement.movements, ({ lineCount }) => lineCount, 'number'),
    column('applied', settlement.appliedAt, ({ appliedAt }) => appliedAt !== undefined && <Moment at={appliedAt} />),
    column('hash', 'SHA-256', ({ sha256 }) => <span className="mono">{sha256.slice(0, 16)}…</span>),
  ];
}
