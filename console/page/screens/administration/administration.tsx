import type { ReactNode } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import { useSession } from '../../session/session';
import { NotFound } from '../not-found';
import { Limits } from './limits';
import { OperatorScreen } from './operator';
import { Operators } from './operators';

const SCREENS = [
  { path: 'limits', element: <Limits /> },
];
const ADMINISTRATOR_SCREENS = [
  { path: 'operators', element: <Operators /> },
  { path: 'operators/:operatorID', element: <OperatorScreen /> },
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
