import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { DateInput } from '../../../../ui/date-input';
import { callOperators, type Schemas } from '../../api/client';
import { Button } from '../../parts/button';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { ErrorNotice } from '../../parts/states';
import { language, useTexts } from '../../texts/texts';

type Replay = Schemas['Replay'];

const POLL_MS = 1_000;

/** Counts what a replay of a period would send, sends it, and shows how far it is. */
export function ReplayDialog({ webhookID, onClose }: { webhookID: string; onClose: () => void }): ReactNode {
  const { webhooks } = useTexts();
  const [replayID, setReplayID] = useState<string>();
  return (
    <Window title={webhooks.replay} onClose={onClose}>
      {replayID === undefined ? (
        <ReplayForm {...{ webhookID, onClose }} onOrdered={setReplayID} />
      ) : (
        <ReplayProgress replayID={replayID} onClose={onClose} />
      )}
    </Window>
  );
}

interface ReplayFormProps {
  webhookID: string;
  onOrdered: (replayID: string | undefined) => void;
  onClose: () => void;
}

function ReplayForm({ webhookID, onOrdered, onClose }: ReplayFormProps): ReactNode {
  const { webhooks, common } = useTexts();
  // One key of each count, so that a retry after a lost answer sends nothing twice.
  const key = useRef('');
  const [{ from, to }, setRange] = useState({ from: '', to: '' });
  const [counted, setCounted] = useState<Replay>();
  const order = async (): Promise<void> => {
    const dryRun = counted === undefined;
    const period = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
    const path = `/webhooks/${encodeURIComponent(webhookID)}/replays`;
    const body = { dryRun, ...period, ...(dryRun ? {} : { idempotencyKey: key.current }) };
    const replay = await callOperators<Replay>(path, { method: 'POST', body });
    setCounted(replay);
    if (dryRun) key.current = `console:${crypto.randomUUID()}`;
    else onOrdered(replay.replayID);
  };
  const edit = (name: 'from' | 'to') => (text: string) => {
    setRange({ from, to, [name]: text });
    setCounted(undefined);
  };
  const isSendable = counted !== undefined && counted.messageCount > 0;
  return (
    <DialogForm
      submit={counted ? common.send : webhooks.count}
      isDisabled={counted !== undefined && !isSendable}
      onSubmit={order}
      onCancel={onClose}
    >
      {(['from', 'to'] as const).map((name) => (
        <label className="field" key={name}>
          {common[name]}
          <DateInput isMoment language={language} onChange={edit(name)} />
        </label>
      ))}
      <div aria-live="polite">
        {counted && (
          <p className="notice">
            {isSendable ? webhooks.counted(counted.messageCount, counted.subjectCount) : webhooks.nothing}
          </p>
        )}
      </div>
    </DialogForm>
  );
}

function ReplayProgress({ replayID, onClose }: { replayID: string; onClose: () => void }): ReactNode {
  const { webhooks, common } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: ['replay', replayID],
    queryFn: ({ signal }) =>
      callOperators<Schemas['ReplayState']>(`/replays/${encodeURIComponent(replayID)}`, { signal }),
    refetchInterval: POLL_MS,
  });
  const total = data?.webhooks.reduce((sum, { subjectCount }) => sum + subjectCount, 0) ?? 0;
  const [failure, setFailure] = useState<unknown>();
  const isCancelled = data?.webhooks.some((each) => each.isCancelled) ?? false;
  const cancel = async (): Promise<void> => {
    try {
      await callOperators(`/replays/${encodeURIComponent(replayID)}`, { method: 'DELETE' });
    } catch (failure) {
      setFailure(failure);
    }
    await refetch();
  };
  const left =
    data?.webhooks.reduce((sum, { plannedCount, underWayCount }) => sum + plannedCount + underWayCount, 0) ?? 0;
  return (
    <div className="fields">
      <ErrorNotice error={error ?? failure} />
      {data && (
        <>
          <progress max={total} value={total - left} aria-label={webhooks.progress} />
          <p role="status">
            {isCancelled && `${webhooks.cancelled} `}
            {left === 0 ? common.done : webhooks.left(left, total)}
          </p>
        </>
      )}
      <div className="dialog-actions">
        {left > 0 && !isCancelled && <Button text={webhooks.cancelReplay} onPress={cancel} />}
        <Button text={common.close} className="button primary" onPress={onClose} />
      </div>
    </div>
  );
}
