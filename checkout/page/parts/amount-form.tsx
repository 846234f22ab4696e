import { useRef, useState, type FormEvent } from 'react';
import { useCommon } from '../context';
import { decimalText, fractionDigits, parseMinorUnits, moneyText } from '../../../ui/money';
import type { FinalOutcome } from '../outcomes';
import { Field } from './field';
import { Problem } from './problem';

interface AmountFormProps {
  amountRequest: { currency: string; min?: number; max?: number };
  refusal: FinalOutcome | undefined;
}

export default function AmountForm({ amountRequest, refusal }: AmountFormProps) {
  const { texts, controller } = useCommon();
  const { currency, min = 1, max } = amountRequest;
  const input = useRef<HTMLInputElement>(null);
  const money = (amount: number) => moneyText(amount, currency, texts.language);
  const hasBounds = max !== undefined || amountRequest.min !== undefined;
  const bounds = `${money(min)}${max === undefined ? '+' : ` – ${money(max)}`}`;
  const isAmountWrong = refusal === 'chosenAmountRefused' || refusal === 'wrongData';
  const rule = hasBounds ? texts.problems.amount(bounds) : texts.outcomes.chosenAmountRefused.title;
  const [problem, setProblem] = useState(isAmountWrong ? rule : undefined);
  const chosen = controller.kept?.session.cost;
  const point = texts.language === 'en' ? '.' : ',';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = parseMinorUnits(input.current?.value ?? '', currency, texts.language);
    const isRight = amount !== undefined && amount >= min && amount <= (max ?? Number.MAX_SAFE_INTEGER);
    setProblem(isRight ? undefined : texts.problems.amount(bounds));
    if (isRight) void controller.chooseAmount({ amount, currency });
    else input.current?.focus();
  };
  return (
    <form className="form" method="dialog" noValidate onSubmit={submit}>
      {refusal && <Problem outcome={refusal} />}
      <Field
        label={`${texts.fields.amount}, ${currency}`}
        hint={hasBounds ? bounds : undefined}
        defaultValue={chosen && decimalText(chosen.amount, chosen.currency).replace('.', point)}
        inputRef={input}
        problem={problem}
        inputMode={fractionDigits(currency) > 0 ? 'decimal' : 'numeric'}
        autoComplete="transaction-amount"
        maxLength={16}
      />
      <button className="button primary">{texts.next}</button>
    </form>
  );
}
