import type { MetaDescriptor } from '@remix-run/node';
import { siteConfig } from '../../site.config';
import { absoluteUrl } from './href';

export interface Crumb {
  label: string;
  path?: string;
}

/** Open Graph's form `ru_RU`. */
const { language, region } = new Intl.Locale(siteConfig.locale).maximize();
const ogLocale = `${language}_${region}`;

export const REFERENCES_CRUMB: Crumb = { label: 'Справочники API', path: '/#references' };

export function describePage(page: {
  title: string;
  description: string;
  path: string;
  crumbs?: Crumb[];
  robots?: string;
  markdown?: string;
}): MetaDescriptor[] {
  const { description, path, crumbs, robots, markdown } = page;
  const title = path === '/' ? `${siteConfig.title} – ${siteConfig.tagline}` : `${page.title} | ${siteConfig.title}`;
  const url = absoluteUrl(path);
  return [
    { title },
    { name: 'description', content: description },
    ...(robots ? [{ name: 'robots', content: robots }] : [{ tagName: 'link', rel: 'canonical', href: url }]),
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:type', content: path === '/' ? 'website' : 'article' },
    { property: 'og:locale', content: ogLocale },
    { property: 'og:site_name', content: siteConfig.title },
    ...describeImage(),
    ...(markdown
      ? [{ tagName: 'link', rel: 'alternate', type: 'text/markdown', href: markdown, title: 'Эта страница в Markdown' }]
      : []),
    ...(crumbs && crumbs.length > 1 ? [{ 'script:ld+json': breadcrumbList(crumbs, url) }] : []),
  ];
}

function describeImage(): MetaDescriptor[] {
  const { image, title, tagline } = siteConfig;
  if (!image) return [{ name: 'twitter:card', content: 'summary' }];
  return [
    { property: 'og:image', content: absoluteUrl(image) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `${title} – ${tagline}` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

function breadcrumbList(crumbs: Crumb[], url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: path ? absoluteUrl(path) : url,
    })),
  };
}
