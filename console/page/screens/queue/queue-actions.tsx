import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { CommandHelp } from '../../parts/changes';
import { CommandChoice } from '../../parts/command-choice';
import { useCommandDecision, type FollowedCommand } from '../../parts/commands';
import { DecisionDialog } from '../../parts/decision-dialog';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { useOwnID } from '../payment/command-list';
import { pathOfFound } from '../search/found-path';
import type { WaitingItem, ChosenQueue } from './work';

interface ActionsProps {
  kind: ChosenQueue;
  item: WaitingItem;
}

/** The decisions that this person may make about an item, and the page that explains it. */
export function QueueActions({ kind, item }: ActionsProps): ReactNode {
  const { queue } = useTexts();
  const { has } = useSession();
  const path = pathOf(kind, item);
  return (
    <div className="row-actions">
      {kind === 'approvals' && <ApprovalActions item={item} />}
      {kind === 'destinations' && has('finance') && <DestinationActions item={item} />}
      {kind === 'chargebacks' && has('finance') && <ChargebackActions item={item} />}
      {kind === 'findings' && has('finance') && <FindingAction item={item} />}
      {path !== undefined && (
        <Link className="button" to={path}>
          {queue.open}
        </Link>
      )}
    </div>
  );
}

function pathOf(kind: ChosenQueue, { id }: WaitingItem): string | undefined {
  const types: Partial<Record<ChosenQueue, string>> = {
    chargebacks: 'chargeback',
    endingHolds: 'payment',
    payouts: 'withdrawal',
    endpoints: 'webhook',
    destinations: 'destination',
  };
  const [workflowType = '', entityID = ''] = id.split('/');
  if (kind === 'workflows') return pathOfFound({ type: workflowType, id: entityID });
  const type = types[kind];
  return type && pathOfFound({ type, id });
}

function ApprovalActions({ item }: { item: WaitingItem }): ReactNode {
  const { queue, payment, commands } = useTexts();
  const { has } = useSession();
  const ownID = useOwnID();
  const [action, setAction] = useState<'approve' | 'reject'>();
  const decide = useCommandDecision();
  const { data: command } = useQuery({
    queryKey: ['command', item.id],
    queryFn: ({ signal }) => callOperators<FollowedCommand>(`/commands/${encodeURIComponent(item.id)}`, { signal }),
  });
  if (!command) return null;
  const path = pathOfFound({ type: command.subjectType, id: command.subjectID });
  const isOwn = command.requestedBy.operatorID === ownID;
  return (
    <>
      {isOwn && <p className="help">{payment.ownWaits}</p>}
      {!isOwn &&
        has(...command.approverRoles) &&
        (['approve', 'reject'] as const).map((name) => (
          <button
            type="button"
            key={name}
            className={`button ${name === 'approve' ? 'primary' : ''}`}
            onClick={() => setAction(name)}
          >
            {queue[name]}
          </button>
        ))}
      {path !== undefined && (
        <Link className="button" to={path}>
          {queue.open}
        </Link>
      )}
      {action && (
        <DecisionDialog
          title={`${queue[action]}: ${commands[command.type] ?? command.type}`}
          help={<CommandHelp command={command} />}
          submit={queue[action]}
          isDangerous={action === 'reject'}
          onClose={() => setAction(undefined)}
          onSubmit={({ reason }) => decide({ commandID: item.id, action, reason })}
        />
      )}
    </>
  );
}

function DestinationActions({ item }: { item: WaitingItem }): ReactNode {
  const { queue } = useTexts();
  const choices = [
    { type: 'approveDestination', label: queue.approve },
    { type: 'rejectDestination', label: queue.reject, isDangerous: true },
  ];
  return <CommandChoice choices={choices} parameters={{ destinationID: item.id }} />;
}

function ChargebackActions({ item }: { item: WaitingItem }): ReactNode {
  const { queue } = useTexts();
  const [invoiceID = '', paymentID = '', chargebackID = ''] = item.id.split('.');
  const choices = [
    { type: 'rejectChargeback', label: queue.contest, help: queue.contestHelp },
    { type: 'acceptChargeback', label: queue.accept, help: queue.acceptHelp, isDangerous: true },
  ];
  return <CommandChoice choices={choices} parameters={{ invoiceID, paymentID, chargebackID }} />;
}

function FindingAction({ item }: { item: WaitingItem }): ReactNode {
  const { queue, common } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [isOpen, setOpen] = useState(false);
  const resolve = async (reason: string): Promise<void> => {
    const path = `/reconciliation/findings/${encodeURIComponent(item.id)}/resolve`;
    await callOperators<Schemas['ReconciliationFinding']>(path, { method: 'POST', body: { reason } });
    announce(common.done);
    await client.invalidateQueries({ queryKey: ['queue'] });
  };
  return (
    <>
      <button type="button" className="button primary" onClick={() => setOpen(true)}>
        {queue.resolve}
      </button>
      {isOpen && (
        <DecisionDialog
          title={queue.resolve}
          help={queue.resolveHelp}
          submit={queue.resolve}
          onClose={() => setOpen(false)}
          onSubmit={({ reason }) => resolve(reason)}
        />
      )}
    </>
  );
}
