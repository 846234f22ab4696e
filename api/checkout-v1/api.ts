import type { Router } from 'express';
import { listPaymentMethods } from '../../domain/payments/payment/payment-methods';
import { listServiceProviders } from '../../store/merchants/reference-data/reference-data.queries';
import { getShopWithRealm } from '../../store/merchants/shop/shop-with-realm';
import type { Store } from '../../store/store';
import { createApiRouter, type ApiContext } from '../http/api-router';
import { getContext } from '../http/context';
import { RoutedSpecification } from '../http/specification';
import { v2Errors } from '../v2/shared/errors';
import { access } from './access';
import type { PayersShop } from './shop.types';

/** Private to the checkout, so it has no published specification: docs/checkout.md describes it. */
const SPECIFICATION = new RoutedSpecification({
  paths: { '/shop': { get: { operationId: 'getShop', responses: { 200: {} } } } },
});

/** The extension that the payment page uses beside `/v2`. */
export function createCheckoutV1(context: ApiContext, store: Store): Router {
  return createApiRouter(context, {
    specification: SPECIFICATION,
    access,
    nameEntity: () => 'Shop',
    errors: v2Errors,
    registerRoutes: (router) => {
      router.get('/shop', (request, response, next) => {
        const { caller } = getContext(request);
        if (caller?.kind !== 'accessToken') return next(new Error('access control lets only access tokens pass'));
        readShop(store, caller.scope).then((shop) => response.json(shop), next);
      });
    },
  });
}

async function readShop({ database }: Store, scope: { shopID: string; partyID: string }): Promise<PayersShop> {
  const { name, terms, realm } = await getShopWithRealm(database, scope);
  const ids = listPaymentMethods(terms).flatMap((method) => ('providers' in method ? method.providers : []));
  const providers = ids.length > 0 ? await listServiceProviders(database, ids) : [];
  return {
    name,
    isTest: realm === 'test',
    collectBillingAddress: terms.collectBillingAddress ?? false,
    providers: providers.map(({ id, brandName, category }) => ({
      id,
      ...(brandName ? { brandName } : {}),
      ...(category ? { category } : {}),
    })),
  };
}
