import cors from 'cors';
import express, { type Express } from 'express';
import { Registry } from 'prom-client';
import type { Logger } from '../runtime/logger';
import type { Tracing } from '../runtime/tracing/tracing';
import type { OpenIdSettings } from '../security/openid-connect';
import { KeyUse } from '../store/merchants/api-key/api-key.use';
import { OperatorsSeen } from '../store/operators/operator/operator.seen';
import { createCallbacks } from './callbacks';
import { createFiles } from './files';
import { Authenticator } from './http/authentication';
import { ByteLimit } from './http/byte-limit';
import { CallLog } from './http/call-log';
import { provideDependencies, type ApiDependencies, type SignInConfiguration } from './http/dependencies';
import { health } from './http/health';
import { createRequestQueues } from './http/request-turns';
import { RequestLimits, type RequestRates } from './http/request-limits';
import { unhandledErrors, unknownAddresses } from './http/unhandled';
import { FailedAuthLimiter } from './http/failed-auth-limiter';
import { createCheckoutV1 } from './checkout-v1/api';
import { createConsoleV1 } from './console-v1/api';
import { createOperatorsV1 } from './operators-v1/api';
import { OperatorAuthenticator } from './operators-v1/operator-authenticator';
import { createPayresV0 } from './payres-v0/api';
import { createV2 } from './v2/api';
import { ActivationLimit } from './http/activation-limit';
import { SearchLimit } from './http/search-limit';
import { createWalletV0 } from './wallet-v0/api';

export interface ApiOptions extends Omit<ApiDependencies, 'activations' | 'searches' | 'signIn'> {
  /** Networks of the load balancers whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
  logger: Logger;
  /** Is flushed by the caller at shutdown. */
  calls?: CallLog;
  keyUse?: KeyUse;
  operatorsSeen?: OperatorsSeen;
  /** The OpenID Connect provider of operators. */
  openId?: OpenIdSignIn | undefined;
  /** Rate limits; none by default. */
  rates?: RequestRates | undefined;
  tracing?: Tracing | undefined;
  registry?: Registry;
}

type OpenIdSignIn = OpenIdSettings & { OIDC_CLIENT_ID: string; OIDC_SCOPE: string };

/** Creates the Express application: APIs, callbacks, files and health. */
export function createApi(options: ApiOptions): Express {
  const { store, tokenSigningKeys, apiUrl, files, trustedProxies = [], engine, logger } = options;
  const { tracing, rates } = options;
  const calls = options.calls ?? new CallLog(store, logger);
  const keyUse = options.keyUse ?? new KeyUse(store.database);
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies);
  const counted = { activations: new ActivationLimit(), searches: new SearchLimit() };
  const signIn = getSignIn(options.openId);
  const { checkoutUrl, examine, keys, vault, vaultMerchants, registryDays, approvalDelaySeconds } = options;
  provideDependencies(app, {
    ...{
      store,
      vault,
      vaultMerchants,
      files,
      tokenSigningKeys,
      engine,
      apiUrl,
      checkoutUrl,
      registryDays,
      approvalDelaySeconds,
    },
    ...{ ...counted, examine, keys, signIn },
  });
  store.admission.reportTo((refused) => logger.warn(refused, 'overloaded: new requests are rejected'));
  app.use(health(store, options.registry ?? new Registry()));
  const queues = createRequestQueues();
  const limits = rates && new RequestLimits(store, rates, keyUse);
  app.use('/callbacks', createCallbacks({ store, logger, limits, queues }));
  app.use('/files', createFiles({ store, tokenSigningKeys, files, logger, limits }));
  const bytes = rates && new ByteLimit();
  // Before CORS, because operators do not call from browsers.
  const createLimiter = (): FailedAuthLimiter => new FailedAuthLimiter(rates?.WRONG_KEYS_PER_MINUTE);
  const seen = options.operatorsSeen ?? new OperatorsSeen(store.database);
  const operators = new OperatorAuthenticator(store, { failedAuth: createLimiter(), seen, openId: options.openId });
  app.use('/operators/v1', createOperatorsV1({ authenticator: operators, queues, bytes, calls, logger }));
  const signingKeys = tokenSigningKeys;
  const authenticator = new Authenticator(store, { signingKeys, keyUse, failedAuth: createLimiter() });
  app.use('/console/v1', createConsoleV1({ queues, calls, logger }, { store, operators, merchants: authenticator }));
  app.use(cors({ exposedHeaders: ['X-Request-ID', 'Location', 'Retry-After'], maxAge: 86_400 }));
  const shared = { authenticator, limits, queues, bytes, calls, logger, tracing };
  app.use('/v2', createV2(shared));
  app.use('/wallet/v0', createWalletV0(shared));
  app.use('/payres/v0', createPayresV0(shared));
  app.use('/checkout/v1', createCheckoutV1(shared, store));
  app.use(unknownAddresses);
  app.use(unhandledErrors(logger));
  return app;
}

function getSignIn(openId: OpenIdSignIn | undefined): SignInConfiguration | undefined {
  if (openId?.OIDC_ISSUER === undefined) return undefined;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_AUDIENCE, OIDC_SCOPE } = openId;
  return { issuer: OIDC_ISSUER, clientID: OIDC_CLIENT_ID, audience: OIDC_AUDIENCE, scope: OIDC_SCOPE };
}
