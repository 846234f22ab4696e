import { Body, Get, Path, Post, Queries, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { IDENTITY_REFUSALS } from '../../../domain/wallets/identity/identity';
import { listWithdrawalMethods } from '../../../domain/wallets/withdrawal/withdrawal-methods';
import { createIdentity } from '../../../store/wallets/identity/identity.create';
import { getIdentity, listIdentities, requireIdentity } from '../../../store/wallets/identity/identity.queries';
import { getWalletProvider } from '../../../store/wallets/wallet-provider/wallet-provider.queries';
import { ApiController } from '../../http/dependencies';
import type { ConflictRequest, InvalidOperationParameters } from '../shared/error.types';
import { EMPTY_PAGE, isForeign } from '../shared/filters';
import { presentIdentity } from './identity.presenter';
import type { Identity, IdentityFilters, IdentityPage, IdentityParameters } from './identity.types';
import type { LocationHeader } from '../shared/location.types';
import type { EntityID } from '../shared/primitives.types';
import type { WithdrawalMethods } from '../shared/withdrawal-method.types';

/** Established clients send no `limit` here, so the default is the maximum of other lists. */
const DEFAULT_LIMIT = 1_000;

@Route('identities')
export class IdentitiesController extends ApiController {
  /**
   * Создать владельца: от его имени открываются кошельки и создаются получатели средств.
   * @summary Создать владельца
   */
  @Post()
  @SuccessResponse<LocationHeader>('201', 'Владелец создан.')
  @Response<ConflictRequest>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  @Response<InvalidOperationParameters>('422', 'Владелец не создан: данные операции недопустимы.')
  public async createIdentity(@Body() body: IdentityParameters): Promise<Identity> {
    const { partyID } = this.caller;
    const { name, provider, metadata = null, externalID = null } = body;
    if (isForeign(partyID, body.partyID)) {
      throw new Refusal('invalidOperationParameters', IDENTITY_REFUSALS.partyMissing);
    }
    const given = { partyID, name, providerID: provider, metadata, externalID };
    const identity = await createIdentity(this.api.store, given);
    this.setHeader('Location', `/wallet/v0/identities/${identity.id}`);
    return presentIdentity(identity);
  }

  /**
   * Получить владельцев, от новых к старым.
   * @summary Получить владельцев
   */
  @Get()
  public async listIdentities(@Queries() filters: IdentityFilters): Promise<IdentityPage> {
    const { partyID } = this.caller;
    if (isForeign(partyID, filters.partyID)) return EMPTY_PAGE;
    const page = await listIdentities(this.api.store, { ...filters, partyID, limit: filters.limit ?? DEFAULT_LIMIT });
    return { result: page.rows.map(presentIdentity), continuationToken: page.continuationToken };
  }

  /**
   * Получить владельца.
   * @summary Получить владельца
   */
  @Get('{identityID}')
  public async getIdentity(@Path() identityID: EntityID): Promise<Identity> {
    return presentIdentity(await getIdentity(this.api.store.database, { identityID, partyID: this.caller.partyID }));
  }

  /**
   * Получить способы вывода средств, которые провайдер владельца предлагает.
   * @summary Получить способы вывода
   */
  @Get('{identityID}/withdrawal-methods')
  public async getWithdrawalMethods(@Path() identityID: EntityID): Promise<WithdrawalMethods> {
    const { database } = this.api.store;
    const identity = await requireIdentity(database, { identityID, partyID: this.caller.partyID });
    const { terms } = await getWalletProvider(database, identity);
    return { methods: listWithdrawalMethods(terms) as WithdrawalMethods['methods'] };
  }
}
