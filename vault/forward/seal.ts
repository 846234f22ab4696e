import type { CardRequestRule } from '../../connectors/card-rules';
import { InvalidRequest } from '../http/invalid-request';

/** The body that the acquirer gets of one that is filled in. @throws InvalidRequest, without the card, if it cannot be sealed */
export function sealBody({ seal }: CardRequestRule, filled: string, credential: string): string {
  if (!seal) return filled;
  try {
    return JSON.stringify(seal(JSON.parse(filled) as Record<string, unknown>, credential));
  } catch {
    throw new InvalidRequest('body.body', 'the card cannot be encrypted for the acquirer');
  }
}
