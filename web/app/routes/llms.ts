import { siteConfig } from '../../site.config';
import { apiReferences } from '../reference/references.server';
import { versions } from '../site/docs.server';
import { absoluteUrl } from '../site/href';

export function loader(): Response {
  const guides = Object.values(versions.find(({ isDefault }) => isDefault)?.guides ?? {}).filter(
    ({ isUnlisted }) => !isUnlisted,
  );
  const references = [...apiReferences().values()].flatMap(({ specification, operations }) => [
    `\n## ${specification.title}\n`,
    line({ title: specification.title, path: `/api/${specification.route}`, text: specification.description }),
    ...operations.map(({ id, method, path, title, event, summary }) =>
      line({
        title: id,
        path: `/api/${specification.route}/${id}`,
        text: event ? summary : `${method.toUpperCase()} ${path} – ${title}`,
      }),
    ),
  ]);
  const text = [
    `# ${siteConfig.title}\n`,
    `> ${siteConfig.description}\n`,
    '## Руководства\n',
    ...guides.map(({ title, path, description }) => line({ title, path, text: description })),
    ...references,
    '',
  ].join('\n');
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

function line({ title, path, text }: { title: string; path: string; text: string }): string {
  return `- [${title}](${absoluteUrl(`${path}.md`)})${text ? `: ${text}` : ''}`;
}
