import { useLocation } from '@remix-run/react';

/** The page-level crash. The button asks for the same page again, with or without a script. */
export function Crash() {
  // A form that is sent by GET replaces the query of its address; the site's own parameter is no part of it.
  const query = [...new URLSearchParams(useLocation().search)].filter(([name]) => name !== '_fragment');
  return (
    <div className="crash" role="alert">
      <h1>This page crashed.</h1>
      <p>На странице произошёл сбой. Мы уже записали его; попробуйте открыть страницу ещё раз.</p>
      <form method="get">
        {query.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <button className="button" type="submit">
          Try again
        </button>
      </form>
    </div>
  );
}
