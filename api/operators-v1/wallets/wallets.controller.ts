import { Get, Path, Queries, Route } from '@tsoa/runtime';
import { currencyTerms } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { listProviderBalances } from '../../../store/platform/ledger/provider-balances';
import { getWalletProvider } from '../../../store/wallets/wallet-provider/wallet-provider.queries';
import {
  getOperatedWallet,
  listOperatedWallets,
  listWalletMovements,
} from '../../../store/wallets/wallet/operated-wallet.queries';
import { ApiController } from '../../http/dependencies';
import type { EntityID } from '../timelines/timeline.types';
import { presentLimits, presentProviderBalance, presentWallet, presentWalletTransfer } from './wallet.presenter';
import type { PageParams } from '../shared/page.types';
import type { OperatedWalletDetails, OperatedWallets, ProviderBalances } from './wallet.types';

@Route()
export class WalletsController extends ApiController {
  /**
   * Получить кошельки участника с остатками, от нового к старому.
   * @summary Кошельки участника
   * @param partyID Идентификатор участника.
   */
  @Get('parties/{partyID}/wallets')
  public async listOperatedWallets(@Path() partyID: EntityID, @Queries() page: PageParams): Promise<OperatedWallets> {
    const { limit = 50, continuationToken } = page;
    const { rows, ...next } = await listOperatedWallets(this.api.store, { partyID, limit, continuationToken });
    const isMasked = this.masksContacts();
    return { wallets: rows.map((row) => presentWallet(row, isMasked)), ...next };
  }

  /**
   * Получить кошелёк: владельца, остаток, ограничения и последние проводки.
   * @summary Кошелёк
   */
  @Get('wallets/{walletID}')
  public async getOperatedWallet(@Path() walletID: EntityID): Promise<OperatedWalletDetails> {
    const { database } = this.api.store;
    const wallet = await getOperatedWallet(database, walletID);
    const [provider, transfers] = await Promise.all([
      getWalletProvider(database, wallet),
      listWalletMovements(database, wallet),
    ]);
    return {
      ...presentWallet(wallet, this.masksContacts()),
      limits: presentLimits(currencyTerms(provider, wallet.currency)),
      transfers: transfers.map(presentWalletTransfer),
    };
  }

  /**
   * Получить остатки счетов платформы: источников пополнений, расчётов с коннекторами, банковских счетов и обмена валют.
   * @summary Остатки счетов платформы
   */
  @Get('provider-balances')
  public async listProviderBalances(): Promise<ProviderBalances> {
    return { balances: (await listProviderBalances(this.api.store.database)).map(presentProviderBalance) };
  }
}
