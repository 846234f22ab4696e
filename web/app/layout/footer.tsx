import { pagePaths } from '../../guides/page-paths';
import { siteConfig } from '../../site.config';
import { versions } from '../site/docs.server';
import { href } from '../site/href';

export function Footer({ docsRoot }: { docsRoot: string }) {
  return (
    <footer className="footer">
      <div className="footer-columns">
        <FooterColumn
          title="Документация"
          links={siteConfig.docs.map(({ label, path }) => ({ label, href: href(getVersionPath(docsRoot, path)) }))}
        />
        <FooterColumn
          title="Справочники API"
          links={siteConfig.specifications.map(({ title, route }) => ({ label: title, href: href(`/api/${route}`) }))}
        />
        <FooterColumn title={siteConfig.title} links={[...siteConfig.provider, siteConfig.source]} />
      </div>
      <p className="footer-copyright">{siteConfig.copyright}</p>
    </footer>
  );
}

/** Returns the page's path in this version, or in the default one if the version lacks it. */
function getVersionPath(docsRoot: string, path: string): string {
  const version = versions.find(({ root }) => root === docsRoot);
  return version && pagePaths(version).has(docsRoot + path) ? docsRoot + path : `/docs${path}`;
}

function FooterColumn({ title, links }: { title: string; links: { label: string; href: string }[] }) {
  return (
    <nav aria-label={`Ссылки внизу страницы: ${title}`}>
      <p className="footer-title">{title}</p>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href} {...(/^https?:/.test(link.href) ? { rel: 'noopener', target: '_blank' } : {})}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
