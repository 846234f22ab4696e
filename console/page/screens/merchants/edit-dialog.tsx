import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiFailure, callOperators } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { isCommand } from '../../parts/commands';
import { Differences } from '../../parts/changes';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { Alert } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { buildChanges, listFields, type FieldChange } from './entity-fields';
import type { Entity } from './merchants';

interface EditDialogProps {
  type: 'party' | 'shop' | 'contract';
  entity: Entity;
  onClose: () => void;
}

const PATHS = { party: 'parties', shop: 'shops', contract: 'contracts' } as const;
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
  const review = (): void => {
    const built = buildChanges(fields, texts);
    setWrong(built.wrong);
    if (built.wrong.length === 0) setChanges(built.changes);
  };
  return (
    <Window title={merchants.editTitle(read.id)} onClose={onClose}>
      {changes ? (
        <Review
          {...{ changes, onClose }}
          path={`/configuration/${PATHS[type]}/${encodeURIComponent(read.id)}`}
          version={read.version}
          onBack={() => setChanges(undefined)}
        />
      ) : (
        <DialogForm submit={merchants.review} onSubmit={review} onCancel={onClose}>
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
        </DialogForm>
      )}
    </Window>
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
function ReviewForm({ changes, path, version, onBack, onClose }: ReviewProps): ReactNode {
  const { merchants, common } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [reason, setReason] = useState('');
  const [isConflict, setConflict] = useState(false);
  const save = async (): Promise<void> => {
    const merged = changes.reduce<Record<string, unknown>>((patch, change) => setAt(patch, change), {});
    try {
      const body = { changes: merged, reason: reason.trim() };
      const answer = await callOperators<object>(path, { method: 'PATCH', ifMatch: version, body });
      announce(isCommand(answer) ? merchants.waits : merchants.saved);
      onClose();
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.status === CONFLICT)) throw failure;
      setConflict(true);
    } finally {
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    }
  };
  return (
    <DialogForm
      submit={merchants.save}
      isDisabled={reason.trim() === '' || isConflict}
      cancel={isConflict ? common.close : merchants.edit}
      onSubmit={save}
      onCancel={isConflict ? onClose : onBack}
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
      <p className="help">{merchants.secondPerson}</p>
      <Alert text={isConflict ? merchants.conflict : undefined} />
    </DialogForm>
  );
}

/** Adds one change to a JSON Merge Patch. */
function setAt(patch: Record<string, unknown>, { path, value }: FieldChange): Record<string, unknown> {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...patch, [name]: value };
  const inner = (patch[name] ?? {}) as Record<string, unknown>;
  return { ...patch, [name]: setAt(inner, { path: rest, value, before: '', after: '' }) };
}
