import type { RequestHandler, Router } from 'express';
import { getContext } from './context';

/** Dispatches to the generated routes by the operation that `accessControl` found; Express would match every pattern. */
export function operationRoutes(registerRoutes: (router: Router) => void): RequestHandler {
  const routes = new Map<string, RequestHandler>();
  const adder =
    (method: string) =>
    (path: string, ...handlers: RequestHandler[]): void => {
      const [handler, ...others] = handlers;
      if (!handler || others.length > 0)
        throw new Error(`${method} ${path} has layers of its own: give them to its API`);
      routes.set(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`, handler);
    };
  const methods = ['get', 'put', 'post', 'delete', 'patch'];
  const recorder = Object.fromEntries(methods.map((method) => [method, adder(method)]));
  registerRoutes(recorder as unknown as Router);
  return (request, response, next) => {
    const { operation } = getContext(request);
    const route = operation && routes.get(`${operation.method} ${operation.path}`);
    if (!route) return next();
    request.params = operation.parameters;
    route(request, response, next);
  };
}
