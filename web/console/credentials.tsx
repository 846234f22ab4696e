import { useState } from 'react';
import { getLatest, remember, rememberKey } from './memory';
import type { ConsoleOperation } from './operation';
import { takeDemoKey } from './send';

const TOKENS: Readonly<Record<string, string>> = {
  INVOICE_TOKEN: 'Токен инвойса',
  CUSTOMER_TOKEN: 'Токен покупателя',
  TEMPLATE_TOKEN: 'Токен шаблона',
};

interface CredentialsProps {
  operation: ConsoleOperation;
  apiKey: string;
  setKey: (key: string) => void;
  token: string;
  setToken: (name: string) => void;
  onShop: () => void;
}

/** Inputs for the key or an access token; both stay in this tab and go only to the API. */
export function Credentials({ operation, apiKey, setKey, token, setToken, onShop }: CredentialsProps) {
  const [problem, setProblem] = useState('');
  const { needsKey, demoKey, api, tokens } = operation;
  if (!needsKey) return <p className="help">Ключ не нужен: операция открыта для всех.</p>;
  const change = (key: string): void => {
    setKey(key);
    rememberKey(key);
  };
  const takeKey = async (address: string): Promise<void> => {
    const demo = await takeDemoKey(address);
    if (!demo) return setProblem('Сайт не выдал ключ. Он выдаёт его только браузеру на том же компьютере.');
    setProblem('');
    change(demo.apiKey);
    remember(api, { HOLDFAST_SHOP_ID: demo.shopID });
    onShop();
  };
  const known = tokens.filter((name) => getLatest(api)[name] !== undefined);
  return (
    <div className="field">
      {known.length > 0 && (
        <>
          <label htmlFor="console-credentials">Чем подписать запрос</label>
          <select id="console-credentials" value={token} onChange={({ target }) => setToken(target.value)}>
            <option value="">Ключ API</option>
            {known.map((name) => (
              <option key={name} value={name}>
                {TOKENS[name] ?? name} из последнего ответа
              </option>
            ))}
          </select>
        </>
      )}
      {token === '' && (
        <>
          <label htmlFor="console-key">Ключ API</label>
          <span className="row">
            <KeyInput value={apiKey} onChange={change} />
            {demoKey && (
              <button type="button" className="button" onClick={() => void takeKey(demoKey)}>
                Взять тестовый ключ
              </button>
            )}
          </span>
          <small id="console-key-hint" className="help">
            Хранится только в этой вкладке и уходит только в API.
          </small>
        </>
      )}
      {problem && (
        <small className="field-error" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
}

function KeyInput({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  return (
    <input
      id="console-key"
      type="password"
      autoComplete="off"
      spellCheck={false}
      value={value}
      aria-describedby="console-key-hint"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
