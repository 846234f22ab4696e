import { chooseConnector } from './routing';

test('a shop is taken by the connector that its terms name, else by the sandbox', () => {
  expect(chooseConnector({ named: 'acquirer' })).toBe('acquirer');
  expect(chooseConnector({})).toBe('sandbox');
});

test('a recurrent token goes to the connector that gave it, whatever the terms name by now', () => {
  expect(chooseConnector({ named: 'acquirer', issuer: 'former' })).toBe('former');
});
