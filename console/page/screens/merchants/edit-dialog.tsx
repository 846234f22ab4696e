import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, callOperators } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Differences } from '../../parts/differences';
import { Window } from '../../parts/dialog';
import { ErrorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { buildChanges, listFields, type FieldChange } from './entity-fields';
import type { Entity } from './merchants';

interface EditDialogProps {
  type: 'party' | 'shop' | 'contract';
  entity: Entity;
  onClose: () => void;
}

const PATHS = { party: '/parties', shop: '/shops', contract: '/contracts' } as const;
const MAX_REASON_LENGTH = 200;
const CONFLICT = 412;

/** Two steps: the fields, then what changes with a reason. The version that was read guards against a lost change. */
export function EditDialog({ type, entity, onClose }: EditDialogProps): ReactNode {
  const { merchants } = useTexts();
  // What was read when the dialog opened, although the page refreshes below it.
  const [read] = useState(entity);
  const [fields] = useState(() => listFields(read.value));
  const [texts, setTexts] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ path, text }) => [path, text])),
  );
  const [changes, setChanges] = useState<FieldChange[]>();
  const [wrong, setWrong] = useState<string[]>([]);
  const review = (event: FormEvent): void => {
    event.preventDefault();
    const built = buildChanges(fields, texts);
    setWrong(built.wrong);
    if (built.wrong.length === 0) setChanges(built.changes);
  };
  return (
    <Window title={merchants.editTitle(read.id)} onClose={onClose}>
      {changes ? (
        <Review
          {...{ changes, onClose }}
          path={`${PATHS[type]}/${encodeURIComponent(read.id)}`}
          version={read.version}
          onBack={() => setChanges(undefined)}
        />
      ) : (
        <form className="fields" onSubmit={review}>
          {fields.map(({ path, isText }) => (
            <label className="field" key={path}>
              <span className="mono">{path}</span>
              {isText ? (
                <input
                  value={texts[path]}
                  onChange={({ target }) => setTexts({ ...texts, [path]: target.value })}
                  autoComplete="off"
                />
              ) : (
                <textarea
                  rows={(texts[path] ?? '').split('\n').length}
                  value={texts[path]}
                  aria-invalid={wrong.includes(path)}
                  onChange={({ target }) => setTexts({ ...texts, [path]: target.value })}
                />
              )}
              {wrong.includes(path) && <span className="field-error">{merchants.wrongJson}</span>}
            </label>
          ))}
          <EditActions onClose={onClose} label={merchants.review} />
        </form>
      )}
    </Window>
  );
}

function EditActions({ onClose, label }: { onClose: () => void; label: string }): ReactNode {
  const { common } = useTexts();
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onClose}>
        {common.cancel}
      </button>
      <button type="submit" className="button primary">
        {label}
      </button>
    </div>
  );
}

interface ReviewProps {
  changes: FieldChange[];
  path: string;
  version: number;
  onBack: () => void;
  onClose: () => void;
}

function Review(props: ReviewProps): ReactNode {
  const { merchants } = useTexts();
  if (props.changes.length > 0) return <ReviewForm {...props} />;
  return (
    <>
      <p>{merchants.noChanges}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={props.onBack}>
          {merchants.edit}
        </button>
      </div>
    </>
  );
}

/** Saves the changes of the version that was read. */
function useSave({ changes, path, version, onClose }: ReviewProps) {
  const { merchants } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [error, setError] = useState<unknown>();
  const save = async (reason: string): Promise<void> => {
    setError(undefined);
    const merged = changes.reduce<Record<string, unknown>>((patch, change) => setAt(patch, change), {});
    try {
      await callOperators(path, { method: 'PATCH', ifMatch: version, body: { changes: merged, reason } });
      announce(merchants.saved);
      onClose();
    } catch (failure) {
      setError(failure);
    }
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
  return { error, save, isConflict: error instanceof ApiFailure && error.status === CONFLICT };
}

function ReviewForm(props: ReviewProps): ReactNode {
  const { changes, onBack, onClose } = props;
  const { merchants, common } = useTexts();
  const [reason, setReason] = useState('');
  const { error, save, isConflict } = useSave(props);
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void save(reason.trim());
      }}
    >
      <Differences
        caption={merchants.review}
        rows={changes.map(({ path: names, before, after }) => ({ name: names.join('.'), before, after }))}
      />
      <label className="field">
        {common.reason}
        <textarea
          rows={2}
          value={reason}
          required
          maxLength={MAX_REASON_LENGTH}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      {error !== undefined && (
        <div className="notice danger" role="alert">
          {isConflict ? <p>{merchants.conflict}</p> : <ErrorText error={error} />}
        </div>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={isConflict ? onClose : onBack}>
          {isConflict ? common.close : merchants.edit}
        </button>
        <button type="submit" className="button primary" disabled={reason.trim() === '' || isConflict}>
          {merchants.save}
        </button>
      </div>
    </form>
  );
}

/** Adds one change to a JSON Merge Patch. */
function setAt(patch: Record<string, unknown>, { path, value }: FieldChange): Record<string, unknown> {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...patch, [name]: value };
  const inner = (patch[name] ?? {}) as Record<string, unknown>;
  return { ...patch, [name]: setAt(inner, { path: rest, value, before: '', after: '' }) };
}
