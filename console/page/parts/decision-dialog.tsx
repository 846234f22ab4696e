import { lazy, Suspense, type ReactNode } from 'react';
import type { DecisionDialogProps } from './decision';

const DecisionForm = lazy(() => import('./dialog').then((module) => ({ default: module.DecisionForm })));

/** The dialog's code is loaded when it opens. */
export function DecisionDialog(props: DecisionDialogProps): ReactNode {
  return (
    <Suspense>
      <DecisionForm {...props} />
    </Suspense>
  );
}
