import { present } from '../../../domain/platform/fields/present';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { OperatorKey } from '../../../store/operators/operator-key/operator-key.table';
import type { Operator } from '../../../store/operators/operator/operator.table';
import type { OperatorKeyInfo, OperatorPerson } from './operator.types';

export function presentOperator({ id, issuer, createdAt, lastSeenAt, roles, ...operator }: Operator): OperatorPerson {
  const { name, email, isActive } = operator;
  return {
    operatorID: id,
    name,
    email,
    roles: [...roles],
    isActive,
    createdAt: rfc3339Text(createdAt),
    ...present({ issuer, lastSeenAt: rfc3339Text(lastSeenAt) }),
  };
}

export function presentOperatorKey({ id, name, operatorID, roles, ...key }: OperatorKey): OperatorKeyInfo {
  const { createdAt, expiresAt, revokedAt } = key;
  return {
    keyID: id,
    name,
    createdAt: rfc3339Text(createdAt),
    ...present({ operatorID, roles: roles && [...roles] }),
    ...present({ expiresAt: rfc3339Text(expiresAt), revokedAt: rfc3339Text(revokedAt) }),
  };
}
