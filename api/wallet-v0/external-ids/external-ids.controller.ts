import { Get, Path, Query, Route } from '@tsoa/runtime';
import { getDestinationByExternalID } from '../../../store/wallets/destination/destination.queries';
import { getWalletByExternalID } from '../../../store/wallets/wallet/wallet.queries';
import { getWithdrawalByExternalID } from '../../../store/wallets/withdrawal/withdrawal.queries';
import { ApiController } from '../../http/dependencies';
import { presentDestination } from '../destinations/destination.presenter';
import type { Destination } from '../destinations/destination.types';
import type { ExternalID } from '../shared/primitives.types';
import { presentWallet } from '../wallets/wallet.presenter';
import type { Wallet } from '../wallets/wallet.types';
import { presentWithdrawal } from '../withdrawals/withdrawal.presenter';
import type { Withdrawal } from '../withdrawals/withdrawal.types';

@Route('')
export class ExternalIDsController extends ApiController {
  /**
   * Получить получателя средств по идентификатору, который вы дали ему при создании.
   * @summary Получить получателя средств по внешнему идентификатору
   * @param externalID Идентификатор получателя средств в вашей системе.
   */
  @Get('external-ids/destinations/{externalID}')
  public async getDestinationByExternalID(@Path() externalID: ExternalID): Promise<Destination> {
    const { partyID } = this.caller;
    return presentDestination(await getDestinationByExternalID(this.api.store, { externalID, partyID }));
  }

  /**
   * Получить вывод средств по идентификатору, который вы дали ему при создании.
   * @summary Получить вывод средств по внешнему идентификатору
   * @param externalID Идентификатор вывода средств в вашей системе.
   */
  @Get('external-ids/withdrawals/{externalID}')
  public async getWithdrawalByExternalID(@Path() externalID: ExternalID): Promise<Withdrawal> {
    const { partyID } = this.caller;
    return presentWithdrawal(await getWithdrawalByExternalID(this.api.store, { externalID, partyID }));
  }

  /**
   * Получить кошелёк по идентификатору, который вы дали ему при создании.
   * @summary Получить кошелёк по внешнему идентификатору
   * @param externalID Идентификатор кошелька в вашей системе.
   */
  @Get('external/wallets')
  public async getWalletByExternalID(@Query() externalID: ExternalID): Promise<Wallet> {
    const { partyID } = this.caller;
    return presentWallet(await getWalletByExternalID(this.api.store.database, { externalID, partyID }));
  }
}
