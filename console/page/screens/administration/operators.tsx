import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { DialogButton } from '../../parts/lazy-dialog';
import { useCommand } from '../../parts/commands';
import { Moment, Status } from '../../parts/pieces';
import { column } from '../../parts/table';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { OperatedList } from '../../parts/operated-list';
import { AdministrationScreen } from './administration-screen';
import { FieldsDialog } from './fields-dialog';
import { WaitingCommands } from './waiting-commands';

type Person = Schemas['OperatorPerson'];

const ROLES: readonly Schemas['OperatorRole'][] = ['viewer', 'support', 'finance', 'configuration', 'administrator'];

/** The field that chooses roles. */
export function rolesField({ administration, signIn }: ConsoleTexts, chosen: readonly string[]) {
  const options = ROLES.map((role) => [role, signIn.role[role] ?? role] as const);
  return { name: 'roles', title: administration.roles, value: chosen.join(), isSeveral: true, options };
}

export function Operators(): ReactNode {
  const texts = useTexts();
  const { administration } = texts;
  return (
    <AdministrationScreen
      title={administration.tabs.operators}
      actions={
        <DialogButton text={administration.createOperator} className="button primary">
          {(onClose) => <CreateOperator onClose={onClose} />}
        </DialogButton>
      }
    >
      <WaitingCommands types={['createOperator']} />
      <OperatedList<Schemas['OperatorPeople']>
        {...{ isWhole: true, title: administration.tabs.operators, path: '/operators' }}
        columns={columnsOf(texts)}
        getRowID={({ operatorID }) => operatorID}
      />
      <section>
        <h2>{administration.rolesTitle}</h2>
        <dl className="facts">
          {ROLES.map((role) => (
            <div key={role}>
              <dt>{texts.signIn.role[role]}</dt>
              <dd>{administration.roleHelp[role]}</dd>
            </div>
          ))}
        </dl>
      </section>
    </AdministrationScreen>
  );
}

function columnsOf({ administration, common, merchants, signIn }: ConsoleTexts): ColumnDef<Person>[] {
  return [
    column('name', merchants.name, ({ operatorID, name }) => (
      <Link to={`/administration/operators/${encodeURIComponent(operatorID)}`}>{name}</Link>
    )),
    column('email', merchants.email, ({ email }) => email),
    column('roles', administration.roles, ({ roles }) => rolesText(roles, signIn)),
    column('state', common.status, ({ isActive }) => <AccessStatus isActive={isActive} />),
    column('seen', administration.seen, ({ lastSeenAt }) =>
      lastSeenAt === undefined ? administration.neverSeen : <Moment at={lastSeenAt} />,
    ),
  ];
}

export function rolesText(roles: readonly string[], { role }: ConsoleTexts['signIn']): string {
  return roles.map((each) => role[each] ?? each).join(', ');
}

export function AccessStatus({ isActive }: { isActive: boolean }): ReactNode {
  const { administration } = useTexts();
  return (
    <Status
      status={isActive ? 'active' : 'blocked'}
      text={isActive ? administration.active : administration.inactive}
    />
  );
}

/** The person makes the key with the codes of both administrators, once the second one has approved. */
function CreateOperator({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts();
  const { administration, merchants } = texts;
  const request = useCommand();
  return (
    <FieldsDialog
      title={administration.createOperator}
      help={administration.createOperatorHelp}
      submit={administration.createOperator}
      fields={[
        { name: 'name', title: merchants.name, value: '', input: { maxLength: 100 } },
        { name: 'email', title: merchants.email, value: '', input: { type: 'email', maxLength: 254 } },
        rolesField(texts, ['support']),
      ]}
      onSubmit={async ({ name = '', email = '', roles = '', reason }) =>
        request({ type: 'createOperator', parameters: { name, email, roles: roles.split(',') }, reason })
      }
      onClose={onClose}
    />
  );
}
