import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { Window } from '../../parts/dialog';
import { ErrorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';

type Replay = Schemas['Replay'];

const POLL_MS = 1_000;

/** Counts what a replay of a period would send, sends it, and shows how far it is. */
// eslint-disable-next-line max-lines-per-function -- one form
export function ReplayDialog({ webhookID, onClose }: { webhookID: string; onClose: () => void }): ReactNode {
  const { webhooks, common } = useTexts();
  // One key of each count, so that a retry after a lost answer sends nothing twice.
  const key = useRef('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [counted, setCounted] = useState<Replay>();
  const [replayID, setReplayID] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const order = async (dryRun: boolean): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const range = { ...(from ? { from: toMoment(from) } : {}), ...(to ? { to: toMoment(to) } : {}) };
      const body = { dryRun, ...range, ...(dryRun ? {} : { idempotencyKey: key.current }) };
      const path = `/webhooks/${encodeURIComponent(webhookID)}/replays`;
      const replay = await callOperators<Replay>(path, { method: 'POST', body });
      setCounted(replay);
      if (dryRun) key.current = `console:${crypto.randomUUID()}`;
      if (!dryRun) setReplayID(replay.replayID);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void order(counted === undefined);
  };
  const edit = (set: (text: string) => void) => (text: string) => {
    set(text);
    setCounted(undefined);
  };
  const isSendable = counted !== undefined && counted.messageCount > 0;
  return (
    <Window title={webhooks.replay} onClose={onClose}>
      {replayID !== undefined ? (
        <ReplayProgress replayID={replayID} onClose={onClose} />
      ) : (
        <form className="fields" onSubmit={submit}>
          <MomentField title={common.from} value={from} onChange={edit(setFrom)} />
          <MomentField title={common.to} value={to} onChange={edit(setTo)} />
          <div aria-live="polite">
            {counted && (
              <p className="notice">
                {isSendable ? webhooks.counted(counted.messageCount, counted.subjectCount) : webhooks.nothing}
              </p>
            )}
            {error !== undefined && (
              <div className="notice danger">
                <ErrorText error={error} />
              </div>
            )}
          </div>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {common.cancel}
            </button>
            <button type="submit" className="button primary" disabled={isBusy || (counted && !isSendable)}>
              {counted ? common.send : webhooks.count}
            </button>
          </div>
        </form>
      )}
    </Window>
  );
}

function toMoment(local: string): string {
  return new Date(local).toISOString();
}

interface MomentFieldProps {
  title: string;
  value: string;
  onChange: (value: string) => void;
}

function MomentField({ title, value, onChange }: MomentFieldProps): ReactNode {
  return (
    <label className="field">
      {title}
      <input type="datetime-local" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

function ReplayProgress({ replayID, onClose }: { replayID: string; onClose: () => void }): ReactNode {
  const { webhooks, common } = useTexts();
  const { data, error } = useQuery({
    queryKey: ['replay', replayID],
    queryFn: ({ signal }) =>
      callOperators<Schemas['ReplayState']>(`/replays/${encodeURIComponent(replayID)}`, { signal }),
    refetchInterval: POLL_MS,
  });
  const total = data?.webhooks.reduce((sum, { subjectCount }) => sum + subjectCount, 0) ?? 0;
  const left =
    data?.webhooks.reduce((sum, { plannedCount, underWayCount }) => sum + plannedCount + underWayCount, 0) ?? 0;
  return (
    <div className="fields">
      {error && (
        <div className="notice danger" role="alert">
          <ErrorText error={error} />
        </div>
      )}
      {data && (
        <>
          <progress max={total} value={total - left} aria-label={webhooks.progress} />
          <p role="status">{left === 0 ? common.done : webhooks.left(left, total)}</p>
        </>
      )}
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {common.close}
        </button>
      </div>
    </div>
  );
}
