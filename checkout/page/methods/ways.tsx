import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useCommon } from '../context';
import { Field } from '../parts/field';
import { ChevronIcon } from '../parts/way-icons';
import { getWayName, type Way } from '../state/payment-tools';
import { PlainForm, useRefused, type FormProps, type WaysProps } from './way-form';
import { WayMark } from './way-mark';

const MobileForm = lazy(() => import('./mobile-form').catch(reloadWhenOnline));

/** The other ways stay usable. */
function reloadWhenOnline() {
  addEventListener('online', () => location.reload());
  return { default: ConnectionLost };
}

function ConnectionLost() {
  return <p className="help">{useCommon().texts.connection.lost}</p>;
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
      <span>{getWayName(way, texts)}</span>
      <ChevronIcon />
    </button>
  );
}

function WayForm({ way, ...rest }: FormProps<Way>) {
  switch (way.kind) {
    case 'mobileCommerce':
      return (
        <Suspense fallback={<span className="bone bone-way" aria-hidden="true" />}>
          <MobileForm way={way} {...rest} />
        </Suspense>
      );
    case 'cryptoWallet':
      return <CryptoForm way={way} {...rest} />;
    case 'terminal':
    case 'bank':
    case 'wallet':
      return <ProviderForm way={way} {...rest} />;
  }
}

type ProviderWay = Extract<Way, { brand: string }>;

function ProviderForm({ way, onChosen, wrong, ...rest }: FormProps<ProviderWay>) {
  const { methods } = useCommon().texts;
  const advice = { terminal: methods.terminalAdvice, bank: methods.bankAdvice, wallet: methods.walletAdvice }[way.kind];
  const wallet = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useRefused(wrong === 'wallet' ? methods.walletMissing : undefined, wallet);
  const choose = () => {
    if (way.tool === 'PaymentTerminalData') return onChosen({ paymentToolType: way.tool, provider: way.id });
    const id = wallet.current?.value.trim() ?? '';
    setProblem(id === '' ? methods.walletMissing : undefined);
    if (id === '') return wallet.current?.focus();
    onChosen({ paymentToolType: way.tool, provider: way.id, id });
  };
  return (
    <PlainForm {...rest} onSubmitted={choose}>
      <p className="help">{advice}</p>
      {way.tool === 'DigitalWalletData' && (
        <Field
          label={methods.walletId(way.brand)}
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

function CryptoForm({ way, onChosen, wrong: _, ...rest }: FormProps<Extract<Way, { kind: 'cryptoWallet' }>>) {
  const { texts } = useCommon();
  const id = useId();
  const [coin, setCoin] = useState(way.currencies[0] ?? '');
  return (
    <PlainForm {...rest} onSubmitted={() => onChosen({ paymentToolType: 'CryptoWalletData', cryptoCurrency: coin })}>
      <p className="help">{texts.methods.cryptoAdvice}</p>
      <div className="field">
        <label htmlFor={id}>{texts.methods.names.cryptoWallet}</label>
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
