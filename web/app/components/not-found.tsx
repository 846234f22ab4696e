import { href } from '../site/href';

export function NotFound({ suggestions }: { suggestions: { title: string; path: string }[] }) {
  return (
    <>
      <h1>Страница не найдена</h1>
      <p>Такой страницы нет. Если вас привела ссылка с другого сайта, сообщите его владельцу, что она не работает.</p>
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
