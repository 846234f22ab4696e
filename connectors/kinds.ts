import { adyenKind } from './adyen/adyen.kind';
import type { ConnectorKind } from './connector-kind';
import { sandboxKind } from './sandbox/sandbox.kind';
import { stripeKind } from './stripe/stripe.kind';
import { yookassaKind } from './yookassa/yookassa.kind';

/** All kinds of connectors. Nothing else outside their folders names them. */
export const CONNECTOR_KINDS: readonly ConnectorKind[] = [sandboxKind, stripeKind, yookassaKind, adyenKind];

const BY_NAME = new Map(CONNECTOR_KINDS.map((kind) => [kind.name, kind]));

export function findKind(name: string): ConnectorKind | undefined {
  return BY_NAME.get(name);
}
