import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useRef, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Moment, Status } from '../../parts/pieces';
import { ErrorNotice } from '../../parts/states';
import { column } from '../../parts/table';
import { useSession } from '../../session/session';
import type { ConsoleTexts } from '../../texts/ru';
import { useTexts } from '../../texts/texts';
import { OperatedList } from './operated-list';
import { SettlementScreen } from './settlement-screen';

type Statement = Schemas['BankStatement'];

/** The statements of banks; a new one is refused whole, or opens with its lines. */
export function BankStatements(): ReactNode {
  const texts = useTexts();
  const { settlement } = texts;
  const { has } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (file: File) => callOperators<Statement>('/bank-statements', { method: 'POST', file }),
    onSuccess: async ({ id, isChanged }) => {
      announce(isChanged === true ? settlement.received : settlement.known);
      await client.invalidateQueries({ queryKey: ['/bank-statements'] });
      navigate(`/payouts/statements/${encodeURIComponent(id)}`);
    },
  });
  return (
    <SettlementScreen
      title={settlement.bankStatements}
      actions={has('finance') && <FileButton isBusy={isPending} onChosen={mutate} />}
    >
      <ErrorNotice error={error} />
      <OperatedList<Schemas['BankStatementPage'], Statement>
        {...{
          isWhole: true,
          title: settlement.bankStatements,
          path: '/bank-statements',
          rowsOf: ({ result }) => result,
        }}
        columns={statementColumns(texts)}
        getRowID={({ id }) => id}
      />
    </SettlementScreen>
  );
}

/** Sends a file as soon as it is chosen. */
function FileButton({ isBusy, onChosen }: { isBusy: boolean; onChosen: (file: File) => void }): ReactNode {
  const { settlement, common } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const choose = (): void => {
    const file = input.current?.files?.[0];
    if (file) onChosen(file);
    // The same file may be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xml,.txt"
        aria-label={settlement.statementFile}
        onChange={choose}
      />
      <button type="button" className="button primary" aria-disabled={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? common.loading : settlement.upload}
      </button>
    </>
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
