import { siteConfig } from '../../site.config';
import { href } from '../site/href';

const DOCS = [
  { label: 'Введение', path: '/intro' },
  { label: 'Приём платежей', path: '/category/payments' },
  { label: 'Кошельки', path: '/category/wallets' },
  { label: 'Справочные материалы', path: '/category/refs' },
];

export function Footer({ docsRoot }: { docsRoot: string }) {
  return (
    <footer className="footer">
      <div className="footer-columns">
        <FooterColumn
          title="Документация"
          links={DOCS.map(({ label, path }) => ({ label, href: href(docsRoot + path) }))}
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
