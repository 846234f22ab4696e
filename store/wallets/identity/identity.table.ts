import type { Identity } from '../../../domain/wallets/identity/identity';
import { columnsOf, selectList } from '../../postgres/columns';

export const IDENTITY_COLUMNS = columnsOf<Identity>()([
  'id partyID providerID name createdAt isBlocked metadata externalID',
]);

export const IDENTITY = selectList(IDENTITY_COLUMNS, 'i');
