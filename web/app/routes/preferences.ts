import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { siteConfig } from '../../site.config';

/** Switches the colour mode without JavaScript and redirects back to the page. */
export function action({ request, context }: ActionFunctionArgs): Response {
  const theme = context.theme === 'dark' ? 'light' : 'dark';
  const from = request.headers.get('referer');
  const page = from && URL.canParse(from) ? new URL(from) : undefined;
  const isOwn = page?.host === request.headers.get('host');
  return redirect(isOwn ? page.pathname + page.search : siteConfig.baseUrl, {
    status: 303,
    headers: { 'Set-Cookie': `theme=${theme}; Path=${siteConfig.baseUrl}; Max-Age=31536000; SameSite=Lax` },
  });
}

export function loader(): Response {
  return redirect(siteConfig.baseUrl);
}
