import { lazy, Suspense, type ReactNode } from 'react';
import { Loading } from '../parts/states';
import { useSession } from '../session/session';

const Webhooks = lazy(() => import('./webhooks/webhooks').then((module) => ({ default: module.Webhooks })));
const OwnWebhooks = lazy(() => import('./own/webhooks').then((module) => ({ default: module.OwnWebhooks })));

/** Operators see webhooks of any party, a merchant its own. */
export function WebhooksOf(): ReactNode {
  const { person } = useSession();
  return <Suspense fallback={<Loading />}>{person.kind === 'operator' ? <Webhooks /> : <OwnWebhooks />}</Suspense>;
}
