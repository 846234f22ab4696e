import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { siteConfig } from '../../site.config';
import { Breadcrumbs } from '../components/breadcrumbs';
import { Cards, type Card } from '../components/cards';
import { Pagination } from '../components/pagination';
import { PageFoot } from '../components/page-foot';
import { FoldedTableOfContents, TableOfContents } from '../components/table-of-contents';
import { DocsSidebar } from '../layout/docs-sidebar';
import { Page } from '../layout/page';
import { localiseHtml } from '../site/checkout.server';
import { findDocsPage, findInDefaultVersion, getSidebar, splitVersion } from '../site/docs.server';
import { describePage } from '../site/head';
import { href } from '../site/href';
import { notFound } from '../site/not-found.server';
import { Words } from '../components/words';

export function loader({ params }: LoaderFunctionArgs) {
  const path = (params['*'] ?? '').replace(/\/$/, '');
  const { version, id } = splitVersion(path);
  const page = findDocsPage(version, id);
  if (!page) throw notFound(`/docs/${path}`);
  const { guide, ...rest } = page;
  return {
    ...rest,
    version: { name: version.name, label: version.label, isDefault: version.isDefault, root: version.root },
    inDefault: version.isDefault ? undefined : (findInDefaultVersion(id) ?? '/docs'),
    sidebar: getSidebar(version),
    html: guide && localiseHtml(guide.html),
    headings: guide?.headings ?? [],
    isUnlisted: guide?.isUnlisted ?? false,
    updated: guide?.updated,
    checkoutScript:
      guide?.needsCheckout && siteConfig.checkout.host ? siteConfig.checkout.host + siteConfig.checkout.script : null,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  const { title, description, path, crumbs, isUnlisted, version } = data;
  const robots = isUnlisted ? 'noindex, nofollow' : version.isDefault ? undefined : 'noindex, follow';
  return describePage({
    title,
    description: description || `${title}: ${siteConfig.description}`,
    path,
    crumbs,
    ...(robots ? { robots } : {}),
    markdown: href(`${path}.md`),
  });
};

export default function Docs() {
  const page = useLoaderData<typeof loader>();
  const { kind, title, description, html, headings, cards, crumbs, previous, next, path, checkoutScript } = page;
  return (
    <Page
      section={`docs:${page.version.name}`}
      root={page.version.root}
      sidebar={<DocsSidebar nodes={page.sidebar} path={path} />}
    >
      <div className="columns">
        <div className="content">
          {kind === 'guide' && <CopyPage address={href(`${path}.md`)} />}
          <Breadcrumbs crumbs={crumbs} />
          {page.inDefault && <VersionNotice label={page.version.label} inDefault={page.inDefault} />}
          {page.isUnlisted && <UnlistedNotice />}
          <article>
            {html?.includes('<h1') ? null : <h1>{title}</h1>}
            {kind !== 'guide' && description && (
              <p className="lead">
                <Words>{description}</Words>
              </p>
            )}
            {headings.length > 0 && <FoldedTableOfContents headings={headings} />}
            {html && <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />}
            {cards?.[0] && (
              <p className="start-here">
                <a className="button primary" href={href(findFirstGuide(cards[0]).path)}>
                  Начать: {findFirstGuide(cards[0]).title}
                </a>
              </p>
            )}
            {cards && <Cards cards={cards} />}
          </article>
          {kind === 'guide' && <PageFoot updated={page.updated} />}
          <Pagination previous={previous} next={next} />
          {checkoutScript && <script async src={checkoutScript} data-checkout="" />}
        </div>
        {headings.length > 0 && <TableOfContents headings={headings} />}
      </div>
    </Page>
  );
}

function findFirstGuide(card: Card): Card {
  return card.items?.[0] ? findFirstGuide(card.items[0]) : card;
}

/** Copies the Markdown twin of the page, for notes and assistants. */
function CopyPage({ address }: { address: string }) {
  return (
    <button
      type="button"
      className="button small copy-page"
      data-copy-page={address}
      title="Скопировать страницу в формате Markdown"
    >
      <span>Копировать </span>Markdown
    </button>
  );
}

function UnlistedNotice() {
  return (
    <div className="notice waiting" role="note">
      <p className="notice-title">Страница не опубликована</p>
      <p>Поисковые системы её не индексируют, и открыть её можно только по прямой ссылке.</p>
    </div>
  );
}

function VersionNotice({ label, inDefault }: { label: string; inDefault: string }) {
  return (
    <div className="notice version-notice" role="note">
      <p>
        Вы читаете версию «{label}». <a href={href(inDefault)}>Эта страница в основной версии</a>
      </p>
    </div>
  );
}
