import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiFailure, callOperators, type ConsoleCall, type Schemas } from '../../api/client';
import { useRefresh } from '../../parts/actions';
import { useAnnounce } from '../../parts/announcements';
import { DryRunSums } from '../../parts/changes';
import { isCommand } from '../../parts/commands';
import { ReasonField } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { Alert, QueryState } from '../../parts/states';
import { configurationTexts as texts } from '../../texts/configuration';
import { useTexts } from '../../texts/texts';

const CONFLICT = 412;

/** A change that is tried on yesterday's payments before it is saved. */
export interface TriedOrder {
  dryRun: Schemas['DryRunParams'];
  path: string;
  call: ConsoleCall;
}

export const tryOrder = (dryRun: Schemas['DryRunParams'], signal?: AbortSignal): Promise<Schemas['DryRunResult']> =>
  callOperators('/reference/dry-run', { method: 'POST', body: dryRun, signal });

interface ReviewProps {
  order: TriedOrder;
  /** The label of the button that leads back. */
  back: string;
  onBack: () => void;
  onClose: () => void;
  /** What changes. */
  children: ReactNode;
}

/** Shows what a change does to yesterday's payments, and saves it with a reason. */
export function Review({ order, back, onBack, onClose, children }: ReviewProps): ReactNode {
  const { merchants, common } = useTexts();
  const refresh = useRefresh();
  const announce = useAnnounce();
  const [reason, setReason] = useState('');
  const [isConflict, setConflict] = useState(false);
  const tried = useQuery({
    queryKey: ['dry-run', JSON.stringify(order.dryRun)],
    queryFn: ({ signal }) => tryOrder(order.dryRun, signal),
  });
  const save = async (): Promise<void> => {
    try {
      const body = { ...order.call.body, reason: reason.trim() };
      const answer = await callOperators<object>(order.path, { ...order.call, body });
      announce(isCommand(answer) ? merchants.waits : merchants.saved);
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.status === CONFLICT)) throw failure;
      setConflict(true);
    } finally {
      await refresh();
    }
  };
  return (
    <DialogForm
      submit={merchants.save}
      isDisabled={reason.trim() === '' || isConflict || !tried.data}
      cancel={isConflict ? common.close : back}
      onSubmit={save}
      onCancel={isConflict ? onClose : onBack}
    >
      {children}
      <QueryState query={tried} rows={2} />
      {tried.data?.payments === 0 && <p className="help">{texts.nothingPaid}</p>}
      {tried.data && tried.data.payments > 0 && <DryRunSums result={tried.data} />}
      <ReasonField value={reason} onChange={setReason} />
      <p className="help">{merchants.secondPerson}</p>
      <Alert text={isConflict ? merchants.conflict : undefined} />
    </DialogForm>
  );
}
