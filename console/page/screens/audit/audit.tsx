import { useInfiniteQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useId, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { PageTitle, Moment } from '../../parts/pieces';
import { PagedList } from '../../parts/paged-list';
import { Empty, ErrorText } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { readableName } from '../../parts/readable-name';
import { readField } from '../../parts/read-field';
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
      <AuditFilter
        key={address.toString()}
        {...{ subjectType, subjectID }}
        onChange={(next) => setAddress(Object.entries(next).filter(([, value]) => value !== ''))}
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

interface AuditFilterProps {
  subjectType: string;
  subjectID: string;
  onChange: (filter: Record<string, string>) => void;
}

function AuditFilter({ subjectType, subjectID, onChange }: AuditFilterProps): ReactNode {
  const { audit } = useTexts();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string): string => readField(form, name);
    onChange({ subjectType: read('subjectType'), subjectID: read('subjectID') });
  };
  return (
    <form className="filters" onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-type`}>{audit.subjectType}</label>
        <input id={`${id}-type`} name="subjectType" defaultValue={subjectType} placeholder="shop" maxLength={40} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-id`}>{audit.subjectID}</label>
        <input id={`${id}-id`} name="subjectID" defaultValue={subjectID} maxLength={100} />
      </div>
      <div className="filter-actions">
        <button type="submit" className="button primary">
          {audit.filter}
        </button>
      </div>
    </form>
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
