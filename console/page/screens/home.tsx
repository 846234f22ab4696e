import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useSession } from '../session/session';

export function Home(): ReactNode {
  const { person } = useSession();
  return <Navigate to={person.kind === 'operator' ? '/queue' : '/home'} replace />;
}
