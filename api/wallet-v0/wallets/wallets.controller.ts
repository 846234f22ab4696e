import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { Body, Get, Path, Post, Queries, Response, Route, SuccessResponse } from '@tsoa/runtime';
import { grantWallet } from '../../../store/wallets/grant/grant-tokens';
import { createWallet } from '../../../store/wallets/wallet/wallet.create';
import { getWallet, listWallets, readWalletBalance } from '../../../store/wallets/wallet/wallet.queries';
import { ApiController } from '../../http/dependencies';
import { toMoney } from '../shared/asset';
import type { ConflictRequest, InvalidOperationParameters } from '../shared/error.types';
import { EMPTY_PAGE, parseBodyDate, isForeign } from '../shared/filters';
import type { WalletGrant, WalletGrantParameters } from '../shared/grant.types';
import type { LocationHeader } from '../shared/location.types';
import type { EntityID } from '../shared/primitives.types';
import { presentAccount, presentWallet } from './wallet.presenter';
import type { Wallet, WalletAccount, WalletFilters, WalletPage, WalletParameters } from './wallet.types';

@Route('wallets')
export class WalletsController extends ApiController {
  /**
   * Создать кошелёк владельца в одной из валют, с которыми работает его провайдер.
   * @summary Создать кошелёк
   */
  @Post()
  @SuccessResponse<LocationHeader>('201', 'Кошелёк создан.')
  @Response<ConflictRequest>('409', 'Переданный `externalID` уже использован с другими параметрами.')
  @Response<InvalidOperationParameters>('422', 'Кошелёк не создан: данные операции недопустимы.')
  public async createWallet(@Body() body: WalletParameters): Promise<Wallet> {
    const { name, identity, currency, metadata = null, externalID = null } = body;
    const given = { partyID: this.caller.partyID, name, identityID: identity, currency, metadata, externalID };
    const wallet = await createWallet(this.api.store, given);
    this.setHeader('Location', `/wallet/v0/wallets/${wallet.id}`);
    return presentWallet(wallet);
  }

  /**
   * Получить кошельки, от новых к старым.
   * @summary Получить кошельки
   */
  @Get()
  public async listWallets(@Queries() filters: WalletFilters): Promise<WalletPage> {
    const { partyID } = this.caller;
    if (isForeign(partyID, filters.partyID)) return EMPTY_PAGE;
    const page = await listWallets(this.api.store, { ...filters, partyID });
    return { result: page.rows.map(presentWallet), continuationToken: page.continuationToken };
  }

  /**
   * Получить кошелёк.
   * @summary Получить кошелёк
   */
  @Get('{walletID}')
  public async getWallet(@Path() walletID: EntityID): Promise<Wallet> {
    return presentWallet(await getWallet(this.api.store.database, { walletID, partyID: this.caller.partyID }));
  }

  /**
   * Получить состояние счёта кошелька: собственные и доступные средства.
   * @summary Получить счёт кошелька
   */
  @Get('{walletID}/account')
  public async getWalletAccount(@Path() walletID: EntityID): Promise<WalletAccount> {
    const { database } = this.api.store;
    const wallet = await getWallet(database, { walletID, partyID: this.caller.partyID });
    return presentAccount(wallet, await readWalletBalance(database, wallet));
  }

  /**
   * Выдать разрешение на вывод средств из кошелька: одноразовый токен, с которым другой участник выведет не больше
   * указанной суммы и не позже указанного времени.
   * @summary Выдать разрешение на кошелёк
   */
  @Post('{walletID}/grants')
  @SuccessResponse('201', 'Разрешение выдано.')
  @Response<InvalidOperationParameters>('422', 'Разрешение не выдано: данные операции недопустимы.')
  public async issueWalletGrant(@Path() walletID: EntityID, @Body() body: WalletGrantParameters): Promise<WalletGrant> {
    const { store, tokenSigningKeys: signingKeys } = this.api;
    const validUntil = parseBodyDate(body.validUntil, 'validUntil');
    const terms = { partyID: this.caller.partyID, validUntil, signingKeys };
    const token = await grantWallet(store.database, { ...terms, walletID, asset: toMoney(body.asset) });
    return { token, asset: body.asset, validUntil: rfc3339Text(validUntil) };
  }
}
