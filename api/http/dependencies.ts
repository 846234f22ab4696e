import type { Request } from 'express';
import { Controller, type IocContainer } from '@tsoa/runtime';
import type { CheckFinding } from '../../operators/doctor/finding';
import type { InstallationKeys } from '../../operators/go-live/go-live';
import type { AccountVault } from '../../operators/connector-accounts/card-accounts';
import type { TemporalGateway } from '../../operators/temporal-gateway';
import { isViewerOnly } from '../../domain/operators/operator/roles';
import { maskContactsWithin } from '../../domain/operators/person/mask-body';
import { maySeeContacts } from '../../domain/operators/search/personal-data';
import type { CardVault, TokenVault } from '../../store/payments/card-vault/card-vault';
import type { VaultMerchants } from '../../connectors/wallet-tokens';
import type { FileStorage } from '../../files/file-storage';
import type { Store } from '../../store/store';
import type { Origin } from '../../store/platform/audit/origin';
import { getOrigin } from './call-log';
import { formatCaller, getCaller, getContext, getOperator, type Caller, type OperatorCaller } from './context';
import type { KeyRing } from '../../security/key-ring';
import type { SearchLimit } from './search-limit';
import type { ActivationLimit } from './activation-limit';

export interface ApiDependencies {
  store: Store;
  /** The vault of cards. */
  vault: CardVault & TokenVault & AccountVault;
  /** Whose tokens of each wallet the vault opens. */
  vaultMerchants?: VaultMerchants | undefined;
  tokenSigningKeys: KeyRing;
  /** Reports and documents. */
  files: FileStorage;
  /** Temporal, for the operators' API. */
  engine: TemporalGateway;
  apiUrl: string;
  /** Days until a registry is deleted. */
  registryDays: number;
  activations: ActivationLimit;
  searches: SearchLimit;
  checkoutUrl: string;
  /** Runs the checks of the installation. */
  examine: () => AsyncIterable<CheckFinding>;
  keys: InstallationKeys;
  /** For how long a new role or key of an operator approves nothing. */
  approvalDelaySeconds: number;
  /** How operators sign in; undefined without an OpenID Connect provider. */
  signIn?: SignInConfiguration | undefined;
}

export interface SignInConfiguration {
  issuer: string;
  clientID: string;
  audience: string;
  scope: string;
}

const LOCAL = 'dependencies';

/** Stores the dependencies in the Express application for the controllers. */
export function provideDependencies(app: { locals: Record<string, unknown> }, dependencies: ApiDependencies): void {
  app.locals[LOCAL] = dependencies;
}

/** The base class of controllers, created per request. */
export abstract class ApiController extends Controller {
  constructor(
    protected readonly api: ApiDependencies,
    private readonly request: Request,
  ) {
    super();
  }

  /** The caller of an operation that requires a key or a token. */
  protected get caller(): Caller {
    return getCaller(this.request);
  }

  /** The operator and the origin of a read that the audit log records. */
  protected asOperator(): { operator: OperatorCaller; origin: Origin } {
    const operator = getOperator(this.request);
    const { requestID, operation } = getContext(this.request);
    const read = { requestID, operation: operation?.operationID ?? '', partyID: null, paymentID: null };
    return { operator, origin: { ...read, caller: formatCaller(operator), status: 200, isNoted: false } };
  }

  /** The person who calls the operators' API. */
  protected get operator(): OperatorCaller {
    return getOperator(this.request);
  }

  /** Whether the operator deals with no payers, so that contacts are masked. */
  protected masksContacts(): boolean {
    return !maySeeContacts(this.operator.roles);
  }

  /** What is configured or ordered, for viewers without the contacts of contractors and operators. */
  protected withoutContacts<Value>(value: Value): Value {
    return isViewerOnly(this.operator.roles) ? (maskContactsWithin(value) as Value) : value;
  }

  /** Whether this request has changed anything; an idempotent retry has not. */
  protected get isChanged(): boolean {
    return this.api.store.origin?.isNoted === true;
  }
}

type Own = ConstructorParameters<typeof ApiController>;

/** Creates controllers for the generated routes, which import this function by name. */
export function iocContainer(request: Request): IocContainer {
  const dependencies = request.app.locals[LOCAL] as ApiDependencies;
  const origin = getOrigin(request);
  const given = origin ? { ...dependencies, store: { ...dependencies.store, origin } } : dependencies;
  return { get: (Controller: unknown) => new (Controller as new (...own: Own) => never)(given, request) };
}
