import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import type { PaymentTool } from '../api/types';
import { useCommon } from '../context';
import { Field, reshape } from '../parts/field';
import { ChevronIcon } from '../parts/way-icons';
import type { FieldName } from '../state/failures';
import type { Way } from '../state/ways';
import type { Texts } from '../texts/texts';
import { Operators } from './operators';
import { formatPhone, parsePhone } from './phone';
import { WayMark } from './way-mark';

export interface WaysProps {
  ways: readonly Way[];
  hasCards: boolean;
  action: string;
  isBusy: boolean;
  /** The field that the platform rejected, in these forms or another. */
  wrong: FieldName | undefined;
  onChosen: (tool: PaymentTool) => void;
}

export default function Ways({ ways, hasCards, ...rest }: WaysProps) {
  const { methods } = useCommon().texts;
  const [first, second] = ways;
  const [openID, setOpenID] = useState(hasCards || second ? undefined : first?.id);
  const id = useId();
  return (
    <section className="ways" aria-labelledby={id}>
      <h2 className="ways-title" id={id}>
        {hasCards ? methods.other : methods.only}
      </h2>
      <ul>
        {ways.map((way) => {
          const isOpen = way.id === openID;
          return (
            <li key={way.id} className={isOpen ? 'way way-open' : 'way'}>
              <WayButton way={way} isOpen={isOpen} onPressed={() => setOpenID(isOpen ? undefined : way.id)} />
              {isOpen && <WayForm way={way} {...rest} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function WayButton({ way, isOpen, onPressed }: { way: Way; isOpen: boolean; onPressed: () => void }) {
  const { texts } = useCommon();
  return (
    <button type="button" className="way-button" aria-expanded={isOpen} onClick={onPressed}>
      <WayMark way={way} />
      <span>{formatName(way, texts)}</span>
      <ChevronIcon />
    </button>
  );
}

function formatName(way: Way, { methods }: Texts): string {
  if (way.kind === 'mobile') return methods.mobile;
  return way.kind === 'crypto' ? methods.crypto : way.brand;
}

type FormProps<Kind extends Way> = Omit<WaysProps, 'ways' | 'hasCards'> & { way: Kind };

function WayForm({ way, ...rest }: FormProps<Way>) {
  switch (way.kind) {
    case 'mobile':
      return <MobileForm way={way} {...rest} />;
    case 'crypto':
      return <CryptoForm way={way} {...rest} />;
    case 'terminal':
    case 'bank':
    case 'wallet':
      return <ProviderForm way={way} {...rest} />;
  }
}

type ProviderWay = Extract<Way, { brand: string }>;

function ProviderForm({ way, onChosen, wrong, ...rest }: FormProps<ProviderWay>) {
  const { texts } = useCommon();
  const { methods, fields, problems } = texts;
  const advice = { terminal: methods.terminalAdvice, bank: methods.bankAdvice, wallet: methods.walletAdvice }[way.kind];
  const wallet = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useRefused(wrong === 'wallet' ? problems.wallet : undefined, wallet);
  const choose = () => {
    if (way.tool === 'PaymentTerminalData') return onChosen({ paymentToolType: way.tool, provider: way.id });
    const id = wallet.current?.value.trim() ?? '';
    setProblem(id === '' ? problems.wallet : undefined);
    if (id === '') return wallet.current?.focus();
    onChosen({ paymentToolType: way.tool, provider: way.id, id });
  };
  return (
    <PlainForm {...rest} onSubmitted={choose}>
      <p className="quiet">{advice}</p>
      {way.tool === 'DigitalWalletData' && (
        <Field
          label={fields.walletId(way.brand)}
          inputRef={wallet}
          problem={problem}
          autoComplete="off"
          maxLength={100}
          spellCheck={false}
        />
      )}
    </PlainForm>
  );
}

function MobileForm({ way, onChosen, wrong, ...rest }: FormProps<Extract<Way, { kind: 'mobile' }>>) {
  const { texts, options } = useCommon();
  const phone = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useRefused(wrong === 'phone' ? texts.problems.phone : undefined, phone);
  const choose = () => {
    const mobilePhone = parsePhone(phone.current?.value ?? '');
    setProblem(mobilePhone ? undefined : texts.problems.phone);
    if (!mobilePhone) return phone.current?.focus();
    onChosen({ paymentToolType: 'MobileCommerceData', mobilePhone: { ...mobilePhone } });
  };
  return (
    <PlainForm {...rest} onSubmitted={choose}>
      <Field
        label={texts.fields.phone}
        inputRef={phone}
        problem={problem}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+7"
        defaultValue={options.phoneNumber ? formatPhone(options.phoneNumber) : undefined}
        maxLength={30}
        onTyped={(input, isDeleting) => isDeleting || reshape(input, formatPhone)}
      />
      <Operators operators={way.operators} />
    </PlainForm>
  );
}

function CryptoForm({ way, onChosen, wrong: _, ...rest }: FormProps<Extract<Way, { kind: 'crypto' }>>) {
  const { texts } = useCommon();
  const id = useId();
  const [coin, setCoin] = useState(way.currencies[0] ?? '');
  return (
    <PlainForm {...rest} onSubmitted={() => onChosen({ paymentToolType: 'CryptoWalletData', cryptoCurrency: coin })}>
      <p className="quiet">{texts.methods.cryptoAdvice}</p>
      <div className="field">
        <label htmlFor={id}>{texts.fields.coin}</label>
        <select id={id} value={coin} onChange={(event) => setCoin(event.currentTarget.value)}>
          {way.currencies.map((currency) => (
            <option key={currency} value={currency}>
              {formatCoin(currency)}
            </option>
          ))}
        </select>
      </div>
    </PlainForm>
  );
}

/** Separates the words of `BitcoinCash`. */
function formatCoin(id: string): string {
  return id.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
}

function useRefused(refusal: string | undefined, input: RefObject<HTMLInputElement | null>) {
  const [problem, setProblem] = useState(refusal);
  const [known, setKnown] = useState(refusal);
  if (refusal !== known) {
    setKnown(refusal);
    if (refusal !== undefined) setProblem(refusal);
  }
  useEffect(() => {
    if (refusal !== undefined) input.current?.focus();
  }, [refusal, input]);
  return [problem, setProblem] as const;
}

interface PlainFormProps {
  action: string;
  isBusy: boolean;
  onSubmitted: () => void;
  children: ReactNode;
}

function PlainForm({ action, isBusy, onSubmitted, children }: PlainFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmitted();
  };
  return (
    <form className="form way-form" method="dialog" noValidate onSubmit={submit}>
      {children}
      <button className="button" aria-disabled={isBusy}>
        {isBusy && <span className="spinner spinner-small" aria-hidden="true" />}
        {action}
      </button>
    </form>
  );
}
