import type { ReactNode } from 'react';
import { PageTitle } from '../../parts/pieces';
import { Tabs } from '../../parts/tabs';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

const TABS = ['operators', 'limits', 'accounts', 'reconciliation', 'erasures'] as const;
const ADMINISTRATOR_TABS: readonly string[] = ['operators', 'erasures'];

interface AdministrationScreenProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of the administration, which leads to the others; each part is shown when it and those above it are loaded. */
export function AdministrationScreen({ title, actions, children }: AdministrationScreenProps): ReactNode {
  const { administration, nav } = useTexts();
  const { has } = useSession();
  const tabs = TABS.filter((name) => has('administrator') || !ADMINISTRATOR_TABS.includes(name));
  return (
    <>
      <PageTitle title={title}>{Boolean(actions) && <div className="row-actions">{actions}</div>}</PageTitle>
      <Tabs
        label={nav.administration}
        tabs={tabs.map((name) => [`/administration/${name}`, administration.tabs[name]] as const)}
      />
      <div className="together in-turn">{children}</div>
    </>
  );
}
