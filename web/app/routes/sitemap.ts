import { absoluteUrl } from '../site/href';
import { listedPaths } from '../site/site-paths.server';

export function loader(): Response {
  const urls = listedPaths().map(
    (path) => `<url><loc>${absoluteUrl(encodeURI(path))}</loc><changefreq>weekly</changefreq></url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
