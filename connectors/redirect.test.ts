import { redirectTo } from './redirect';

test('an address of an acquirer is no template', () => {
  const url = 'https://acs.example/{id}?back={termination_uri}';
  const uriTemplate = 'https://acs.example/%7Bid%7D?back=%7Btermination_uri%7D';
  expect(redirectTo(url).request).toEqual({ requestType: 'BrowserGetRequest', uriTemplate });
  const form = [{ key: 'creq', template: 'e30' }];
  expect(redirectTo(url, { creq: 'e30' }).request).toEqual({ requestType: 'BrowserPostRequest', uriTemplate, form });
});
