interface CodeBlockProps {
  html: string;
  language: string;
  title?: string | undefined;
}

/** The label above a block without a title, so that its buttons never cover code. */
const LABELS: Record<string, string> = {
  bash: 'Терминал',
  html: 'HTML',
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  php: 'PHP',
  python: 'Python',
  text: 'Текст',
};

export function CodeBlock({ html, language, title }: CodeBlockProps) {
  return (
    <div className="code" data-lang={language}>
      <div className="code-title">{title ?? LABELS[language]}</div>
      <pre tabIndex={0}>
        <code dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </div>
  );
}
