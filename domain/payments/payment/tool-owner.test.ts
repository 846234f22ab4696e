import { mayUseTool, type ToolOwner } from './tool-owner';

const party = (partyID: string, scope?: string): ToolOwner => ({ partyID, ...(scope !== undefined && { scope }) });

test.each<[string, ToolOwner, ToolOwner, boolean]>([
  ['a party uses its own tool', party('a'), party('a'), true],
  ['another party does not', party('a'), party('b'), false],
  [
    'another party’s payer does not, even in a scope of the same name',
    party('a', 'invoice/1'),
    party('b', 'invoice/1'),
    false,
  ],
  ['a party uses what its payer entered', party('a', 'invoice/1'), party('a'), true],
  ['a payer uses what the party stored', party('a'), party('a', 'invoice/1'), true],
  ['a payer uses a tool of the same invoice', party('a', 'invoice/1'), party('a', 'invoice/1'), true],
  ['a payer of another invoice does not', party('a', 'invoice/1'), party('a', 'invoice/2'), false],
])('%s', (_, owner, user, may) => expect(mayUseTool(owner, user)).toBe(may));
