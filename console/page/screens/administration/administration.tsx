import type { ReactNode } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import { useSession } from '../../session/session';
import { NotFound } from '../not-found';
import { Accounts } from './accounts';
import { ErasureScreen } from './erasure';
import { Erasures } from './erasures';
import { FindingScreen } from './finding';
import { Limits } from './limits';
import { OperatorScreen } from './operator';
import { Operators } from './operators';
import { Reconciliation } from './reconciliation';

const SCREENS = [
  { path: 'limits', element: <Limits /> },
  { path: 'accounts', element: <Accounts /> },
  { path: 'reconciliation', element: <Reconciliation /> },
  { path: 'reconciliation/:findingID', element: <FindingScreen /> },
];
const ADMINISTRATOR_SCREENS = [
  { path: 'operators', element: <Operators /> },
  { path: 'operators/:operatorID', element: <OperatorScreen /> },
  { path: 'erasures', element: <Erasures /> },
  { path: 'erasures/:erasureID', element: <ErasureScreen /> },
];

/** What administrators, finance and configuration look after, in one route, because each route costs bytes of the first paint. */
export function Administration(): ReactNode {
  const { person, has } = useSession();
  const isAdministrator = has('administrator');
  return useRoutes([
    { index: true, element: <Navigate to={isAdministrator ? 'operators' : 'limits'} replace /> },
    ...(person.kind === 'operator' ? SCREENS : []),
    ...(isAdministrator ? ADMINISTRATOR_SCREENS : []),
    { path: '*', element: <NotFound /> },
  ]);
}
