import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

interface TabsProps {
  label: string;
  tabs: readonly (readonly [path: string, text: string])[];
}

/** Leads from one screen to those beside it. */
export function Tabs({ label, tabs }: TabsProps): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map(([path, text]) => (
          <li key={path}>
            <NavLink to={path} end={tabs.some(([other]) => other.startsWith(`${path}/`))}>
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
