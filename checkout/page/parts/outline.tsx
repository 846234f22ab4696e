import { CVV_LENGTH } from '../card/card-number';
import type { Texts } from '../texts/texts';
import { Safety } from './safety';

/*
 * The page before it is known what is paid. The server sends it within the document, in every language, so that it needs no
 * script; each part of it is as high as what comes in its place. Nothing can be typed yet: it is not known whether there is
 * anything to pay.
 */
export function Outline({ texts }: { texts: Texts }) {
  return (
    <div className="page">
      <main className="sheet">
        <h1 className="visually-hidden">{texts.title}</h1>
        <OrderComing />
        <section className="work" aria-busy="true">
          <FormComing texts={texts} />
          <p className="late" role="status">
            {texts.late}
          </p>
        </section>
      </main>
    </div>
  );
}

export function OrderComing() {
  return (
    <div className="order" aria-hidden="true">
      <span className="bone bone-name" />
      <span className="bone bone-amount" />
    </div>
  );
}

/** Words are to be seen where a card form is to come, which the link tells. */
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
        <FieldComing label={fields.email} note={fields.optional} />
        <span className="bone bone-button" />
        <Safety texts={texts} />
      </div>
    </div>
  );
}

function FieldComing({ label, note, hint }: { label: string; note?: string; hint?: string }) {
  return (
    <div className="field">
      <span className="field-label">
        {label}
        {note && <span className="field-note">{note}</span>}
      </span>
      <span className="bone bone-field" />
      {hint && <span className="field-hint">{hint}</span>}
    </div>
  );
}
