import type { ReactNode } from 'react';
import { toQuery } from '../../api/client';
import { daysAgo } from '../../parts/days';
import { useMayExport } from '../../session/session';
import { useTexts } from '../../texts/texts';
import type { OrderedKind } from './registry-source';
import { ButtonLink } from '../../parts/links';

interface RegistryLinkProps {
  kind: OrderedKind;
  ownerID: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** Leads to the order of a registry of what is listed; without dates, of the last thirty days. */
export function RegistryLink({ kind, ownerID, from = daysAgo(30), to = daysAgo(0) }: RegistryLinkProps): ReactNode {
  const { registries } = useTexts();
  if (!useMayExport()) return null;
  return <ButtonLink to={`/registries${toQuery({ kind, ownerID, from, to })}`} text={registries.order} />;
}
