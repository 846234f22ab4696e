import { Children, isValidElement, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { href as siteHref } from '../app/site/href';
import { downloadName } from '../app/site/download-name';
import { ADMONITION_TITLES } from './admonition-titles';
import { CodeBlock } from '../app/components/code-block';
import { renderMermaid } from './diagrams/render-mermaid';
import { StateDiagram } from './diagrams/state-diagram';
import { SignatureChecks } from '../app/components/signature-checks';
import type { GuideData } from './guide-data';
import type { Highlight } from './highlight';
import { PicturesRow } from './pictures-row';
import { postmanCollections } from './postman-collections';
import { CheckoutDemo } from './checkout-demo';
import { QuickStart } from './quick-start';
import { TestCardsTable } from './test-cards-table';

export function createGuideComponents({ data, highlight }: { data: GuideData; highlight: Highlight }) {
  return {
    h2: (props: ComponentProps<'h2'>) => <HeadingWithLink level={2} {...props} />,
    h3: (props: ComponentProps<'h3'>) => <HeadingWithLink level={3} {...props} />,
    h4: (props: ComponentProps<'h4'>) => <HeadingWithLink level={4} {...props} />,
    pre: ({ children }: { children?: ReactNode }) => <Code highlight={highlight}>{children}</Code>,
    table: (props: ComponentProps<'table'>) => (
      <div className="table" tabIndex={0} role="group" aria-label="Таблица">
        <table {...props} />
      </div>
    ),
    // An empty corner cell is not a header.
    th: ({ children, ...rest }: ComponentProps<'th'>) =>
      children ? (
        <th scope="col" {...rest}>
          {children}
        </th>
      ) : (
        <td />
      ),
    a: GuideLink,
    Admonition,
    StateDiagram: ({ machine }: { machine: string }) => (
      <StateDiagram name={machine} machine={data.machines[machine]} />
    ),
    TestCards: () => <TestCardsTable table={data.testCards} />,
    Pictures: ({ names }: { names: string }) => <PicturesRow names={names} pictures={data.pictures} />,
    PostmanLinks,
    CheckoutDemo,
    QuickStart,
    SignatureChecks: () => <SignatureChecks checks={data.signatureChecks} />,
  };
}

function HeadingWithLink({ level, id, children }: { level: 2 | 3 | 4; id?: string; children?: ReactNode }) {
  const Tag = `h${level}` as const;
  const label = `Прямая ссылка на «${formatText(children)}»`;
  return (
    <Tag id={id}>
      {children}
      {id && <a className="hash-link" href={`#${id}`} aria-label={label} title={label} />}
    </Tag>
  );
}

function formatText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(formatText).join('');
  return isValidElement(node) ? formatText((node as ReactElement<{ children?: ReactNode }>).props.children) : '';
}

function Code({ children, highlight }: { children?: ReactNode; highlight: Highlight }) {
  const code = Children.toArray(children).find(isValidElement) as
    ReactElement<{ className?: string; metastring?: string; children?: ReactNode }> | undefined;
  if (!code) return <pre>{children}</pre>;
  const language = /language-(\S+)/.exec(code.props.className ?? '')?.[1] ?? 'text';
  const text = formatText(code.props.children).replace(/\n$/, '');
  if (language === 'mermaid') return <div dangerouslySetInnerHTML={{ __html: renderMermaid(text) }} />;
  const title = /title="([^"]*)"/.exec(code.props.metastring ?? '')?.[1];
  const html = highlight(text, language);
  return <CodeBlock html={language === 'bash' ? breakAddresses(html) : html} language={language} title={title} />;
}

/** Adds breaks after slashes, because Chromium adds none. The copied text stays the same. */
function breakAddresses(html: string): string {
  return html.replace(/(?<=[\w}])\/(?=[\w$])/g, '<wbr/>/');
}

function GuideLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  const isExternal = /^https?:/.test(href);
  return (
    <a
      href={href.startsWith('/') ? siteHref(href) : href}
      {...rest}
      {...(isExternal ? { rel: 'noopener', target: '_blank' } : {})}
    >
      {children}
    </a>
  );
}

const TONES: Readonly<Record<string, string>> = {
  tip: 'good',
  info: 'info',
  warning: 'waiting',
  caution: 'waiting',
  danger: 'danger',
};

function Admonition({ kind, title, children }: { kind: string; title?: string; children?: ReactNode }) {
  return (
    <div className={`notice ${TONES[kind] ?? ''}`} role="note">
      <p className="notice-title">{title ?? ADMONITION_TITLES[kind]}</p>
      {children}
    </div>
  );
}

function PostmanLinks() {
  return (
    <ul className="downloads">
      {postmanCollections().map(({ path, title, route }) => (
        <li key={path}>
          <a href={siteHref(path)} download={downloadName(`${route}.postman_collection.json`)}>
            Коллекция «{title}»
          </a>
        </li>
      ))}
    </ul>
  );
}
