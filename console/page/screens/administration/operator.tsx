import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { ReasonButton } from '../../parts/actions';
import { CommandChoice } from '../../parts/command-choice';
import { useCommand, useCommandsOf, type FollowedCommand } from '../../parts/commands';
import { KeyDialog } from '../../parts/key-dialogs';
import { DialogButton } from '../../parts/lazy-dialog';
import { Dated, CopyID, Facts, Moment, Status } from '../../parts/pieces';
import { useOperated, useOperators } from '../../parts/read';
import { SessionPlace } from '../../parts/session-place';
import { QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { CommandList } from '../payment/command-list';
import { AdministrationScreen } from './administration-screen';
import { FieldsDialog } from './fields-dialog';
import { AccessStatus, rolesField, rolesText } from './operators';
import { ButtonLink } from '../../parts/links';

type Person = Schemas['OperatorPerson'];
type Key = Schemas['OperatorKeyInfo'];

/** One operator: roles, keys, and what administrators decide. No operator decides about himself. */
export function OperatorScreen(): ReactNode {
  const { administration, merchants } = useTexts();
  const { operatorID = '' } = useParams();
  const path = `/operators/${encodeURIComponent(operatorID)}`;
  const query = useOperated<Person>(path);
  const keys = useOperators<Schemas['OperatorKeys']>(`${path}/keys`);
  const own = useOperators<Schemas['CurrentOperator']>('/me', { staleTime: Infinity });
  const commands = useCommandsOf(operatorID);
  // The operator did not exist yet when it was requested, so that request is found by the address.
  const creation = useCommandsOf(query.data?.email ?? '', query.data !== undefined);
  const isComplete = keys.data && own.data && commands.data && creation.data;
  const person = isComplete && query.data;
  const decided = [...(commands.data?.commands ?? []), ...(creation.data?.commands ?? [])];
  // A key that was made since has redeemed the invitation.
  const since = keys.data?.keys.at(-1)?.createdAt ?? '';
  const open = decided.filter(({ finishedAt = '' }) => finishedAt > since);
  return (
    <AdministrationScreen title={query.data?.name ?? operatorID}>
      <QueryState query={query} rows={8} isIncomplete={!person} />
      {person && (
        <>
          {person.operatorID === own.data?.operatorID ? (
            <p className="notice">{administration.yourself}</p>
          ) : (
            <PersonActions person={person} />
          )}
          {person.isActive && <InvitationCodes commands={open} ownID={own.data?.operatorID} />}
          <PersonFacts person={person} />
          <section>
            <h2>{administration.keys}</h2>
            {keys.data?.keys.length === 0 && <p className="help">{merchants.noKeys}</p>}
            <ul className="lines">
              {keys.data?.keys.map((key) => (
                <li key={key.keyID}>
                  <OperatorKeyLine operatorKey={key} />
                </li>
              ))}
            </ul>
          </section>
          <OperatorSessions operatorID={person.operatorID} />
          <CommandList commands={decided} />
        </>
      )}
    </AdministrationScreen>
  );
}

function PersonFacts({ person }: { person: Person }): ReactNode {
  const { administration, common, merchants, signIn } = useTexts();
  const { operatorID, email, roles, isActive, issuer, createdAt, lastSeenAt } = person;
  return (
    <Facts
      rows={[
        [common.status, <AccessStatus key="status" isActive={isActive} />],
        [administration.roles, rolesText(roles, signIn)],
        [merchants.email, email],
        [administration.seen, lastSeenAt ? <Moment key="seen" at={lastSeenAt} /> : administration.neverSeen],
        [common.created, <Moment key="created" at={createdAt} />],
        [administration.issuer, issuer],
        ['ID', <CopyID key="id" id={operatorID} />],
      ]}
    />
  );
}

function PersonActions({ person: { operatorID, roles, isActive } }: { person: Person }): ReactNode {
  const { administration, merchants } = useTexts();
  const choices = isActive
    ? [{ type: 'inviteOperator', label: administration.invite, help: administration.inviteHelp }]
    : [{ type: 'activateOperator', label: administration.activate, help: administration.secondAdministrator }];
  return (
    <div className="row-actions">
      <CommandChoice choices={choices} parameters={{ operatorID }} />
      <DialogButton text={administration.setRoles}>
        {(onClose) => <SetRoles {...{ operatorID, roles, onClose }} />}
      </DialogButton>
      {isActive && (
        <ReasonButton
          {...{ text: administration.deactivate, help: administration.deactivateHelp, isDangerous: true }}
          onSubmit={`/operators/${encodeURIComponent(operatorID)}/deactivate`}
        />
      )}
      <ButtonLink
        to={`/audit${toQuery({ subjectType: 'operator', subjectID: operatorID })}`}
        text={merchants.history}
      />
    </div>
  );
}

interface SetRolesProps {
  operatorID: string;
  roles: readonly string[];
  onClose: () => void;
}

function SetRoles({ operatorID, roles, onClose }: SetRolesProps): ReactNode {
  const texts = useTexts();
  const { administration } = texts;
  const request = useCommand();
  return (
    <FieldsDialog
      {...{ title: administration.setRoles, submit: administration.setRoles, onClose }}
      help={administration.secondAdministrator}
      fields={[{ ...rolesField(texts, roles), isOptional: true }]}
      onSubmit={async (values) => {
        const chosen = (values['roles'] ?? '').split(',').filter(Boolean);
        await request({ type: 'setOperatorRoles', parameters: { operatorID, roles: chosen }, reason: values.reason });
      }}
    />
  );
}

function OperatorKeyLine({ operatorKey }: { operatorKey: Key }): ReactNode {
  const { keys, common, merchants, signIn, administration } = useTexts();
  const { keyID, name, roles, createdAt, expiresAt, revokedAt } = operatorKey;
  return (
    <>
      <div className="card-main">
        <p className="card-title">
          {`${name} `}
          {revokedAt !== undefined && <Status status="blocked" text={merchants.revoked} />}
        </p>
        <p className="card-facts">
          <code>{keyID}</code>
          <span>{roles ? `${administration.roles}: ${rolesText(roles, signIn)}` : administration.allRoles}</span>
          <Dated text={common.created} at={createdAt} />
          {expiresAt === undefined ? <span>{keys.forever}</span> : <Dated text={keys.expires} at={expiresAt} />}
        </p>
      </div>
      {revokedAt === undefined && (
        <ReasonButton
          {...{ text: keys.revoke, title: `${keys.revoke}: ${name}`, className: 'small-button', isDangerous: true }}
          {...{ help: administration.revokeHelp, onSubmit: `/operator-keys/${encodeURIComponent(keyID)}/revoke` }}
        />
      )}
    </>
  );
}

/** Where the operator is signed in to the console. */
function OperatorSessions({ operatorID }: { operatorID: string }): ReactNode {
  const { administration, own } = useTexts();
  const path = `/operators/${encodeURIComponent(operatorID)}/sessions`;
  const query = useOperators<Schemas['OperatorSessions']>(path);
  const sessions = query.data?.sessions;
  return (
    <section>
      <div className="section-title">
        <h2>{administration.sessions}</h2>
        {sessions && sessions.length > 0 && <EndSessions path={`${path}/end`} text={administration.endSessions} />}
      </div>
      <QueryState query={query} rows={1} />
      {sessions?.length === 0 && <p className="help">{administration.noSessions}</p>}
      <ul className="lines">
        {sessions?.map(({ sessionID, ...session }) => (
          <li key={sessionID}>
            <SessionPlace {...session} />
            <EndSessions
              path={`${path}/${encodeURIComponent(sessionID)}/end`}
              text={own.sessions.end}
              name={session.address}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EndSessions({ path, text, name }: { path: string; text: string; name?: string }): ReactNode {
  const { administration } = useTexts();
  const title = name === undefined ? text : `${text}: ${name}`;
  const help = administration.endSessionsHelp;
  return <ReasonButton {...{ text, title, help, className: 'small-button', isDangerous: true, onSubmit: path }} />;
}

const INVITATIONS = ['createOperator', 'inviteOperator'];

/** Offers the own code of the newest invitation to the administrator who requested or approved it. */
function InvitationCodes(props: { commands: readonly FollowedCommand[]; ownID: string | undefined }): ReactNode {
  const { administration } = useTexts();
  const invitation = props.commands
    .filter(({ type, state }) => INVITATIONS.includes(type) && state === 'Succeeded')
    .toSorted((one, other) => other.requestedAt.localeCompare(one.requestedAt))[0];
  const people = [invitation?.requestedBy, invitation?.decidedBy];
  if (!invitation || !people.some((person) => person?.operatorID === props.ownID)) return null;
  const send = async (): Promise<string> => {
    const path = `/invitations/${encodeURIComponent(invitation.id)}/code`;
    return (await callOperators<Schemas['InvitationCode']>(path, { method: 'POST', body: {} })).code;
  };
  return (
    <div className="notice waiting">
      <p>{administration.codeHelp}</p>
      <div className="row-actions">
        <DialogButton text={administration.takeCode}>
          {(onClose) => (
            <KeyDialog {...{ title: administration.takeCode, submit: administration.takeCode, send, onClose }}>
              <p className="help">{administration.takeCodeHelp}</p>
            </KeyDialog>
          )}
        </DialogButton>
      </div>
    </div>
  );
}
