import type { ReactNode, RefObject } from 'react';
import { variablesIn } from '../app/reference/samples/variables';
import { getRemembered } from './memory';
import type { ConsoleOperation, ConsoleParameter } from './operation';
import type { FormEntry } from './prepare';

interface FieldsProps {
  operation: ConsoleOperation;
  entry: FormEntry;
  setEntry: (entry: FormEntry) => void;
}

export function ParameterFields({ operation, entry, setEntry, wrong }: FieldsProps & { wrong: string[] }) {
  const field = (parameter: ConsoleParameter) => (
    <ParameterField
      key={parameter.name}
      {...{ operation, parameter }}
      value={entry.values[parameter.name] ?? ''}
      isWrong={wrong.includes(parameter.name)}
      setValue={(value) => setEntry({ ...entry, values: { ...entry.values, [parameter.name]: value } })}
    />
  );
  const optional = operation.parameters.filter(({ isRequired }) => !isRequired);
  return (
    <>
      {operation.parameters.filter(({ isRequired }) => isRequired).map(field)}
      {optional.length > 0 && (
        <details className="console-optional">
          <summary>Необязательные параметры ({optional.length})</summary>
          {optional.map(field)}
        </details>
      )}
    </>
  );
}

interface FieldProps {
  operation: ConsoleOperation;
  parameter: ConsoleParameter;
  value: string;
  isWrong: boolean;
  setValue: (value: string) => void;
}

function ParameterField({ operation, parameter, value, isWrong, setValue }: FieldProps) {
  const { name, values, sample, isRequired } = parameter;
  const id = `console-${name}`;
  const [variable] = variablesIn(sample);
  const source = variable === undefined ? undefined : operation.sources[variable];
  const known = variable === undefined ? [] : getRemembered(operation.api, variable);
  const common = { id, value, 'aria-invalid': isWrong, 'aria-required': isRequired };
  return (
    <div className="field">
      <label htmlFor={id}>
        <code>{name}</code> {parameter.in === 'path' ? 'в пути' : 'в запросе'}
      </label>
      {values.length > 0 ? (
        <select {...common} onChange={({ target }) => setValue(target.value)}>
          {!isRequired && <option value="">не передавать</option>}
          {values.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          autoComplete="off"
          spellCheck={false}
          list={known.length > 1 ? `${id}-known` : undefined}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
      {known.length > 1 && (
        <datalist id={`${id}-known`}>
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {value === '' && <SourceOf source={source} />}
    </div>
  );
}

interface BodyProps extends FieldsProps {
  isWrong: boolean;
  bodyRef: RefObject<HTMLTextAreaElement>;
}

export function BodyField({ operation, entry, setEntry, isWrong, bodyRef }: BodyProps) {
  if (operation.body === undefined) return null;
  const setBody = (body: string): void => setEntry({ ...entry, body });
  const own = /"cardNumber"\s*:\s*"(\d*)"/.exec(entry.body)?.[1];
  return (
    <>
      {operation.cards.length > 0 && (
        <div className="field">
          <label htmlFor="console-card">Тестовая карта</label>
          <select
            id="console-card"
            value={operation.cards.some(({ number }) => number === own) ? own : ''}
            onChange={({ target }) =>
              setBody(entry.body.replace(/("cardNumber"\s*:\s*)"[^"]*"/, `$1"${target.value}"`))
            }
          >
            <option value="" disabled>
              выберите карту
            </option>
            {operation.cards.map(({ number, title }) => (
              <option key={number} value={number}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="field">
        <label htmlFor="console-body">Тело запроса, JSON</label>
        <textarea
          id="console-body"
          ref={bodyRef}
          rows={Math.min(24, entry.body.split('\n').length + 1)}
          spellCheck={false}
          autoComplete="off"
          value={entry.body}
          aria-invalid={isWrong}
          onChange={({ target }) => setBody(target.value)}
        />
        {variablesIn(entry.body).map((name) => (
          <SourceOf key={name} source={operation.sources[name]}>
            <code>${name}</code>
          </SourceOf>
        ))}
      </div>
    </>
  );
}

function SourceOf({
  source,
  children,
}: {
  source: ConsoleOperation['sources'][string] | undefined;
  children?: ReactNode;
}) {
  if (!source) return null;
  return (
    <small className="help">
      Значение{children && <> {children}</>} – в ответе «<a href={source.href}>{source.title}</a>».
    </small>
  );
}
