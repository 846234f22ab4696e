import specifications from 'virtual:specifications';
import { firstParagraph, getParameters, renderInline } from '../prose';
import type { NamedSchema } from '../schema-reader';
import { Prose } from './prose';

const remedies = (specifications['errors.json'] ?? {}) as unknown as Readonly<Record<string, string>>;

/** Tells whether every enum value is an error with a known remedy. */
export function isErrorCode({ schema }: NamedSchema): boolean {
  const values = schema.enum ?? [];
  return values.length > 0 && values.every((value) => String(value) in remedies);
}

export function ErrorCodes({ named }: { named: NamedSchema }) {
  const { description = '', schema } = named;
  return (
    <>
      <Prose text={firstParagraph(description)} />
      <dl className="error-codes">
        {(schema.enum ?? []).map((value) => {
          const code = String(value);
          return (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd
                dangerouslySetInnerHTML={{
                  __html: [sentence(getParameters(code, description)), remedies[code] ?? '']
                    .map(renderInline)
                    .join(' '),
                }}
              />
            </div>
          );
        })}
      </dl>
    </>
  );
}

function sentence(text: string): string {
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
