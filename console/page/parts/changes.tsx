import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callOperators, type Schemas } from '../api/client';
import { useTexts } from '../texts/texts';
import { Differences } from './differences';
import { Effects } from './effects';
import { moneyText } from './format';
import { lazyDialog } from './lazy-dialog';
import type { ShownChange } from '../screens/configuration/worded-fields';

const WordedFields = lazyDialog(async () => (await import('../screens/configuration/worded-fields')).WordedFields);

/** Entities that change, each with its fields before and after. Of secrets only the names are known. */
export function Changes({ changes }: { changes: readonly ShownChange[] }): ReactNode {
  const { changes: texts, types } = useTexts();
  return changes.map((change) => (
    <section key={`${change.type}/${change.id}`}>
      <h3>{`${types[change.type]} ${change.id} — ${change.before ? texts.isChanged : texts.isCreated}`}</h3>
      <WordedFields change={change} />
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
  const { changes: texts, payment } = useTexts();
  const days = Math.round((Date.parse(data.to) - Date.parse(data.from)) / 86_400_000);
  const title = texts.dryRun(days, data.payments, data.movedPayments);
  const sumText = ({ payments, amount }: Schemas['DryRunSum'], currency: string) =>
    `${payments} · ${moneyText(amount, currency)}`;
  return (
    <section>
      <h3>{title}</h3>
      {data.isCut && <p className="help">{texts.isCut}</p>}
      <Differences
        caption={title}
        rows={[
          ...data.accounts.map(({ account, currency, before, after }) => ({
            ...{ name: account ?? texts.noRoute, before: sumText(before, currency), after: sumText(after, currency) },
          })),
          ...data.rules.map(({ rule, currency, before, after, paid }) => ({
            ...{ name: texts.rejectedBy(rule), before: sumText(before, currency) },
            after: [sumText(after, currency), ...(paid.payments > 0 ? [texts.paid(sumText(paid, currency))] : [])].join(
              ', ',
            ),
          })),
          ...data.fees.map(({ currency, before, after }) => ({
            ...{ name: payment.fee, before: moneyText(before, currency), after: moneyText(after, currency) },
          })),
        ]}
      />
    </section>
  );
}
