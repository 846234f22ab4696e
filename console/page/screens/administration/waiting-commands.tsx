import type { ReactNode } from 'react';
import { toQuery } from '../../api/client';
import type { FollowedCommand } from '../../parts/commands';
import { useOperated } from '../../parts/read';
import { Loading } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { CommandList } from '../payment/command-list';

/** Requests for what does not exist until a second person approves it. */
export function WaitingCommands({ types }: { types: readonly string[] }): ReactNode {
  const { data, isPending } = useOperated<{ commands: FollowedCommand[] }>(
    `/commands${toQuery({ state: 'AwaitingApproval' })}`,
  );
  const { queue } = useTexts();
  if (isPending) return <Loading rows={1} />;
  const waiting = (data?.commands ?? []).filter(({ type }) => types.includes(type));
  if (waiting.length === 0) return null;
  return (
    <section>
      <h2>{queue.kinds['approvals']}</h2>
      <CommandList commands={waiting} />
    </section>
  );
}
