import type { ReactNode } from 'react';
import { useRouteError } from 'react-router-dom';
import { Failed } from '../parts/states';
import { useTexts } from '../texts/texts';
import { ButtonLink } from '../parts/links';

export function NotFound(): ReactNode {
  const { common } = useTexts();
  return (
    <div className="state">
      <h1>{common.noPage}</h1>
      <p>{common.noPageHelp}</p>
      <ButtonLink to="/" text={common.home} />
    </div>
  );
}

/** A screen that could not be loaded or shown; a reload also fetches the files of a new version. */
export function ScreenFailed(): ReactNode {
  const error = useRouteError();
  return (
    <main className="state-page">
      <Failed error={error} onRetry={() => location.reload()} />
    </main>
  );
}
