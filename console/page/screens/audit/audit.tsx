import { useMutation } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { Button } from '../../parts/button';
import { OperatedList } from '../../parts/operated-list';
import { FilterForm } from '../../parts/filter-form';
import { PageTitle, Moment } from '../../parts/pieces';
import { SavedFilters } from '../../parts/saved-filters';
import { Empty, ErrorText } from '../../parts/states';
import { column } from '../../parts/table';
import { readableName } from '../../parts/readable-name';
import { useTexts, type ConsoleTexts } from '../../texts/texts';

type Action = Schemas['OperatorAction'];

export function Audit(): ReactNode {
  const texts = useTexts();
  const { audit, types, common, nav } = texts;
  const kinds = [
    ['', common.all] as const,
    ...Object.entries(types).sort(([, one], [, other]) => one.localeCompare(other)),
  ];
  const [address] = useSearchParams();
  const subjectType = address.get('subjectType') ?? '';
  const subjectID = address.get('subjectID') ?? '';
  return (
    <>
      <PageTitle title={nav.audit}>
        <Verification />
      </PageTitle>
      <FilterForm
        fields={[
          { name: 'subjectType', title: audit.subjectType, value: subjectType, options: kinds },
          { name: 'subjectID', title: audit.subjectID, value: subjectID, input: { maxLength: 100 } },
        ]}
      />
      <SavedFilters list="audit" />
      <OperatedList<Schemas['OperatorActions']>
        {...{ isWhole: true, title: nav.audit, path: '/audit', rows: 10, name: 'audit', refetchMs: false }}
        filter={{ subjectType, subjectID, limit: 50 }}
        empty={<Empty title={audit.empty} help={audit.emptyHelp} />}
        columns={columnsOf(texts)}
        getRowID={({ number }) => String(number)}
      />
    </>
  );
}

function columnsOf({ audit, common, commands, types }: ConsoleTexts): ColumnDef<Action>[] {
  const names: Readonly<Record<string, string>> = { ...commands, ...audit.operations };
  return [
    column('at', common.when, ({ at }) => <Moment at={at} isExact />),
    column('who', audit.who, ({ caller }) => <code>{caller}</code>),
    column('operation', audit.operation, ({ operation }) => names[operation] ?? readableName(operation)),
    column('subject', audit.subject, ({ subjectType, subjectID }) => (
      <>
        {types[subjectType]} <code>{subjectID}</code>
      </>
    )),
    column('reason', common.reason, ({ reason }) => reason ?? ''),
    column('change', audit.change, (action) => <ChangeText action={action} />),
  ];
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
  const {
    data: found,
    error,
    isPending,
    mutate: verify,
  } = useMutation({ mutationFn: () => callOperators<Schemas['AuditVerification']>('/audit/verification') });
  return (
    <div className="row-actions">
      <Button text={audit.verify} disabled={isPending} onPress={() => verify()} />
      <div role="status">
        {found && (
          <p className={`notice ${found.fault ? 'danger' : 'good'}`}>
            {found.fault ? audit.broken(found.fault.number, audit.faults[found.fault.kind]) : audit.intact}
          </p>
        )}
        {error && <ErrorText error={error} />}
      </div>
    </div>
  );
}
