import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { CommandChoice } from '../../parts/command-choice';
import { useCommand } from '../../parts/commands';
import { countText, parseMinorUnits } from '../../parts/format';
import { DialogButton } from '../../parts/lazy-dialog';
import { useOperated } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { column, DataTable, money } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { AdministrationScreen } from './administration-screen';
import { FieldsDialog, type DialogField, type DialogValues } from './fields-dialog';
import { rolesField } from './operators';
import { WaitingCommands } from './waiting-commands';

type Records = Schemas['OperatorLimitRecords'];

const COMMANDS = [
  ...['setOperatorLimit', 'deleteOperatorLimit', 'setReplayLimit', 'deleteReplayLimit'],
  ...['requireApproval', 'waiveApproval'],
];

/** What operators of a role may do without a second person, and what always takes one. */
export function Limits(): ReactNode {
  const { administration } = useTexts();
  const query = useOperated<Records>('/limits');
  return (
    <AdministrationScreen title={administration.tabs.limits}>
      <WaitingCommands types={COMMANDS} />
      <QueryState query={query} rows={8} />
      {query.data && (
        <>
          <MoneyLimits limits={query.data.limits} />
          <ReplayLimits limits={query.data.replayLimits} />
          <ApprovalRules types={query.data.approvalRequired} />
        </>
      )}
    </AdministrationScreen>
  );
}

interface PartProps {
  title: string;
  help: string;
  action: ReactNode;
  children: ReactNode;
}

function Part({ title, help, action, children }: PartProps): ReactNode {
  const { has } = useSession();
  return (
    <section>
      <div className="section-title">
        <h2>{title}</h2>
        {has('administrator') && action}
      </div>
      <p className="help">{help}</p>
      {children}
    </section>
  );
}

function MoneyLimits({ limits }: { limits: Records['limits'] }): ReactNode {
  const texts = useTexts();
  const { administration, signIn, common, payments } = texts;
  const { has } = useSession();
  const input = { inputMode: 'decimal' };
  const action = (
    <NewRule
      type="setOperatorLimit"
      fields={[
        roleField(texts),
        { name: 'currency', title: common.currency, value: 'RUB', input: { maxLength: 3 } },
        { name: 'commandLimit', title: administration.commandLimit, value: '', input },
        { name: 'dailyLimit', title: administration.dailyLimit, value: '', input },
      ]}
      parametersOf={({ role = '', currency = '', commandLimit = '', dailyLimit = '' }) => ({
        ...{ role, currency: currency.toUpperCase() },
        // What is no amount goes as it was typed, and the API says which field is wrong.
        commandLimit: parseMinorUnits(commandLimit, currency.toUpperCase()) ?? commandLimit,
        dailyLimit: parseMinorUnits(dailyLimit, currency.toUpperCase()) ?? dailyLimit,
      })}
    />
  );
  return (
    <Part {...{ title: administration.limits, help: administration.limitsHelp, action }}>
      <DataTable<Records['limits'][number]>
        {...{ caption: administration.limits, rows: limits }}
        getRowID={({ role, currency }) => `${role} ${currency}`}
        columns={[
          column('role', administration.role, ({ role }) => signIn.role[role]),
          money('commandLimit', administration.commandLimit, ({ commandLimit }) => commandLimit),
          money('dailyLimit', administration.dailyLimit, ({ dailyLimit }) => dailyLimit),
          ...(has('administrator')
            ? [
                column<Records['limits'][number]>('actions', payments.actions, ({ role, currency }) => (
                  <Removal type="deleteOperatorLimit" parameters={{ role, currency }} />
                )),
              ]
            : []),
        ]}
      />
    </Part>
  );
}

function ReplayLimits({ limits }: { limits: Records['replayLimits'] }): ReactNode {
  const texts = useTexts();
  const { administration, signIn } = texts;
  const number = { inputMode: 'numeric' };
  const action = (
    <NewRule
      type="setReplayLimit"
      fields={[
        roleField(texts),
        { name: 'dailyMessages', title: administration.dailyMessages, value: '', input: number },
      ]}
      parametersOf={({ role = '', dailyMessages = '' }) => ({
        ...{ role, dailyMessages: /^\d+$/.test(dailyMessages) ? Number(dailyMessages) : dailyMessages },
      })}
    />
  );
  return (
    <Part {...{ title: administration.replayLimits, help: administration.replayLimitsHelp, action }}>
      <ul className="lines">
        {limits.map(({ role, dailyMessages }) => (
          <li key={role}>
            <strong>{signIn.role[role]}</strong> {countText(dailyMessages)}
            <Removal type="deleteReplayLimit" parameters={{ role }} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function ApprovalRules({ types }: { types: readonly string[] }): ReactNode {
  const { administration, commands } = useTexts();
  const options = Object.entries(commands).filter(([type]) => !types.includes(type));
  const action = (
    <NewRule
      type="requireApproval"
      fields={[{ name: 'type', title: administration.commandType, value: options[0]?.[0] ?? '', options }]}
      parametersOf={({ type = '' }) => ({ type })}
    />
  );
  return (
    <Part {...{ title: administration.rules, help: administration.rulesHelp, action }}>
      <ul className="lines">
        {types.map((type) => (
          <li key={type}>
            {commands[type] ?? type}
            <Removal type="waiveApproval" parameters={{ type }} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function roleField(texts: ReturnType<typeof useTexts>): DialogField {
  const { name: _, ...field } = rolesField(texts, ['support']);
  return { ...field, name: 'role', title: texts.administration.role, isSeveral: false };
}

function Removal({ type, parameters }: { type: string; parameters: Record<string, string> }): ReactNode {
  const { administration } = useTexts();
  const { has } = useSession();
  if (!has('administrator')) return null;
  const choice = { type, label: administration.remove, help: administration.secondAdministrator, isDangerous: true };
  return <CommandChoice choices={[choice]} parameters={parameters} />;
}

interface NewRuleProps {
  type: string;
  fields: readonly DialogField[];
  parametersOf: (values: DialogValues) => Record<string, string | number>;
}

function NewRule({ type, fields, parametersOf }: NewRuleProps): ReactNode {
  const { administration } = useTexts();
  return (
    <DialogButton text={administration.set}>
      {(onClose) => <NewRuleDialog {...{ type, fields, parametersOf, onClose }} />}
    </DialogButton>
  );
}

function NewRuleDialog({ type, fields, parametersOf, onClose }: NewRuleProps & { onClose: () => void }): ReactNode {
  const { administration, commands } = useTexts();
  const request = useCommand();
  return (
    <FieldsDialog
      {...{ title: commands[type] ?? type, submit: administration.set, fields, onClose }}
      help={administration.secondAdministrator}
      onSubmit={async ({ reason, ...values }) => request({ type, parameters: parametersOf(values), reason })}
    />
  );
}
