import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound } from '../site/not-found.server';

export function loader({ request }: LoaderFunctionArgs): never {
  throw notFound(new URL(request.url).pathname);
}

export default function NotFoundRoute() {
  return null;
}
