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
}

/** What was entered: the chosen values of several choices are separated by commas. */
export type DialogValues = Readonly<Record<string, string>>;

interface FieldsDialogProps {
  title: string;
  help?: ReactNode;
  submit: string;
  fields: readonly DialogField[];
  onSubmit: (values: DialogValues & { reason: string }) => Promise<void>;
  /** Called when a field has changed. */
  onChange?: (values: DialogValues) => void;
  onClose: () => void;
}

/** A dialog with fields and, at the end, the reason. */
export function FieldsDialog({
  title,
  help,
  submit,
  fields,
  onSubmit,
  onChange,
  onClose,
}: FieldsDialogProps): ReactNode {
  const { common, administration } = useTexts();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<string>();
  const reason = { name: 'reason', title: common.reason, value: '', input: { maxLength: 200 } };
  const all: DialogField[] = [...fields, reason];
  const read = () => readValues(new FormData(place.current?.closest('form') ?? undefined), all);
  const focus = (field?: DialogField): void =>
    place.current?.querySelector<HTMLElement>(`[name="${field?.name}"]`)?.focus();
  const send = async (): Promise<void> => {
    const values = read();
    const empty = all.find(({ name, isOptional = false }) => !isOptional && !values[name]);
    setMissing(empty?.title);
    if (empty) return focus(empty);
    try {
      await onSubmit(values);
    } catch (failure) {
      const wrong = failure instanceof ApiFailure ? failure.problems.map((problem) => problem.place.at(-1)) : [];
      focus(all.find(({ name }) => wrong.includes(name.split('.').at(-1))));
      throw failure;
    }
    onClose();
  };
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
        <Alert text={missing && administration.fillIn(missing)} />
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

export function Choices({ field: { name, title, value, options = [] } }: { field: DialogField }): ReactNode {
  const chosen = value.split(',');
  return (
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
}
