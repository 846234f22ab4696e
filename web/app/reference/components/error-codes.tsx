import specifications from 'virtual:specifications';
import { firstParagraph, getParameters, renderInline } from '../prose';
import type { NamedSchema } from '../schema-reader';
import { Prose } from './prose';

/** What to do about an error, by its code: specs/errors.json. */
const remedies = (specifications['errors.json'] ?? {}) as unknown as Readonly<Record<string, string>>;

/** Whether every value is an error whose remedy is known. */
export function isErrorCode({ schema }: NamedSchema): boolean {
  const values = schema.enum ?? [];
  return values.length > 0 && values.every((value) => String(value) in remedies);
}

/** The codes of an answer, each with what it means and what to do. */
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
