import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { CommandHelp } from '../../parts/changes';
import { useCommandDecision, type FollowedCommand } from '../../parts/commands';
import { DecisionDialog, DialogButton } from '../../parts/lazy-dialog';
import { Moment, Money, Status } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { wordFailure } from '../../parts/word-failure';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

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
  const { commands, errors } = useTexts();
  const { type, amount, currency, state, requestedBy, decidedBy, requestedAt, reason } = command;
  return (
    <li>
      <strong>{commands[type] ?? type}</strong>
      <Money {...{ amount, currency }} />
      <Status status={state} />
      <span>{[requestedBy.name, decidedBy?.name].filter(Boolean).join(' → ')}</span>
      <Moment at={requestedAt} />
      <span>{[reason, wordFailure(errors, command)].filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function WaitingCommand({ command }: { command: FollowedCommand }): ReactNode {
  const { payment, commands, signIn } = useTexts();
  const { type, amount, currency, requestedBy, approverRoles } = command;
  const roles = approverRoles.map((role) => signIn.role[role] ?? role).join(', ');
  return (
    <section className="notice waiting">
      <p>
        {payment.waits(requestedBy.name, commands[type] ?? type)} <Money {...{ amount, currency }} />
      </p>
      <div className="help">
        <CommandHelp command={command} />
      </div>
      <p className="help">{payment.waitsRoles(roles)}</p>
      <div className="row-actions">
        <ApprovalButtons command={command} />
      </div>
    </section>
  );
}

/** The buttons of the second person, who is not the one that asked. */
export function ApprovalButtons({ command, help }: { command: FollowedCommand; help?: ReactNode }): ReactNode {
  const { payment, commands } = useTexts();
  const { has } = useSession();
  const { data: own } = useOperators<Schemas['CurrentOperator']>('/me', { staleTime: Infinity });
  const decide = useCommandDecision();
  const { id, type, requestedBy, approverRoles } = command;
  // By id, because two people may have one name.
  if (requestedBy.operatorID === own?.operatorID) return <p className="help">{payment.ownWaits}</p>;
  if (!has(...approverRoles)) return null;
  return (['approve', 'reject'] as const).map((action) => (
    <DialogButton key={action} text={payment[action]} className={`button ${action === 'approve' ? 'primary' : ''}`}>
      {(onClose) => (
        <DecisionDialog
          title={`${payment[action]}: ${commands[type] ?? type}`}
          {...{ help, submit: payment[action], isDangerous: action === 'reject', onClose }}
          onSubmit={async ({ reason }) => decide({ commandID: id, action, reason })}
        />
      )}
    </DialogButton>
  ));
}
