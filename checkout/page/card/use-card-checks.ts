import { useEffect, useRef, useState, type RefObject } from 'react';
import { useCommon } from '../context';
import { isEmail } from '../methods/email';
import type { FieldName } from '../state/failures';
import type { CardholderAddress } from '../state/purpose';
import { cardNumberProblem, formatCardNumber } from './card-number';
import { parseDigits } from './digits';
import { expiryProblem, formatExpiry } from './expiry';

export const CARD_FIELDS = ['number', 'expiry', 'cvv', 'email'] as const;
export type CardField = (typeof CARD_FIELDS)[number];
export type CardChecks = ReturnType<typeof useCardChecks>;

/** What a form restores after a declined attempt: never the CVV. */
export interface TypedCard {
  number: string;
  expiry: string;
  email: string | undefined;
  address?: CardholderAddress | undefined;
}

interface CardCheckOptions {
  accepted: readonly string[] | undefined;
  cvvLength: number;
  /** The field that the platform rejected, in this form or another. */
  wrong: FieldName | undefined;
  typed: TypedCard | undefined;
}

export function useCardChecks({ accepted, cvvLength, wrong, typed }: CardCheckOptions) {
  const { problems: texts } = useCommon().texts;
  const inputs: Record<CardField, RefObject<HTMLInputElement>> = {
    number: useRef<HTMLInputElement>(null),
    expiry: useRef<HTMLInputElement>(null),
    cvv: useRef<HTMLInputElement>(null),
    email: useRef<HTMLInputElement>(null),
  };
  useTypedCard(typed, inputs);
  const [problems, setProblems] = useState<Partial<Record<CardField, string | undefined>>>({});
  const setProblem = (name: CardField, problem?: string) => setProblems((known) => ({ ...known, [name]: problem }));

  const check: Record<CardField, (text: string) => string | undefined> = {
    number: (text) => getText(cardNumberProblem(text, accepted), texts.number),
    expiry: (text) => getText(expiryProblem(text), texts.expiry),
    cvv: (text) => (parseDigits(text).length === cvvLength ? undefined : texts.cvv(cvvLength)),
    email: (text) => (text.trim() === '' || isEmail(text.trim()) ? undefined : texts.email),
  };
  const refusals: Record<CardField, string> = {
    number: texts.number.wrong,
    expiry: texts.expiry.wrong,
    cvv: texts.cvv(cvvLength),
    email: texts.email,
  };
  const [refused, setRefused] = useState<FieldName>();
  if (wrong !== refused) {
    setRefused(wrong);
    if (isCardField(wrong)) setProblem(wrong, refusals[wrong]);
  }
  const refusedInput = isCardField(wrong) ? inputs[wrong] : undefined;
  useEffect(() => refusedInput?.current?.focus(), [refusedInput]);

  const read = (name: CardField) => inputs[name].current?.value ?? '';
  return {
    problems,
    read,
    bind: (name: CardField) => ({
      inputRef: inputs[name],
      problem: problems[name],
      onLeft(input: HTMLInputElement) {
        // An empty field is not marked before the first submit; a field that the platform rejected stays marked until it changes.
        if (input.value === '') return setProblem(name);
        const problem = check[name](input.value);
        if (problem) setProblem(name, problem);
      },
    }),
    /** Removes the error of a field that has become valid. */
    clearFixed(name: CardField, input: HTMLInputElement) {
      if (problems[name] && !check[name](input.value)) setProblem(name);
    },
    checkAll(names: readonly CardField[]): boolean {
      const found = Object.fromEntries(names.map((name) => [name, check[name](read(name))]));
      setProblems(found);
      const firstWrong = names.find((name) => found[name]);
      if (firstWrong) inputs[firstWrong].current?.focus();
      return !firstWrong;
    },
  };
}

/** Sets the values of inputs, because a default value would write the card number into the document. */
function useTypedCard(
  typed: TypedCard | undefined,
  { number, expiry, email }: Record<CardField, RefObject<HTMLInputElement>>,
): void {
  useEffect(() => {
    if (!typed) return;
    setValue(number, formatCardNumber(typed.number));
    setValue(expiry, formatExpiry(typed.expiry));
    setValue(email, typed.email ?? '');
  }, [typed, number, expiry, email]);
}

function setValue({ current: input }: RefObject<HTMLInputElement>, text: string): void {
  if (input) input.value = text;
}

function isCardField(field: FieldName | undefined): field is CardField {
  return CARD_FIELDS.some((name) => name === field);
}

function getText<Problem extends string>(problem: Problem | undefined, texts: Record<Problem, string>) {
  return problem && texts[problem];
}
