import { readGroups, rootClaim } from './openid-groups';

test.each<[string, string, object, string]>([
  ['a list', 'groups', { groups: ['finance'] }, 'finance'],
  ['one text', 'groups', { groups: 'finance' }, 'finance'],
  ['a text with spaces', 'roles', { roles: 'staff finance' }, 'finance'],
  ['the roles of a Keycloak realm', 'realm_access.roles', { realm_access: { roles: ['finance'] } }, 'finance'],
  ['the roles of a client', 'resource_access.x.roles', { resource_access: { x: { roles: ['finance'] } } }, 'finance'],
  [
    'a JSON pointer',
    '/resource_access/a.b~1c/roles',
    { resource_access: { 'a.b/c': { roles: 'finance' } } },
    'finance',
  ],
  ['a claim named by a URL', 'https://bank.example/groups', { 'https://bank.example/groups': ['finance'] }, 'finance'],
  ['an LDAP entry', 'groups', { groups: ['CN=finance,OU=Groups,DC=bank'] }, 'finance'],
  ['an LDAP entry as a text', 'memberOf', { memberOf: 'cn=Card finance,ou=Groups' }, 'Card finance'],
  ['an escaped LDAP entry', 'groups', { groups: ['CN=finance\\, cards,OU=Groups'] }, 'finance, cards'],
])('groups are read from %s', (_, claim, claims, group) => {
  expect(readGroups(claims as never, claim)).toContain(group);
});

test.each<[string, string, object]>([
  ['a word of a group of a list', 'groups', { groups: ['no finance'] }],
  ['a word of an LDAP name', 'groups', { groups: 'CN=no finance here,OU=Groups' }],
  ['a later part of an LDAP name', 'groups', { groups: ['CN=guests,OU=finance,CN=finance'] }],
  ['an escaped comma of an LDAP name', 'groups', { groups: ['CN=x\\,CN=finance,OU=Groups'] }],
  ['an inherited property', 'constructor.name', {}],
  ['a list in the path', 'groups.0', { groups: ['finance'] }],
  ['an object', 'groups', { groups: { finance: true } }],
])('no group is read from %s', (_, claim, claims) => {
  expect(readGroups(claims as never, claim)).not.toContain('finance');
  expect(readGroups(claims as never, claim)).not.toContain('Object');
});

test('the claim at the root is the one that metadata list', () => {
  const claims = ['groups', 'realm_access.roles', '/resource_access/a.b/roles'];
  expect(claims.map(rootClaim)).toEqual(['groups', 'realm_access', 'resource_access']);
});
