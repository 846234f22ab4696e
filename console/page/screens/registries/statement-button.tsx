import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDone } from '../../parts/actions';
import { useAnnounce } from '../../parts/announcements';
import { useMayExport, useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { orderRegistry } from './registry-source';
import { Button } from '../../parts/button';

/** Orders the statement of a closed batch and leads to its files. */
export function StatementButton({ batchID, label }: { batchID: string; label: string }): ReactNode {
  const { registries, common } = useTexts();
  const { person } = useSession();
  const done = useDone();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => orderRegistry(person.kind, { kind: 'settlementStatement', ownerID: batchID }),
    onSuccess: async () => {
      await done(registries.ordered);
      navigate('/registries');
    },
    onError: (error) => announce(error.message || common.failed),
  });
  if (!useMayExport()) return null;
  return (
    <Button
      text={registries.statement}
      className="small-button"
      aria-label={label}
      aria-disabled={isPending}
      onPress={() => mutate()}
    />
  );
}
