import type { Identity } from '../../../domain/wallets/identity/identity';
import { selectList, type Columns } from '../../postgres/columns';

export const IDENTITY_COLUMNS: Columns<Identity> = {
  id: 'id',
  partyID: 'party_id',
  providerID: 'provider_id',
  name: 'name',
  createdAt: 'created_at',
  isBlocked: 'is_blocked',
  metadata: 'metadata',
  externalID: 'external_id',
};

export const IDENTITY = selectList(IDENTITY_COLUMNS, 'i');
