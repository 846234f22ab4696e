import { lazy, Suspense, useImperativeHandle, useRef, useState, type FormEvent } from 'react';
import { useCommon } from '../context';
import { getEmail } from '../methods/email';
import { AcceptedMarks, AcceptedNames } from '../parts/accepted-cards';
import { CardMark } from '../parts/card-mark';
import { Field, reshape } from '../parts/field';
import { LockIcon } from '../parts/icons';
import { Safety } from '../parts/safety';
import type { FieldName } from '../state/failures';
import type { CardholderAddress } from '../state/purpose';
import type { AddressProps, ReadAddress } from './address-fields';
import { findCardRange, type CardRange } from '../../../domain/payments/card/card-ranges';
import { CVV_LENGTH, formatCardNumber } from './card-number';
import { parseDigits } from './digits';
import { formatExpiry, getExpiry, hasExpired } from './expiry';
import { CARD_FIELDS, useCardChecks, type CardChecks, type CardField, type TypedCard } from './use-card-checks';

export interface EnteredCard {
  cardNumber: string;
  expDate: string;
  /** Absent when the card has no printed code. */
  cvv?: string;
  email?: string;
  address?: CardholderAddress;
}

/** A card can be paid with when the fields of the address fail to load: its bank may ask for less. */
const AddressFields = lazy(() => import('./address-fields').catch(() => ({ default: NoAddress })));

function NoAddress({ readRef }: AddressProps) {
  useImperativeHandle(readRef, () => () => ({}));
  return <></>;
}

interface CardFormProps {
  accepted: readonly string[] | undefined;
  action: string;
  isBusy: boolean;
  wrong: FieldName | undefined;
  /** The card of the last attempt. */
  typed: TypedCard | undefined;
  onEntered: (card: EnteredCard) => void;
}

/** The card form. Card data is in the inputs, without storage, field names or form action; the CVV is in no state either. */
export function CardForm({ accepted, action, isBusy, wrong, typed, onEntered }: CardFormProps) {
  const { texts, options, controller } = useCommon();
  const [brand, setBrand] = useState(() => findCardRange(typed?.number ?? ''));
  const cvvLength = brand?.cvvLength ?? CVV_LENGTH;
  const isAsked: Record<CardField, boolean> = {
    number: true,
    expiry: true,
    cvv: cvvLength > 0,
    email: controller.view.kind === 'payment' && !getEmail(options),
  };
  const checks = useCardChecks({ accepted, cvvLength, wrong, typed });
  const isAddressAsked = controller.view.kind === 'payment' && controller.view.shop?.collectBillingAddress;
  const address = useRef<ReadAddress>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isCardRight = checks.checkAll(CARD_FIELDS.filter((name) => isAsked[name]));
    const billing = isAddressAsked ? address.current?.(isCardRight) : {};
    if (!isCardRight || !billing) return;
    const email = checks.read('email').trim();
    onEntered({
      cardNumber: parseDigits(checks.read('number')),
      expDate: getExpiry(checks.read('expiry')),
      ...(isAsked.cvv ? { cvv: parseDigits(checks.read('cvv')) } : {}),
      ...(email ? { email } : {}),
      ...billing,
    });
  };

  return (
    <form className="form" method="dialog" noValidate onSubmit={submit}>
      <fieldset className="card">
        <legend className="visually-hidden">{texts.fields.cardGroup}</legend>
        <NumberField {...{ checks, brand, setBrand, accepted }} />
        <AcceptedNames systems={accepted ?? []} />
        <div className="field-pair">
          <ExpiryField checks={checks} />
          {isAsked.cvv && <CvvField {...{ checks, cvvLength }} />}
        </div>
      </fieldset>
      {isAddressAsked && (
        <Suspense fallback={<span className="bone bone-field" aria-hidden="true" />}>
          <AddressFields readRef={address} typed={typed?.address} />
        </Suspense>
      )}
      {isAsked.email && <EmailField checks={checks} />}
      <button className="button primary" aria-disabled={isBusy}>
        {isBusy ? <span className="spinner spinner-small" aria-hidden="true" /> : <LockIcon />}
        {action}
      </button>
      <Safety texts={texts} />
    </form>
  );
}

interface NumberFieldProps {
  checks: CardChecks;
  brand: CardRange | undefined;
  setBrand: (brand: CardRange | undefined) => void;
  accepted: readonly string[] | undefined;
}

function NumberField({ checks, brand, setBrand, accepted = [] }: NumberFieldProps) {
  const { fields } = useCommon().texts;
  return (
    <Field
      {...checks.bind('number')}
      label={fields.number}
      note={<AcceptedMarks systems={accepted} />}
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="0000 0000 0000 0000"
      maxLength={40}
      spellCheck={false}
      onTyped={(input) => {
        reshape(input, formatCardNumber);
        setBrand(findCardRange(parseDigits(input.value)));
        checks.clearFixed('number', input);
      }}
    >
      <CardMark brand={brand} />
    </Field>
  );
}

function ExpiryField({ checks }: { checks: CardChecks }) {
  const { fields, problems } = useCommon().texts;
  const [isExpired, setExpired] = useState(false);
  return (
    <Field
      {...checks.bind('expiry')}
      label={fields.expiry}
      hint={isExpired && !checks.problems.expiry ? problems.expired : undefined}
      inputMode="numeric"
      autoComplete="cc-exp"
      placeholder={fields.expiryHint}
      maxLength={12}
      onTyped={(input, isDeleting) => {
        reshape(input, (text) => formatExpiry(text, isDeleting));
        setExpired(hasExpired(input.value, new Date()));
        checks.clearFixed('expiry', input);
      }}
    />
  );
}

function CvvField({ checks, cvvLength }: { checks: CardChecks; cvvLength: number }) {
  const { fields } = useCommon().texts;
  return (
    <Field
      {...checks.bind('cvv')}
      label={fields.cvv}
      hint={fields.cvvHint(cvvLength)}
      inputMode="numeric"
      autoComplete="cc-csc"
      placeholder={'•'.repeat(cvvLength)}
      maxLength={8}
      spellCheck={false}
      onTyped={(input) => {
        reshape(input, (text) => parseDigits(text).slice(0, cvvLength));
        checks.clearFixed('cvv', input);
      }}
    />
  );
}

function EmailField({ checks }: { checks: CardChecks }) {
  const { fields } = useCommon().texts;
  return (
    <Field
      {...checks.bind('email')}
      label={fields.email}
      note={fields.optional}
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={100}
      spellCheck={false}
      onTyped={(input) => checks.clearFixed('email', input)}
    />
  );
}
