interface TocHeading {
  depth: number;
  id: string;
  text: string;
}

export function TableOfContents({ headings }: { headings: TocHeading[] }) {
  return (
    <nav className="toc" aria-label="Содержание этой страницы">
      <TocList headings={headings} />
    </nav>
  );
}

export function FoldedTableOfContents({ headings }: { headings: TocHeading[] }) {
  return (
    <details className="toc-folded">
      <summary>Содержание этой страницы</summary>
      <TocList headings={headings} />
    </details>
  );
}

function TocList({ headings }: { headings: TocHeading[] }) {
  return (
    <ul>
      {headings.map(({ depth, id, text }) => (
        <li key={id} className={depth > 2 ? 'toc-deep' : undefined}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
