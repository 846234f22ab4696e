import type { Wallet } from '../../../domain/wallets/wallet/wallet';
import { selectList, type Columns } from '../../postgres/columns';

export const WALLET_COLUMNS: Columns<Wallet> = {
  id: 'id',
  partyID: 'party_id',
  identityID: 'identity_id',
  providerID: 'provider_id',
  name: 'name',
  currency: 'currency',
  createdAt: 'created_at',
  isBlocked: 'is_blocked',
  metadata: 'metadata',
  externalID: 'external_id',
};

export const WALLET = selectList(WALLET_COLUMNS, 'w');
