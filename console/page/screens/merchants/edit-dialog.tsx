import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiFailure, callOperators } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
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

// eslint-disable-next-line max-lines-per-function -- one form
function Review({ changes, path, version, onBack, onClose }: ReviewProps): ReactNode {
  const { merchants, common } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>();
  const isConflict = error instanceof ApiFailure && error.status === CONFLICT;
  const save = async (): Promise<void> => {
    setError(undefined);
    const merged = changes.reduce<Record<string, unknown>>((patch, change) => setAt(patch, change), {});
    try {
      const body = { changes: merged, reason: reason.trim() };
      await callOperators(path, { method: 'PATCH', ifMatch: version, body });
      announce(merchants.saved);
      onClose();
    } catch (failure) {
      setError(failure);
    }
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
  if (changes.length === 0) {
    return (
      <>
        <p>{merchants.noChanges}</p>
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onBack}>
            {merchants.edit}
          </button>
        </div>
      </>
    );
  }
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Differences changes={changes} />
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

function Differences({ changes }: { changes: FieldChange[] }): ReactNode {
  const { merchants } = useTexts();
  return (
    <table className="differences">
      <caption className="visually-hidden">{merchants.review}</caption>
      <thead>
        <tr>
          <th scope="col">{merchants.field}</th>
          <th scope="col">{merchants.before}</th>
          <th scope="col">{merchants.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path.join('.')}>
            <th scope="row" className="mono">
              {path.join('.')}
            </th>
            <td>
              <del>{before}</del>
            </td>
            <td>
              <ins>{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Adds one change to a JSON Merge Patch. */
function setAt(patch: Record<string, unknown>, { path, value }: FieldChange): Record<string, unknown> {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...patch, [name]: value };
  const inner = (patch[name] ?? {}) as Record<string, unknown>;
  return { ...patch, [name]: setAt(inner, { path: rest, value, before: '', after: '' }) };
}
