import { useInfiniteQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { FilterForm } from '../../parts/filter-form';
import { PageTitle, Moment } from '../../parts/pieces';
import { PagedList } from '../../parts/paged-list';
import { Empty, ErrorText } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { readableName } from '../../parts/readable-name';
import { useTexts } from '../../texts/texts';

type Action = Schemas['OperatorAction'];

export function Audit(): ReactNode {
  const { audit } = useTexts();
  const [address, setAddress] = useSearchParams();
  const subjectType = address.get('subjectType') ?? '';
  const subjectID = address.get('subjectID') ?? '';
  const query = useInfiniteQuery({
    queryKey: ['audit', subjectType, subjectID],
    queryFn: ({ signal, pageParam }) =>
      callOperators<Schemas['OperatorActions']>(
        `/audit${toQuery({ subjectType, subjectID, limit: 50, continuationToken: pageParam })}`,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuationToken }) => continuationToken,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ actions }) => actions) ?? [], [query.data]);
  return (
    <>
      <PageTitle title={audit.title}>
        <Verification />
      </PageTitle>
      <FilterForm
        key={address.toString()}
        fields={[
          {
            name: 'subjectType',
            title: audit.subjectType,
            value: subjectType,
            input: { placeholder: 'shop', maxLength: 40 },
          },
          { name: 'subjectID', title: audit.subjectID, value: subjectID, input: { maxLength: 100 } },
        ]}
        onApply={(next) => setAddress(Object.entries(next).filter(([, value]) => value !== ''))}
        onClear={() => setAddress([])}
      />
      <PagedList
        query={query}
        isEmpty={rows.length === 0}
        empty={<Empty title={audit.empty} help={audit.emptyHelp} />}
        rows={10}
      >
        <AuditTable rows={rows} />
      </PagedList>
    </>
  );
}

function AuditTable({ rows }: { rows: Action[] }): ReactNode {
  const { audit, common } = useTexts();
  const columns = useMemo<ColumnDef<Action>[]>(
    () => [
      { id: 'at', header: common.when, cell: ({ row }) => <Moment at={row.original.at} isExact /> },
      { id: 'who', header: audit.who, cell: ({ row }) => <code>{row.original.caller}</code> },
      {
        id: 'operation',
        header: audit.operation,
        cell: ({ row: { original } }) => audit.operations[original.operation] ?? readableName(original.operation),
      },
      {
        id: 'subject',
        header: audit.subject,
        cell: ({ row: { original } }) => <code>{`${original.subjectType}/${original.subjectID}`}</code>,
      },
      { id: 'reason', header: common.reason, cell: ({ row }) => row.original.reason ?? '' },
      { id: 'change', header: audit.change, cell: ({ row }) => <ChangeText action={row.original} /> },
    ],
    [audit, common],
  );
  return (
    <DataTable
      caption={audit.title}
      name="audit"
      columns={columns}
      rows={rows}
      getRowID={({ number }) => String(number)}
    />
  );
}

function ChangeText({ action: { before = {}, after = {} } }: { action: Action }): ReactNode {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => name !== 'version');
  return (
    <ul className="changes">
      {names.map((name) => (
        <li key={name}>
          <span className="mono">{name}</span>: <del>{valueText(before[name])}</del> <ins>{valueText(after[name])}</ins>
        </li>
      ))}
    </ul>
  );
}

function valueText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Checks that no entry was changed or removed. */
function Verification(): ReactNode {
  const { audit } = useTexts();
  const [found, setFound] = useState<Schemas['AuditVerification']>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const verify = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      setFound(await callOperators<Schemas['AuditVerification']>('/audit/verification'));
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <div className="row-actions">
      <button type="button" className="button" disabled={isBusy} onClick={() => void verify()}>
        {audit.verify}
      </button>
      <div role="status">
        {found && (
          <p className={`notice ${found.fault ? 'danger' : 'good'}`}>{found.fault ? audit.broken : audit.intact}</p>
        )}
        {error !== undefined && <ErrorText error={error} />}
      </div>
    </div>
  );
}
