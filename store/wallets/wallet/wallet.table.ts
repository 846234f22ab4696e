import type { Wallet } from '../../../domain/wallets/wallet/wallet';
import { columnsOf, selectList } from '../../postgres/columns';

export const WALLET_COLUMNS = columnsOf<Wallet>()([
  'id partyID identityID providerID name currency createdAt isBlocked metadata externalID',
]);

export const WALLET = selectList(WALLET_COLUMNS, 'w');
