import { useId, useRef, useState, type ReactNode } from 'react';
import { ApiFailure } from '../../api/client';
import { useTexts } from '../../texts/texts';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { Field, type FilterField } from '../../parts/filter-form';
import { readField } from '../../parts/read-field';
import { Alert } from '../../parts/states';

export interface DialogField extends FilterField {
  isOptional?: boolean;
  /** Several choices; the value is those chosen before, separated by commas. */
  isSeveral?: boolean;
  /** Whether several choices stand behind a press. */
  isFolded?: boolean;
  /** Why a value that does not match is wrong. */
  rule?: readonly [matches: (text: string) => boolean, problem: string];
}

/** What was entered: the chosen values of several choices are separated by commas. */
export type DialogValues = Readonly<Record<string, string>>;

interface FieldsDialogProps {
  title: string;
  /** The title of what stands in place of the fields afterwards. */
  doneTitle?: string;
  help?: ReactNode;
  submit: string;
  fields: readonly DialogField[];
  hasReason?: boolean;
  /** @returns what stands in place of the fields until the dialog is closed; without it the dialog closes */
  onSubmit: (values: DialogValues & { reason: string }) => Promise<ReactNode> | Promise<void>;
  /** Called when a field has changed. */
  onChange?: (values: DialogValues) => void;
  onClose: () => void;
}

/** A dialog with fields and, at the end, the reason. */
export function FieldsDialog({ hasReason = true, ...props }: FieldsDialogProps): ReactNode {
  const { title, doneTitle = title, help, submit, fields, onSubmit, onChange, onClose } = props;
  const { common, administration } = useTexts();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<ReactNode>();
  const reason = { name: 'reason', title: common.reason, value: '', input: { maxLength: 200 } };
  const all: DialogField[] = hasReason ? [...fields, reason] : [...fields];
  const read = () => readValues(new FormData(place.current?.closest('form') ?? undefined), all);
  const focus = (field?: DialogField): void =>
    place.current?.querySelector<HTMLElement>(`[name="${field?.name}"]`)?.focus();
  const send = async (): Promise<void> => {
    const values = read();
    const empty = all.find(({ name, isOptional = false }) => !isOptional && !values[name]);
    const wrong = all.find(({ name, rule }) => rule?.[0](values[name] ?? '') === false);
    setProblem(empty ? administration.fillIn(empty.title) : wrong?.rule?.[1]);
    if (empty ?? wrong) return focus(empty ?? wrong);
    try {
      const shown = await onSubmit(values);
      if (shown === undefined) onClose();
      else setResult(shown);
    } catch (failure) {
      const places = failure instanceof ApiFailure ? failure.problems.map(({ place: names }) => names.at(-1)) : [];
      focus(all.find(({ name }) => places.includes(name.split('.').at(-1))));
      throw failure;
    }
  };
  if (result !== undefined)
    return (
      <Window title={doneTitle} onClose={onClose}>
        <DialogForm cancel={common.close} onSubmit={onClose} onCancel={onClose}>
          {result}
        </DialogForm>
      </Window>
    );
  return (
    <Window title={title} onClose={onClose}>
      <DialogForm submit={submit} onSubmit={send} onCancel={onClose}>
        {help !== undefined && <div className="help">{help}</div>}
        <div className="fields" ref={place} onChange={() => onChange?.(read())}>
          {all.map((field) =>
            field.isSeveral ? (
              <Choices key={field.name} field={field} />
            ) : (
              <Field
                key={field.name}
                id={`${id}-${field.name}`}
                field={field.isOptional ? { ...field, title: administration.optional(field.title) } : field}
              />
            ),
          )}
        </div>
        <Alert text={problem} />
      </DialogForm>
    </Window>
  );
}

function readValues(form: FormData, fields: readonly DialogField[]): DialogValues & { reason: string } {
  const chosen = (name: string) => form.getAll(name).filter((value) => typeof value === 'string');
  const values = fields.map(({ name, isSeveral = false }) => {
    return [name, isSeveral ? chosen(name).join() : readField(form, name)] as const;
  });
  return { reason: '', ...Object.fromEntries(values) };
}

function Choices({ field: { name, title, value, options = [], isFolded = false } }: { field: DialogField }): ReactNode {
  const chosen = value.split(',');
  const choices = (
    <fieldset className="checks">
      <legend>{title}</legend>
      {options.map(([choice, text]) => (
        <label className="check" key={choice}>
          <input type="checkbox" name={name} value={choice} defaultChecked={chosen.includes(choice)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
  if (!isFolded) return choices;
  return (
    <details>
      <summary>{title}</summary>
      {choices}
    </details>
  );
}
