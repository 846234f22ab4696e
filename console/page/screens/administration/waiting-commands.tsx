import type { ReactNode } from 'react';
import { callOperators, toQuery } from '../../api/client';
import type { FollowedCommand } from '../../parts/commands';
import { useRead } from '../../parts/read';
import { Loading } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { CommandList } from '../payment/command-list';

/** Requests for what does not exist until a second person approves it. */
export function WaitingCommands({ types }: { types: readonly string[] }): ReactNode {
  const { data, isPending } = useRead<{ commands: FollowedCommand[] }>(['commands', 'waiting'], async (signal) =>
    callOperators(`/commands${toQuery({ state: 'AwaitingApproval' })}`, { signal }),
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
