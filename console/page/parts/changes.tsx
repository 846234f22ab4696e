import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callOperators, type Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { Differences, fieldText, type Difference } from './differences';
import { Effects } from './effects';
import { moneyText } from './format';

export type ShownChange = Omit<Schemas['OperatorCommandChange'], 'version'>;

/** Entities that change, each with its fields before and after. Of secrets only the names are known. */
export function Changes({ changes }: { changes: readonly ShownChange[] }): ReactNode {
  const { changes: texts, types } = useTexts();
  return changes.map(({ type, id, before, after, secrets = [] }) => (
    <section key={`${type}/${id}`}>
      <h3>{`${types[type]} ${id} — ${before ? texts.isChanged : texts.isCreated}`}</h3>
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
      {command.changes ? <Changes changes={command.changes} /> : <Effects command={command} />}
      {DRY_RUN_TYPES.includes(command.type) && <DryRun command={command} />}
    </>
  );
}

const DRY_RUN_TYPES = ['createConfiguration', 'changeConfiguration', 'rollBackConfiguration', 'loadReferenceData'];

function DryRun({ command: { id, type, parameters } }: { command: Schemas['OperatorCommandRecord'] }): ReactNode {
  const { data } = useQuery({
    queryKey: ['dry-run', id],
    queryFn: ({ signal }) =>
      callOperators<Schemas['DryRunResult']>('/reference/dry-run', {
        ...{ method: 'POST', body: { type, parameters }, signal },
      }),
  });
  return data ? <DryRunSums result={data} /> : null;
}

/** What a change of the configuration would have done with yesterday's payments. */
export function DryRunSums({ result: data }: { result: Schemas['DryRunResult'] }): ReactNode {
  const { changes: texts } = useTexts();
  const sumText = ({ payments, amount }: Schemas['DryRunSum'], currency: string) =>
    `${payments} · ${moneyText(amount, currency)}`;
  return (
    <section>
      <h3>{texts.dryRun(data.payments, data.movedPayments)}</h3>
      {data.isCut && <p className="help">{texts.isCut}</p>}
      <Differences
        caption={texts.dryRun(data.payments, data.movedPayments)}
        rows={[
          ...data.accounts.map(({ account, currency, before, after }) => ({
            ...{ name: account ?? texts.noRoute, before: sumText(before, currency), after: sumText(after, currency) },
          })),
          ...data.fees.map(({ currency, before, after }) => ({
            ...{ name: texts.fee, before: moneyText(before, currency), after: moneyText(after, currency) },
          })),
        ]}
      />
    </section>
  );
}

function toRows(before: Record<string, unknown>, after: Record<string, unknown>): Difference[] {
  return Object.keys(after).map((name) => ({ name, before: fieldText(before[name]), after: fieldText(after[name]) }));
}
