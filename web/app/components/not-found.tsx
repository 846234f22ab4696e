import { href } from '../site/href';

export function NotFound({ suggestions }: { suggestions: { title: string; path: string }[] }) {
  return (
    <>
      <h1>Страница не найдена</h1>
      <p>К сожалению, мы не смогли найти запрашиваемую вами страницу.</p>
      <p>
        Пожалуйста, обратитесь к владельцу сайта, с которого вы перешли на эту ссылку, чтобы сообщить ему, что ссылка не
        работает.
      </p>
      {suggestions.length > 0 && (
        <section aria-labelledby="suggestions">
          <h2 id="suggestions">Возможно, вы искали</h2>
          <ul>
            {suggestions.map(({ title, path }) => (
              <li key={path}>
                <a href={href(path)}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <a href={href('/docs')}>Перейти к документации</a>
      </p>
    </>
  );
}
