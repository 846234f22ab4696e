import { z } from 'zod';
import { httpUrl, list, text } from './variable-kinds';

const ROLE_OF_GROUP = /^[^=,]+=(viewer|support|finance|configuration|administrator)$/;

/** Sign-in of operators at an OpenID Connect provider; without OIDC_ISSUER operators have keys only. */
export const openIdVariables = {
  OIDC_ISSUER: httpUrl
    .optional()
    .describe('Issuer of the OpenID Connect provider of the staff; with it operators sign in with `holdfast login`'),
  OIDC_AUDIENCE: text
    .default('urn:holdfast:operators')
    .describe('Audience that access tokens of operators must name, other than OIDC_CLIENT_ID'),
  OIDC_CLIENT_ID: text
    .default('holdfast-cli')
    .describe('Public client of `holdfast login` at the provider, with the device flow or the authorization code flow'),
  OIDC_SCOPE: text.default('openid profile email offline_access').describe('Scope that `holdfast login` requests'),
  OIDC_GROUPS_CLAIM: text
    .default('groups')
    .describe(
      'Claim of the access token with the groups of a person: a name, a dotted path (`realm_access.roles`) or a JSON pointer ' +
        '(`/resource_access/client/roles`); a list, or a text of groups separated by spaces',
    ),
  OIDC_ROLES: list
    .prefault('')
    .pipe(z.array(z.string().regex(ROLE_OF_GROUP, { error: 'must be a list of GROUP=ROLE separated by commas' })))
    .describe(
      'Roles of groups: `staff=viewer,payments=support,payments=finance`. A group is also the CN of an LDAP ' +
        'name. A person without a role is refused',
    ),
  OPERATOR_APPROVAL_DELAY_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(2_592_000, { error: 'must be at most 30 days' })
    .default(86_400)
    .describe('For how long an operator approves nothing after a new role or key'),
};
