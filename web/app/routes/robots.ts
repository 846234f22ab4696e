import { absoluteUrl, href } from '../site/href';

export function loader(): Response {
  const lines = [
    'User-agent: *',
    `Disallow: ${href('/search')}`,
    `Disallow: ${href('/preferences')}`,
    '',
    `Sitemap: ${absoluteUrl('/sitemap.xml')}`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
