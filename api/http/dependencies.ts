import type { Request } from 'express';
import { Controller, type IocContainer } from '@tsoa/runtime';
import type { TemporalGateway } from '../../operators/temporal-gateway';
import type { Store } from '../../store/store';
import { getOrigin } from './call-log';
import { getCaller, type Caller } from './context';
import type { KeyRing } from '../../store/secrets/key-ring';
import type { ActivationLimit } from './activation-limit';

/** What controllers work with. */
export interface ApiDependencies {
  store: Store;
  tokenSigningKeys: KeyRing;
  /** The engine, for what operators ask. */
  engine: TemporalGateway;
  /** The API's public base address. */
  apiUrl: string;
  /** How often parties and shops are activated. */
  activations: ActivationLimit;
}

const LOCAL = 'dependencies';

/** Hands the dependencies to an Express application, from where each request's controller gets them. */
export function provideDependencies(app: { locals: Record<string, unknown> }, dependencies: ApiDependencies): void {
  app.locals[LOCAL] = dependencies;
}

/** What every controller is: it works with the dependencies, for the caller of the one request that it is made for. */
export abstract class ApiController extends Controller {
  constructor(
    protected readonly api: ApiDependencies,
    private readonly request: Request,
  ) {
    super();
  }

  /** Who calls, for operations that nobody calls without a key or a token. */
  protected get caller(): Caller {
    return getCaller(this.request);
  }

  /** Whether this request has changed anything: a repetition changes nothing, and says so. */
  protected get isChanged(): boolean {
    return this.api.store.origin?.isNoted === true;
  }
}

type Own = ConstructorParameters<typeof ApiController>;

/** Makes the controllers that the generated routes ask for, under the name by which they look for it. */
export function iocContainer(request: Request): IocContainer {
  const dependencies = request.app.locals[LOCAL] as ApiDependencies;
  const origin = getOrigin(request);
  const given = origin ? { ...dependencies, store: { ...dependencies.store, origin } } : dependencies;
  return { get: (Controller: unknown) => new (Controller as new (...own: Own) => never)(given, request) };
}
