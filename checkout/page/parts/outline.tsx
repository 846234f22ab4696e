import { CVV_LENGTH } from '../card/card-number';
import type { DocumentTexts } from '../texts/document-texts';
import type { Texts } from '../texts/texts';
import { Safety } from './safety';

/*
 * The page before the invoice is loaded, rendered into the document in every language. Each part is as high as its
 * replacement. It has no inputs because there may be nothing to pay.
 */
export function Outline({ texts, own }: { texts: Texts; own: DocumentTexts }) {
  return (
    <div className="page">
      <main className="sheet">
        <h1 className="visually-hidden">{texts.title}</h1>
        <OrderComing />
        <section className="work" aria-busy="true">
          <noscript>{own.noScript}</noscript>
          <FormComing texts={texts} />
          <p className="late" role="status">
            {own.late}
          </p>
          <p className="sandboxed" role="alert">
            {own.sandboxed}
          </p>
        </section>
      </main>
    </div>
  );
}

export function OrderComing() {
  return (
    <div className="order" aria-hidden="true">
      <span className="bone bone-shop" />
      <span className="bone bone-name" />
      <span className="bone bone-amount" />
    </div>
  );
}

/** Shows the form's texts when the link leads to a card form. */
export function FormComing({ texts }: { texts: Texts }) {
  const { fields, loading } = texts;
  return (
    <div role="status">
      <span className="visually-hidden">{loading}</span>
      <div className="form coming" aria-hidden="true">
        <FieldComing label={fields.number} />
        <div className="field-pair">
          <FieldComing label={fields.expiry} />
          <FieldComing label={fields.cvv} hint={fields.cvvHint(CVV_LENGTH)} />
        </div>
        <FieldComing className="email-coming" label={fields.email} note={fields.optional} />
        <span className="bone bone-button" />
        <Safety texts={texts} />
      </div>
    </div>
  );
}

interface FieldComingProps {
  label: string;
  note?: string;
  hint?: string;
  className?: string;
}

function FieldComing({ label, note, hint, className = '' }: FieldComingProps) {
  return (
    <div className={`field ${className}`}>
      <span className="field-label">
        {label}
        {note && <span className="help">{note}</span>}
      </span>
      <span className="bone bone-field" />
      {hint && <span className="help">{hint}</span>}
    </div>
  );
}
