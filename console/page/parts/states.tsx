import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { ApiFailure, isOutage } from '../api/client';
import { load, useTexts, type ConsoleTexts } from '../texts/texts';
import { Button } from './button';
import { wordProblem } from './word-failure';

/** Keeps the height of a list, so that the page does not jump when the data arrive. */
export function Loading({ rows = 6 }: { rows?: number | undefined }): ReactNode {
  const { common } = useTexts();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{common.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="bone" />
      ))}
    </div>
  );
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { common } = useTexts();
  return (
    <div className="state" role="alert">
      <h2>{common.failed}</h2>
      <ErrorText error={error} />
      <Button text={common.retry} onPress={onRetry} />
    </div>
  );
}

/** What stands for the data of a query that has none: that they load, or why they do not. */
export function QueryState({ query, rows = 6, isIncomplete = false }: QueryStateProps): ReactNode {
  const { isPending, isError, data, error, refetch } = query;
  if (isError && (isIncomplete || !data)) return <Failed error={error} onRetry={() => void refetch()} />;
  return (isPending || isIncomplete) && <Loading rows={rows} />;
}

interface QueryStateProps {
  query: UseQueryResult;
  rows?: number;
  /** Whether what the page shows together with the data is still missing. */
  isIncomplete?: boolean;
}

type ErrorTexts = Awaited<ReturnType<typeof load.errors>>;

/** Words a failure by its code: what the API says in English is not for people. */
function wordError(error: unknown, { common }: ConsoleTexts, errors: ErrorTexts): string {
  if (isOutage(error)) return common.unavailable;
  const codes: Readonly<Record<string, string>> = errors.codes;
  return (error instanceof ApiFailure && codes[error.code]) || common.failed;
}

/** The words of a failure for an announcement. */
export async function errorText(error: unknown, texts: ConsoleTexts): Promise<string> {
  return wordError(error, texts, await load.errors());
}

const LoadedErrorText = lazy(async () => {
  const errors = await load.errors();
  return { default: ({ error }: { error: unknown }) => <WordedError error={error} errors={errors} /> };
});

/** What was refused, its parameters and code, and the number to report. */
export function ErrorText({ error }: { error: unknown }): ReactNode {
  return (
    <Suspense>
      <LoadedErrorText error={error} />
    </Suspense>
  );
}

function WordedError({ error, errors }: { error: unknown; errors: ErrorTexts }): ReactNode {
  const texts = useTexts();
  const failure = error instanceof ApiFailure ? error : undefined;
  const { place, conflict, retryAfter } = failure?.parameters ?? {};
  const problems = failure?.problems ?? [];
  const details = [
    place !== undefined && problems.length === 0 && errors.place(place),
    conflict && errors.conflict(conflict.externalID, conflict.id),
    retryAfter !== undefined && errors.retryAfter(retryAfter),
    failure?.code,
  ];
  return (
    <>
      <p>{wordError(error, texts, errors)}</p>
      {failure && <p className="help">{details.filter(Boolean).join('. ')}</p>}
      {problems.map((problem) => (
        <p className="help" key={JSON.stringify(problem)}>
          {[problem.place.join('.'), wordProblem(errors, problem)].filter(Boolean).join(': ')}
        </p>
      ))}
      {failure && failure.message !== '' && problems.length === 0 && (
        <details className="help">
          <summary>{errors.developers}</summary>
          <p lang="en">{failure.message}</p>
        </details>
      )}
      {failure?.requestID !== undefined && <p className="help">{texts.common.requestID(failure.requestID)}</p>}
    </>
  );
}

/** A failure of an action, read out when it appears. */
export function ErrorNotice({ error }: { error: unknown }): ReactNode {
  if (error === undefined || error === null) return null;
  return (
    <div role="alert" className="notice danger">
      <ErrorText error={error} />
    </div>
  );
}

/** What is wrong with what was entered, read out when it appears. */
export function Alert({ text }: { text: string | undefined }): ReactNode {
  return (
    Boolean(text) && (
      <p role="alert" className="notice danger">
        {text}
      </p>
    )
  );
}

export function Empty({ title, help, children }: { title: string; help?: string; children?: ReactNode }): ReactNode {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {help !== undefined && <p className="help">{help}</p>}
      {children}
    </div>
  );
}
