interface CodeBlockProps {
  /** The code, already coloured and escaped. */
  html: string;
  language: string;
  title?: string | undefined;
}

/** A block of code with its title; the script adds the button that copies it. */
export function CodeBlock({ html, language, title }: CodeBlockProps) {
  return (
    <div className="code" data-lang={language}>
      {title && <div className="code-title">{title}</div>}
      <pre tabIndex={0}>
        <code dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </div>
  );
}
