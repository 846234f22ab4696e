import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { ReasonButton } from '../../parts/actions';
import { Button } from '../../parts/button';
import { DialogButton } from '../../parts/lazy-dialog';
import { Dated, Status } from '../../parts/pieces';
import { useOperated, useOperators } from '../../parts/read';
import { Empty, ErrorText, QueryState } from '../../parts/states';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { CreateAccount, RotateAccount } from './account-dialogs';
import { AdministrationScreen } from './administration-screen';
import { useAccountChange } from './use-account-change';
import { WaitingCommands } from './waiting-commands';
import { ButtonLink } from '../../parts/links';

type Account = Schemas['ConnectorAccountState'];

const COMMANDS = [
  ...['createConnectorAccount', 'rotateConnectorAccount', 'disableConnectorAccount', 'enableConnectorAccount'],
];

/** The accounts with acquirers, without their credentials, which the API never returns. */
export function Accounts(): ReactNode {
  const { administration } = useTexts();
  const { has } = useSession();
  const query = useOperated<Schemas['ConnectorAccountList']>('/connector-accounts');
  const kinds = useOperators<Schemas['ConnectorKindList']>('/connector-kinds', {
    staleTime: Infinity,
  });
  const all = kinds.data?.kinds ?? [];
  const accounts = kinds.data && query.data?.accounts;
  const create = has('configuration') && (
    <DialogButton text={administration.createAccount} className="button primary" isDisabled={all.length === 0}>
      {(onClose) => <CreateAccount {...{ kinds: all, onClose }} />}
    </DialogButton>
  );
  return (
    <AdministrationScreen title={administration.tabs.accounts} actions={create}>
      <WaitingCommands types={COMMANDS} />
      <QueryState query={query} rows={8} isIncomplete={!accounts} />
      {accounts?.length === 0 && <Empty title={administration.noAccounts} help={administration.noAccountsHelp} />}
      <ul className="cards list-below">
        {accounts?.map((account) => (
          <li key={account.id} className="card">
            <AccountCard account={account} kind={all.find(({ name }) => name === account.connector)} />
          </li>
        ))}
      </ul>
    </AdministrationScreen>
  );
}

interface AccountProps {
  account: Account;
  kind: Schemas['ConnectorKindDescription'] | undefined;
}

function AccountCard({ account, kind }: AccountProps): ReactNode {
  const { administration, common, merchants } = useTexts();
  const { id, name, connector, realm, isEnabled, settings, createdAt, credentialsAt } = account;
  return (
    <>
      <div className="card-main">
        <p className="card-title">
          {`${name} `}
          <Status status={isEnabled ? 'active' : 'blocked'} text={isEnabled ? merchants.active : merchants.disabled} />
        </p>
        <p className="card-facts">
          <code>{id}</code>
          <span>{kind?.label ?? connector}</span>
          <span>{merchants[realm]}</span>
          <Dated text={common.created} at={createdAt} />
          <Dated text={administration.credentialsAt} at={credentialsAt} />
        </p>
        {Object.keys(settings).length > 0 && (
          <details>
            <summary>{merchants.settings}</summary>
            <pre className="value">{JSON.stringify(settings, null, 2)}</pre>
          </details>
        )}
      </div>
      <AccountActions {...{ account, kind }} />
    </>
  );
}

function AccountActions({ account, kind }: AccountProps): ReactNode {
  const { administration, merchants } = useTexts();
  const { has } = useSession();
  const change = useAccountChange();
  const { id, isEnabled } = account;
  const action = isEnabled ? 'disable' : 'enable';
  return (
    <div className="row-actions">
      {has('configuration') && (
        <>
          <TestCall id={id} />
          {kind && (
            <DialogButton text={administration.rotate} label={`${administration.rotate}: ${id}`}>
              {(onClose) => <RotateAccount {...{ account, kind, onClose }} />}
            </DialogButton>
          )}
          <ReasonButton
            {...{ text: administration[action], title: `${administration[action]}: ${id}`, isDangerous: isEnabled }}
            help={administration.switchHelp[action]}
            onSubmit={async (reason) => change(`/connector-accounts/${encodeURIComponent(id)}/${action}`, { reason })}
          />
        </>
      )}
      <ButtonLink
        to={`/audit${toQuery({ subjectType: 'connectorAccount', subjectID: id })}`}
        text={merchants.history}
        subject={id}
      />
    </div>
  );
}

/** Sends the harmless request of the account's kind and shows what the acquirer answered. */
function TestCall({ id }: { id: string }): ReactNode {
  const { administration, checks } = useTexts();
  const path = `/connector-accounts/${encodeURIComponent(id)}/test`;
  const call = useMutation({
    mutationFn: () => callOperators<Schemas['AccountTest']>(path, { method: 'POST', body: {} }),
  });
  const { data, isPending, error } = call;
  return (
    <>
      <Button
        text={administration.testCall}
        aria-label={`${administration.testCall}: ${id}`}
        disabled={isPending}
        onPress={() => call.mutate()}
      />
      <span role="status">
        {isPending && administration.testing}
        {!isPending &&
          data &&
          (data.outcome === 'answered'
            ? checks.accountAnswers(data.milliseconds)
            : checks.accountFailures[data.outcome])}
        {error && <ErrorText error={error} />}
      </span>
    </>
  );
}
