import { siteConfig } from '../../site.config';
import type { PageDocument } from '../engine/documents';

export function homeDocument(): PageDocument {
  const { title, tagline, description, specifications, topics } = siteConfig;
  const listed = (entries: readonly { title: string; text: string }[]): string =>
    entries.map((entry) => `${entry.title}. ${entry.text}`).join(' ');
  return {
    url: '/',
    title,
    kind: 'category',
    breadcrumbs: [],
    description: `${tagline}. ${description}`,
    keywords: ['главная', 'страница', 'home'],
    sections: [
      { kind: 'heading', hash: 'topics', title: 'С чего начать', text: listed(topics) },
      {
        kind: 'heading',
        hash: 'references',
        title: 'Справочники',
        text: listed(specifications.map((specification) => ({ ...specification, text: specification.description }))),
      },
    ],
  };
}
