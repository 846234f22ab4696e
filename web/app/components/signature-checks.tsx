import type { SignatureCheck } from '../../guides/signature-checks';
import { CodeBlock } from './code-block';

/** The programs that check a webhook's signature, in the reader's language. */
export function SignatureChecks({ checks }: { checks: readonly SignatureCheck[] }) {
  return (
    <fieldset className="samples">
      <legend>Язык</legend>
      {checks.flatMap(({ language, label }, index) => {
        const id = `signature-${language}`;
        return [
          <input key={id} type="radio" name="signature" id={id} value={language} defaultChecked={index === 0} />,
          <label key={`${id}-label`} htmlFor={id}>
            {label}
          </label>,
        ];
      })}
      {checks.map(({ language, file, html }) => (
        <CodeBlock key={language} html={html} language={language} title={file} />
      ))}
    </fieldset>
  );
}
