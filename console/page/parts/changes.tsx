import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { Differences, type Difference } from './differences';

export type ShownChange = Omit<Schemas['OperatorCommandChange'], 'version'>;

/** Entities that change, each with its fields before and after. Of secrets only the names are known. */
export function Changes({ changes }: { changes: readonly ShownChange[] }): ReactNode {
  const { changes: texts } = useTexts();
  return changes.map(({ type, id, before, after, secrets = [] }) => (
    <section key={`${type}/${id}`}>
      <h3>{`${texts.subjects[type] ?? type} ${id} — ${before ? texts.isChanged : texts.isCreated}`}</h3>
      <Differences
        caption={id}
        rows={[
          ...toRows(before ?? {}, after),
          ...secrets.map((name) => ({ name, before: '', after: texts.newSecret })),
        ]}
      />
    </section>
  ));
}

/** Why a command was requested, and what it changes: what its approver decides about. */
export function CommandHelp({ command }: { command: Schemas['OperatorCommandRecord'] }): ReactNode {
  return (
    <>
      <p>{command.reason}</p>
      {command.changes && <Changes changes={command.changes} />}
    </>
  );
}

function toRows(before: Record<string, unknown>, after: Record<string, unknown>): Difference[] {
  const text = (value: unknown): string => {
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  };
  return Object.keys(after)
    .map((name) => ({ name, before: text(before[name]), after: text(after[name]) }))
    .filter((row) => row.before !== row.after);
}
