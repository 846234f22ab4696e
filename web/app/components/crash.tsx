/** The page-level crash. The button asks for the same page again, with or without a script. */
export function Crash() {
  return (
    <div className="crash" role="alert">
      <h1>This page crashed.</h1>
      <p>На странице произошёл сбой. Мы уже записали его; попробуйте открыть страницу ещё раз.</p>
      <form method="get">
        <button className="button" type="submit">
          Try again
        </button>
      </form>
    </div>
  );
}
