import { Fragment, useState } from 'react';
import type { ApiRequest } from '../app/reference/samples/api-request';
import { readYields } from '../app/reference/samples/chain';
import { storedLanguage } from '../app/client/samples';
import { highlightSample } from '../app/reference/samples/highlight-sample';
import { writeRequest } from '../app/reference/samples/write-request';
import type { ConsoleOperation } from './operation';
import type { ApiResponse, SendOutcome } from './send';

/** Longer bodies are not coloured, which would block the page. */
const MAX_COLOURED_LENGTH = 100_000;

interface AnswerViewProps {
  operation: ConsoleOperation;
  outcome: SendOutcome;
  request: ApiRequest;
  wrong: string[];
  show: (place: string) => void;
}

export function AnswerView({ operation, outcome, request, wrong, show }: AnswerViewProps) {
  return (
    <>
      {'answer' in outcome && (
        <>
          <Status answer={outcome.answer} />
          <Advice {...{ operation, wrong, show }} answer={outcome.answer} />
          <Headers answer={outcome.answer} />
          <Body answer={outcome.answer} />
        </>
      )}
      <SameRequest request={request} />
    </>
  );
}

function Status({ answer: { status, statusText, ms } }: { answer: ApiResponse }) {
  return (
    <p className={`console-status s-${Math.floor(status / 100)}`}>
      <b>
        {status} {STATUS_NAMES[status] ?? statusText}
      </b>{' '}
      за {ms} мс
    </p>
  );
}

/** Russian names of the statuses that the platform uses. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  200: 'успешно',
  201: 'создано',
  202: 'принято',
  204: 'выполнено, тело пустое',
  400: 'запрос составлен неверно',
  401: 'ключ или токен не подошёл',
  403: 'не хватает прав ключа',
  404: 'не найдено',
  405: 'метод не поддерживается',
  409: 'externalID уже использован',
  413: 'тело слишком велико',
  415: 'тип тела не поддерживается',
  422: 'данные не подходят',
  429: 'слишком частые запросы',
  500: 'сбой платформы',
  503: 'платформа недоступна',
  504: 'время вышло',
};

function Advice({
  answer,
  operation,
  wrong,
  show,
}: { answer: ApiResponse } & Omit<AnswerViewProps, 'outcome' | 'request'>) {
  const { status, json } = answer;
  if (status === 401)
    return (
      <p>Ключ или токен не подошёл: проверьте, что он скопирован целиком, не отозван и даёт право на эту операцию.</p>
    );
  if (status === 404) return <p>Такого объекта у владельца ключа нет: проверьте идентификаторы.</p>;
  if (status >= 500) return <p>Платформа сейчас не справилась. Повторите чуть позже с тем же телом.</p>;
  if (status >= 400)
    return wrong.length === 0 ? null : (
      <p>
        Ошибка в поле{' '}
        {wrong.map((place) => (
          <button type="button" className="mono console-place" key={place} onClick={() => show(place)}>
            {place || 'body'}
          </button>
        ))}
      </p>
    );
  const names = Object.keys(readYields(operation.id, json));
  if (names.length === 0 || operation.next.length === 0) return null;
  return (
    <p>
      Значения {names.map((name) => `$${name}`).join(', ')} подставятся в следующие запросы. Дальше:{' '}
      {operation.next.map(({ title, href }, place) => (
        <span key={href}>
          {place > 0 && ', '}
          <a href={href}>{title}</a>
        </span>
      ))}
      .
    </p>
  );
}

function Headers({ answer: { headers } }: { answer: ApiResponse }) {
  if (headers.length === 0) return null;
  return (
    <details className="console-headers">
      <summary>Заголовки ответа ({headers.length})</summary>
      <dl>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Body({ answer: { text, json } }: { answer: ApiResponse }) {
  if (text === '') return <p className="help">Тело пустое.</p>;
  const pretty = json === undefined ? text : JSON.stringify(json, null, 2);
  return <Code title="Тело ответа" code={pretty} html={colour(pretty, json !== undefined)} />;
}

function colour(text: string, isJson: boolean): string | undefined {
  return isJson && text.length <= MAX_COLOURED_LENGTH ? highlightSample(text, 'json') : undefined;
}

function SameRequest({ request }: { request: ApiRequest }) {
  const samples = writeRequest(request);
  const [chosen] = useState(storedLanguage);
  const first = samples.some(({ language }) => language === chosen) ? chosen : samples[0]?.language;
  return (
    <fieldset className="samples console-same">
      <legend>Тот же запрос</legend>
      {samples.map(({ language, label }) => (
        <Fragment key={language}>
          <input
            type="radio"
            name="console-language"
            id={`console-language-${language}`}
            value={language}
            defaultChecked={language === first}
          />
          <label htmlFor={`console-language-${language}`}>{label}</label>
        </Fragment>
      ))}
      {samples.map(({ language, label, code, syntax }) => (
        <Code
          key={language}
          language={language}
          title={`Запрос для ${label}`}
          code={code}
          html={highlightSample(code, syntax)}
        />
      ))}
    </fieldset>
  );
}

interface CodeProps {
  title: string;
  code: string;
  html?: string | undefined;
  language?: string;
}

function Code({ title, code, html, language }: CodeProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    <div className="code console-code" data-lang={language}>
      <div className="code-title">
        {title}
        <button type="button" className="button small" onClick={() => void copy()}>
          {isCopied ? 'Скопировано' : 'Скопировать'}
        </button>
      </div>
      {/* Scrollable regions must be reachable by keyboard. */}
      <pre tabIndex={0} role="region" aria-label={title}>
        {html === undefined ? <code>{code}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
      </pre>
    </div>
  );
}
