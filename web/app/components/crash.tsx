import { useLocation } from '@remix-run/react';

export function Crash() {
  // A GET form replaces the query, so its parameters become inputs, without the site's own parameter.
  const query = [...new URLSearchParams(useLocation().search)].filter(([name]) => name !== '_fragment');
  return (
    <div className="notice danger" role="alert">
      <h1>This page crashed.</h1>
      <p>На странице произошёл сбой. Мы уже записали его; попробуйте открыть страницу ещё раз.</p>
      <form method="get">
        {query.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <button className="button primary" type="submit">
          Try again
        </button>
      </form>
    </div>
  );
}
