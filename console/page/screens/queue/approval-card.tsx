import type { ReactNode } from 'react';
import { CommandHelp } from '../../parts/changes';
import type { FollowedCommand } from '../../parts/commands';
import { useOperators } from '../../parts/read';
import { useTexts } from '../../texts/texts';
import { ApprovalButtons } from '../payment/command-list';
import { pathOfFound } from '../search/found-path';
import type { WaitingItem } from './work';
import { ButtonLink } from '../../parts/links';

/** What a second person decides about: the reason, before and after, and who may decide. */
export function ApprovalCard({ item, onOpen }: { item: WaitingItem; onOpen: () => void }): ReactNode {
  const { queue, payment, signIn } = useTexts();
  const { data: command } = useOperators<FollowedCommand>(`/commands/${encodeURIComponent(item.id)}`);
  if (!command) return null;
  const path = pathOfFound({ type: command.subjectType, id: command.subjectID });
  const roles = command.approverRoles.map((role) => signIn.role[role] ?? role).join(', ');
  return (
    <>
      <div className="card-main">
        <CommandHelp command={command} />
        <p className="help">{payment.waitsRoles(roles)}</p>
      </div>
      <div className="row-actions">
        <ApprovalButtons command={command} help={<CommandHelp command={command} />} />
        {path !== undefined && <ButtonLink to={path} onClick={onOpen} text={queue.open} />}
      </div>
    </>
  );
}
