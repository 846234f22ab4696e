import { useRef, useState, type FormEvent } from 'react';
import { buildAddress } from '../app/reference/samples/api-request';
import { readYields } from '../app/reference/samples/chain';
import { AnswerView } from './answer-view';
import { Credentials } from './credentials';
import { findField, findInvalidFields } from './places';
import { getLatest, remember, rememberedKey } from './memory';
import type { ConsoleOperation } from './operation';
import { BodyField, ParameterFields } from './fields';
import { completeEntry, firstEntry, prepare, type FormEntry, type Prepared } from './prepare';
import { send, type ApiResponse, type SendOutcome } from './send';

const SLOW_MS = 3000;

interface Run {
  state: 'sending' | 'slow' | 'done' | 'refused';
  outcome?: SendOutcome;
  problem?: { problem: string; place: string };
  prepared?: Extract<Prepared, { url: string }>;
}

export function Console({ operation }: { operation: ConsoleOperation }) {
  const [entry, setEntry] = useState(() => firstEntry(operation));
  const [key, setKey] = useState(rememberedKey);
  const [token, setToken] = useState('');
  const bodyRef = useRef<HTMLTextAreaElement>(null);
  const { run, isBusy, start, stop } = useRun(operation);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const credentials = token ? (getLatest(operation.api)[token] ?? '') : key.trim();
    void start(entry, credentials);
  };
  const answer = run?.outcome && 'answer' in run.outcome ? run.outcome.answer : undefined;
  const wrong = answer && answer.status >= 400 ? findInvalidFields(answer.json) : [];
  const show = (place: string): void => showPlace(place, bodyRef.current);
  return (
    <div className="panel console-columns">
      <form className="console-form" onSubmit={submit} noValidate>
        <Credentials
          {...{ operation, setToken, token }}
          apiKey={key}
          setKey={setKey}
          onShop={() => setEntry((before) => completeEntry(operation, before))}
        />
        <ParameterFields {...{ operation, entry, setEntry }} wrong={[...wrong, run?.problem?.place ?? '']} />
        <BodyField {...{ operation, entry, setEntry, bodyRef }} isWrong={run?.problem?.place === 'body'} />
        <p className="row console-actions">
          <button type="submit" className="button primary console-send" aria-disabled={isBusy}>
            Отправить запрос
          </button>
          {isBusy && (
            <button type="button" className="button" onClick={stop}>
              Прервать
            </button>
          )}
        </p>
      </form>
      <div className="console-answer">
        <p role="status" className={run?.problem ? 'field-error' : 'console-state'}>
          {getState(run, operation)}
        </p>
        {!run && <p className="help">Здесь появится ответ: код, заголовки, время и тело.</p>}
        {run?.prepared && run.outcome && (
          <AnswerView {...{ operation, wrong, show }} outcome={run.outcome} request={run.prepared.request} />
        )}
      </div>
    </div>
  );
}

function useRun(operation: ConsoleOperation) {
  const [run, setRun] = useState<Run>();
  const stopper = useRef<AbortController>();
  const isBusy = run?.state === 'sending' || run?.state === 'slow';
  const start = async (entry: FormEntry, credentials: string): Promise<void> => {
    if (isBusy) return;
    const prepared = checkCredentials(operation, { prepared: prepare(operation, entry), credentials });
    if ('problem' in prepared) return setRun({ state: 'refused', problem: prepared });
    const { signal } = (stopper.current = new AbortController());
    setRun({ state: 'sending', prepared });
    const slow = setTimeout(() => setRun({ state: 'slow', prepared }), SLOW_MS);
    const { url, body } = prepared;
    const { method, hasRequestID } = operation;
    const outcome = await send({
      ...{ url, method, credentials, hasRequestID, signal },
      ...(body === undefined ? {} : { body }),
    });
    clearTimeout(slow);
    if ('answer' in outcome) rememberValues(operation, outcome.answer, entry.body);
    setRun({ state: 'done', outcome, prepared });
  };
  return { run, isBusy, start, stop: () => stopper.current?.abort() };
}

function checkCredentials(
  { needsKey }: ConsoleOperation,
  { prepared, credentials }: { prepared: Prepared; credentials: string },
): Prepared {
  if (!needsKey) return prepared;
  if (!credentials) return { problem: 'Укажите ключ API.', place: 'key' };
  if (!/^[\x21-\x7e]+$/.test(credentials))
    return { problem: 'В ключе есть недопустимые символы: скопируйте его заново.', place: 'key' };
  return prepared;
}

function rememberValues(operation: ConsoleOperation, { status, json }: ApiResponse, body: string): void {
  if (status >= 300) return;
  const { api, id, externalID } = operation;
  const given = /"externalID"\s*:\s*"([^"]*)"/.exec(body)?.[1];
  remember(api, {
    ...readYields(id, json),
    ...(externalID && given ? { [`external ${externalID}`]: given } : {}),
  });
}

function getState(run: Run | undefined, { baseUrl }: ConsoleOperation): string {
  if (!run) return '';
  if (run.problem) return run.problem.problem;
  if (run.state === 'sending') return 'Отправляем…';
  if (run.state === 'slow') return 'Платформа отвечает дольше обычного. Подождите ещё или прервите.';
  if (!run.outcome || 'answer' in run.outcome)
    return run.prepared ? `Запрос отправлен: ${buildAddress(run.prepared.request)}` : '';
  const FAILURES = {
    unreachable: `Платформа не отвечает. Проверьте, что она запущена по адресу ${baseUrl} и доступна из этого браузера, и отправьте запрос снова.`,
    timeout:
      'Платформа не ответила за минуту. Операция могла состояться: прочитайте объект или повторите с тем же externalID.',
    stopped: 'Ожидание прервано. Операция могла состояться: прочитайте объект или повторите с тем же externalID.',
  };
  return FAILURES[run.outcome.failure];
}

function showPlace(place: string, body: HTMLTextAreaElement | null): void {
  const input = document.getElementById(`console-${place}`);
  if (input) return input.focus();
  const field = body && findField(body.value, place);
  body?.focus();
  if (body && field) body.setSelectionRange(field.start, field.end);
}
