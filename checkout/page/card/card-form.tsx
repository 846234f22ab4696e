import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useCommon } from '../context';
import { BrandMark } from '../parts/brand-mark';
import { Field, reshape } from '../parts/field';
import { LockIcon } from '../parts/icons';
import { Safety } from '../parts/safety';
import { getEmail, isEmail } from '../methods/email';
import type { FieldName } from '../state/failures';
import { detectBrand, type Brand } from './brands';
import { cardNumberProblem, CVV_LENGTH, formatCardNumber } from './card-number';
import { parseDigits } from './digits';
import { getExpiry, expiryProblem, formatExpiry, hasExpired } from './expiry';

export interface EnteredCard {
  cardNumber: string;
  expDate: string;
  /** Absent when the card has no printed code. */
  cvv?: string;
  email?: string;
}

const NAMES = ['number', 'expiry', 'cvv', 'email'] as const;
type Name = (typeof NAMES)[number];

/** The card form. Card data stays in the inputs: no state, no storage, no field names and no form action. */
export function CardForm(props: {
  accepted: readonly string[] | undefined;
  action: string;
  isBusy: boolean;
  /** The field that the platform rejected, in this form or another. */
  wrong: FieldName | undefined;
  onEntered: (card: EnteredCard) => void;
}) {
  const { texts, options } = useCommon();
  const { fields, problems: say } = texts;
  const [number, expiry, cvv, email] = [useInput(), useInput(), useInput(), useInput()];
  const inputs = { number, expiry, cvv, email };
  const [problems, setProblems] = useState<Partial<Record<Name, string | undefined>>>({});
  const [brand, setBrand] = useState<Brand>();
  const [isExpired, setExpired] = useState(false);
  const cvvLength = brand?.cvvLength ?? CVV_LENGTH;
  const isAsked: Record<Name, boolean> = { number: true, expiry: true, cvv: cvvLength > 0, email: !getEmail(options) };

  const check: Record<Name, (text: string) => string | undefined> = {
    number: (text) => spoken(cardNumberProblem(text, props.accepted), say.number),
    expiry: (text) => spoken(expiryProblem(text), say.expiry),
    cvv: (text) => (parseDigits(text).length === cvvLength ? undefined : say.cvv(cvvLength)),
    email: (text) => (text.trim() === '' || isEmail(text.trim()) ? undefined : say.email),
  };
  const refusal: Record<Name, string> = {
    number: say.number.wrong,
    expiry: say.expiry.wrong,
    cvv: say.cvv(cvvLength),
    email: say.email,
  };
  const { wrong } = props;
  const [refused, setRefused] = useState<FieldName>();
  if (wrong !== refused) {
    setRefused(wrong);
    if (isName(wrong)) setProblems({ ...problems, [wrong]: refusal[wrong] });
  }
  const refusedInput = isName(wrong) ? inputs[wrong] : undefined;
  useEffect(() => refusedInput?.current?.focus(), [refusedInput]);
  const left = (name: Name) => (input: HTMLInputElement) => {
    // An empty field is not marked before the first submit; a field that the platform rejected stays marked until it changes.
    const problem = input.value === '' ? undefined : check[name](input.value);
    setProblems((known) => ({ ...known, [name]: input.value === '' ? undefined : (problem ?? known[name]) }));
  };
  const mended = (name: Name, input: HTMLInputElement) => {
    if (problems[name] && !check[name](input.value)) setProblems((known) => ({ ...known, [name]: undefined }));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.isBusy) return;
    const names = NAMES.filter((name) => isAsked[name]);
    const formatText = (name: Name) => inputs[name].current?.value ?? '';
    const found = Object.fromEntries(names.map((name) => [name, check[name](formatText(name))]));
    setProblems(found);
    const firstWrong = names.find((name) => found[name]);
    if (firstWrong) return inputs[firstWrong].current?.focus();
    const address = formatText('email').trim();
    props.onEntered({
      cardNumber: parseDigits(formatText('number')),
      expDate: getExpiry(formatText('expiry')),
      ...(isAsked.cvv ? { cvv: parseDigits(formatText('cvv')) } : {}),
      ...(address ? { email: address } : {}),
    });
  };

  return (
    <form className="form" method="dialog" noValidate onSubmit={submit}>
      <fieldset className="card">
        <legend className="visually-hidden">{fields.cardGroup}</legend>
        <Field
          label={fields.number}
          inputRef={number}
          problem={problems.number}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          maxLength={40}
          spellCheck={false}
          onTyped={(input) => {
            reshape(input, formatCardNumber);
            setBrand(detectBrand(parseDigits(input.value)));
            mended('number', input);
          }}
          onLeft={left('number')}
        >
          <BrandMark brand={brand} />
        </Field>
        <div className="field-pair">
          <Field
            label={fields.expiry}
            inputRef={expiry}
            problem={problems.expiry}
            hint={isExpired && !problems.expiry ? say.expired : undefined}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder={fields.expiryHint}
            maxLength={12}
            onTyped={(input, isDeleting) => {
              reshape(input, (text) => formatExpiry(text, isDeleting));
              setExpired(hasExpired(input.value, new Date()));
              mended('expiry', input);
            }}
            onLeft={left('expiry')}
          />
          {isAsked.cvv && (
            <Field
              label={fields.cvv}
              inputRef={cvv}
              problem={problems.cvv}
              hint={fields.cvvHint(cvvLength)}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={'•'.repeat(cvvLength)}
              maxLength={8}
              spellCheck={false}
              onTyped={(input) => {
                reshape(input, (text) => parseDigits(text).slice(0, cvvLength));
                mended('cvv', input);
              }}
              onLeft={left('cvv')}
            />
          )}
        </div>
      </fieldset>
      {isAsked.email && (
        <Field
          label={fields.email}
          note={fields.optional}
          inputRef={email}
          problem={problems.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={100}
          spellCheck={false}
          onTyped={(input) => mended('email', input)}
          onLeft={left('email')}
        />
      )}
      <button className="button" aria-disabled={props.isBusy}>
        {props.isBusy ? <span className="spinner spinner-small" aria-hidden="true" /> : <LockIcon />}
        {props.action}
      </button>
      <Safety texts={texts} />
    </form>
  );
}

function isName(field: FieldName | undefined): field is Name {
  return NAMES.some((name) => name === field);
}

function useInput() {
  return useRef<HTMLInputElement>(null);
}

function spoken<Problem extends string>(problem: Problem | undefined, words: Record<Problem, string>) {
  return problem && words[problem];
}
