import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

const TABS = ['payments', 'refunds', 'chargebacks', 'withdrawals', 'deposits'] as const;

/** Leads from one list to the others. */
export function ListTabs(): ReactNode {
  const { lists } = useTexts();
  const { person } = useSession();
  // The merchants' API lists chargebacks by payment only.
  const tabs = person.kind === 'operator' ? TABS : TABS.filter((name) => name !== 'chargebacks');
  return (
    <nav className="tabs" aria-label={lists.tabs}>
      <ul>
        {tabs.map((name) => (
          <li key={name}>
            <NavLink to={`/${name}`} end>
              {lists[name]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
