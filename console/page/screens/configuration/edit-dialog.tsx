import '../../styles/onboarding.css';
import { useState, type ReactNode } from 'react';
import { MOMENT_FORMATS, parseMoment } from '../../../../ui/date-text';
import { ApiFailure, type Schemas } from '../../api/client';
import { Differences } from '../../parts/differences';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { Loading } from '../../parts/states';
import { configurationTexts as texts } from '../../texts/configuration';
import { language, useTexts } from '../../texts/texts';
import type { FieldSpec } from '../../forms/field-spec';
import { placeProblems } from '../../forms/field-words';
import { FormProblems, useProblemFocus, type FormState, type References } from '../../forms/form-field';
import { FormFields } from '../../forms/form-fields';
import { useReferences } from './references';
import { Review, tryOrder, type TriedOrder } from './review';
import { listDifferences } from './shown-changes';
import { LISTS, listFields, type FormType } from './specs';
import { buildValue, comparePatch, readValues, setValue, type Values } from '../../forms/values';

type Entity = Schemas['ConfiguredEntity'];

interface EditDialogProps {
  type: FormType;
  /** The entity to change; a new one without. */
  entity?: Entity;
  onClose: () => void;
}

const NEW: Entity = { id: '', version: 0, value: {} };
/** Where terms of a shop may be planned for later. */
const VALID_FROM = '/validFrom';

/** Two steps: the fields, then what changes, what yesterday's payments would have done, and a reason. */
export function EditDialog({ type, entity = NEW, onClose }: EditDialogProps): ReactNode {
  const { merchants } = useTexts();
  const references = useReferences(type, entity);
  return (
    <Window
      title={entity.id === '' ? merchants.create : merchants.editTitle(entity.id)}
      isDismissable={false}
      onClose={onClose}
    >
      {references ? <Steps {...{ type, entity, references, onClose }} /> : <Loading rows={8} />}
    </Window>
  );
}

interface StepsProps extends Required<EditDialogProps> {
  references: References;
}

function Steps({ type, entity, references, onClose }: StepsProps): ReactNode {
  const { merchants, errors } = useTexts();
  // What was read when the dialog opened, although the page refreshes below it.
  const [read] = useState(entity);
  const fields = fieldsOf(type, read);
  const [initial] = useState<Values>(() => readValues(fields, read.value));
  const [values, setValues] = useState<Values>(initial);
  const [problems, setProblems] = useState<FormState['problems']>({});
  const [order, setOrder] = useState<TriedOrder & { values: Values }>();
  const [isUnchanged, setUnchanged] = useState(false);
  const set = (name: string, text: string): void => setValues((before) => setValue(fields, before, [name, text]));
  const review = async (): Promise<void> => {
    const after = buildValue(fields, read.value, { values, initial });
    const changes = comparePatch(read.value, after);
    const hasNone = Object.keys(changes).length === 0;
    setUnchanged(hasNone);
    setProblems({});
    if (hasNone) return;
    const from = (values[VALID_FROM] ?? '').trim();
    const validFrom = from === '' ? undefined : parseMoment(from);
    if (from !== '' && validFrom === undefined) {
      setProblems({ [VALID_FROM]: texts.wrongMoment(MOMENT_FORMATS[language]) });
      return;
    }
    const next = orderOf(type, read, { value: after, changes, validFrom });
    try {
      // The API validates the whole before anything is shown.
      await tryOrder(next.dryRun);
      // Numbers as the page writes them, not as they were typed.
      setOrder({ ...next, values: readValues(fields, after) });
    } catch (failure) {
      if (!(failure instanceof ApiFailure && failure.problems.length > 0)) throw failure;
      setProblems(placeProblems(failure.problems, { fields, values, errors }));
    }
  };
  if (order) {
    return (
      <Review {...{ order, onClose }} back={merchants.edit} onBack={() => setOrder(undefined)}>
        <Differences caption={merchants.review} rows={listDifferences(fields, initial, order.values)} />
      </Review>
    );
  }
  return (
    <EntityForm {...{ fields, references, onClose }} state={{ values, problems, set }} onReview={review}>
      {type === 'shop' && (
        <FormFields fields={[{ name: VALID_FROM, kind: 'moment' }]} state={{ values, problems, set }} references={{}} />
      )}
      <p role="status" className="help">
        {isUnchanged && merchants.noChanges}
      </p>
    </EntityForm>
  );
}

/** A new entity has an id; otherwise ids never change, and blocks are changed by commands. */
function fieldsOf(type: FormType, { id, value }: Entity): readonly FieldSpec[] {
  const fields = listFields(type, value);
  if (id !== '') return fields;
  return [{ name: 'id', kind: type === 'walletProvider' ? 'text' : 'integer', isRequired: true }, ...fields];
}

interface Changed {
  value: Schemas['ConfigurationFields'];
  changes: Schemas['ConfigurationFields'];
  validFrom: string | undefined;
}

function orderOf(type: FormType, { id, version }: Entity, changed: Changed): TriedOrder {
  const { value, changes, validFrom } = changed;
  const list = `/configuration/${LISTS[type]}`;
  if (id === '') {
    const dryRun = { type: 'createConfiguration', parameters: { type, value } } as const;
    return { dryRun, path: list, call: { method: 'POST', body: { value } } };
  }
  const body = { changes, ...(validFrom !== undefined && { validFrom }) };
  return {
    dryRun: { type: 'changeConfiguration', parameters: { type, id, version, ...body } },
    path: `${list}/${encodeURIComponent(id)}`,
    call: { method: 'PATCH', ifMatch: version, body },
  };
}

interface EntityFormProps {
  fields: readonly FieldSpec[];
  references: References;
  state: FormState;
  onReview: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

function EntityForm({ fields, references, state, onReview, onClose, children }: EntityFormProps): ReactNode {
  const { merchants } = useTexts();
  const place = useProblemFocus<HTMLDivElement>(state.problems);
  return (
    <DialogForm submit={merchants.review} onSubmit={onReview} onCancel={onClose}>
      <div ref={place}>
        <FormFields {...{ fields, state, references }} />
      </div>
      {children}
      <FormProblems problems={state.problems} />
    </DialogForm>
  );
}
