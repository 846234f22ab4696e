import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Status } from '../../parts/pieces';
import { useRead } from '../../parts/read';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

/** Reads a movement of a wallet: an operator any one, a merchant its own. */
export function useMovement<Movement extends { status: string }>(
  kind: 'deposit' | 'withdrawal',
  id: string,
  readers: Readonly<Record<'operator' | 'merchant', (id: string, signal: AbortSignal) => Promise<Movement>>>,
): UseQueryResult<Movement> {
  const { person } = useSession();
  return useRead([kind, person.kind, id], async (signal) => readers[person.kind](id, signal), {
    isBusy: ({ status }) => status === 'Pending',
  });
}

export function MovementStatus({ status }: { status: string }): ReactNode {
  const { lists } = useTexts();
  return <Status status={status === 'Pending' ? 'pending' : status} text={lists.movementStatuses[status] ?? status} />;
}
