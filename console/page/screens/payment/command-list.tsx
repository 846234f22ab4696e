import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { CommandHelp } from '../../parts/changes';
import { useCommandDecision, type FollowedCommand } from '../../parts/commands';
import { DecisionDialog } from '../../parts/decision-dialog';
import { Moment, Money, Status } from '../../parts/pieces';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

/** The person of this session, by id: two people may have one name. */
export function useOwnID(): string | undefined {
  const { data } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => callOperators<Schemas['CurrentOperator']>('/me', { signal }),
    staleTime: Infinity,
  });
  return data?.operatorID;
}

/** Decisions about one object: those that wait come first, with the buttons of the second person. */
export function CommandList({ commands }: { commands: FollowedCommand[] }): ReactNode {
  const { payment } = useTexts();
  const waiting = commands.filter(({ state }) => state === 'AwaitingApproval');
  const others = commands.filter(({ state }) => state !== 'AwaitingApproval');
  return (
    <>
      {waiting.map((command) => (
        <WaitingCommand key={command.id} command={command} />
      ))}
      {others.length > 0 && (
        <section>
          <h2>{payment.commands}</h2>
          <ul className="lines">
            {others.map((command) => (
              <CommandLine key={command.id} command={command} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function CommandLine({ command }: { command: FollowedCommand }): ReactNode {
  const { commands } = useTexts();
  const { type, amount, currency, state, requestedBy, decidedBy, requestedAt, reason, failure } = command;
  return (
    <li>
      <strong>{commands[type] ?? type}</strong>
      {amount !== undefined && currency !== undefined && <Money {...{ amount, currency }} />}
      <Status status={state} />
      <span>{[requestedBy.name, decidedBy?.name].filter(Boolean).join(' → ')}</span>
      <Moment at={requestedAt} />
      <span>{[reason, failure].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function WaitingCommand({ command }: { command: FollowedCommand }): ReactNode {
  const { payment, commands, signIn } = useTexts();
  const { has } = useSession();
  const ownID = useOwnID();
  const [action, setAction] = useState<'approve' | 'reject'>();
  const decide = useCommandDecision();
  const { id, type, amount, currency, requestedBy, approverRoles } = command;
  const isOwn = requestedBy.operatorID === ownID;
  const roles = approverRoles.map((role) => signIn.role[role] ?? role).join(', ');
  return (
    <section className="notice waiting">
      <p>
        {payment.waits(requestedBy.name, commands[type] ?? type)}{' '}
        {amount !== undefined && currency !== undefined && <Money {...{ amount, currency }} />}
      </p>
      <div className="help">
        <CommandHelp command={command} />
      </div>
      {isOwn && <p className="help">{payment.ownWaits}</p>}
      <p className="help">{payment.waitsRoles(roles)}</p>
      {!isOwn && has(...approverRoles) && (
        <div className="row-actions">
          <button type="button" className="button primary" onClick={() => setAction('approve')}>
            {payment.approve}
          </button>
          <button type="button" className="button" onClick={() => setAction('reject')}>
            {payment.reject}
          </button>
        </div>
      )}
      {action && (
        <DecisionDialog
          title={`${payment[action]}: ${commands[type] ?? type}`}
          submit={payment[action]}
          isDangerous={action === 'reject'}
          onClose={() => setAction(undefined)}
          onSubmit={(decision) => decide({ commandID: id, action, reason: decision.reason })}
        />
      )}
    </section>
  );
}
