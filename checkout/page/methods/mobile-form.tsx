import { useRef } from 'react';
import { useCommon } from '../context';
import { Field, reshape } from '../parts/field';
import type { Way } from '../state/payment-tools';
import { Operators } from './operators';
import { formatPhone, parsePhone, showPhone } from './phone';
import { PlainForm, useRefused, type FormProps } from './way-form';

/** Loaded when it is opened: the numbering plans take 30 KB. */
export default function MobileForm({
  way,
  onChosen,
  wrong,
  ...rest
}: FormProps<Extract<Way, { kind: 'mobileCommerce' }>>) {
  const { texts, options } = useCommon();
  const phone = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useRefused(wrong === 'phone' ? texts.methods.phoneWrong : undefined, phone);
  const choose = () => {
    const mobilePhone = parsePhone(phone.current?.value ?? '');
    setProblem(mobilePhone ? undefined : texts.methods.phoneWrong);
    if (!mobilePhone) return phone.current?.focus();
    onChosen({ paymentToolType: 'MobileCommerceData', mobilePhone: { ...mobilePhone } });
  };
  return (
    <PlainForm {...rest} onSubmitted={choose}>
      <Field
        label={texts.methods.phone}
        inputRef={phone}
        problem={problem}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+7"
        defaultValue={options.phoneNumber ? showPhone(options.phoneNumber) : undefined}
        maxLength={30}
        onTyped={(input, isDeleting) => isDeleting || reshape(input, formatPhone)}
        onLeft={(input) => reshape(input, showPhone)}
      />
      <Operators operators={way.operators} />
    </PlainForm>
  );
}
