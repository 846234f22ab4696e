import { ConnectorRejection } from './connector-rejection';

/** The acquirer's method for the provider of a terminal or a digital wallet. @throws ConnectorRejection for another provider */
export function methodOfProvider<Method>(
  methods: Readonly<Record<string, Method>>,
  provider: string,
  acquirer: string,
): Method {
  const method = new Map(Object.entries(methods)).get(provider.toLowerCase());
  if (method !== undefined) return method;
  throw ConnectorRejection.unsent(`${acquirer} has no payment method for the provider ${provider}`, 'provider');
}
