import { OPTIONS, readFragment, readOptions, toFragment } from './options';

const invoice = { invoiceID: '1AbCd', invoiceAccessToken: 'aaa.bbb-_.ccc' };
const customer = { customerID: '1AbCd', customerAccessToken: 'aaa.bbb.ccc' };
const template = { invoiceTemplateID: '1AbCd', invoiceTemplateAccessToken: 'aaa.bbb.ccc' };

describe('options', () => {
  test('are parsed from JavaScript and from text', () => {
    const options = {
      ...template,
      amount: 12_345,
      paymentFlowHold: true,
      holdExpiration: 'capture',
      recurring: false,
      locale: 'kk',
      theme: 'dark',
      name: 'Чайная',
      email: 'anna@example.com',
      phoneNumber: '+79161234567',
      redirectUrl: 'https://shop.example/orders/1?a=b#c',
      processingDeadline: '2026-11-26T12:00:00+03:00',
    };
    const texts = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
    expect(readOptions(options)).toEqual(options);
    expect(readOptions(texts)).toEqual(options);
    expect(readOptions({ ...invoice, paymentFlowHold: '', email: undefined, theme: null })).toEqual({
      ...invoice,
      paymentFlowHold: true,
    });
  });

  test.each([
    [{}, 'invoiceID: is missing'],
    [{ invoiceID: '1AbCd' }, 'invoiceAccessToken: is missing: invoiceID and invoiceAccessToken go together'],
    [{ customerAccessToken: 'a.b.c' }, 'customerID: is missing'],
    [{ ...invoice, ...customer }, 'customerID: cannot be given beside invoiceID'],
    [{ ...invoice, invoiceID: 'a/b' }, 'invoiceID: must be an identifier'],
    [{ ...invoice, invoiceAccessToken: 'hf_secretkey' }, 'invoiceAccessToken: must be an access token'],
    [{ ...invoice, amount: 5 }, 'amount: means nothing without invoiceTemplateID'],
    [{ ...template, amount: '1.5' }, 'amount: must be a whole number'],
    [{ ...template, amount: 0 }, 'amount: must be a whole number'],
    [{ ...template, amount: '9007199254740993' }, 'amount: must be a whole number'],
    [{ ...invoice, holdExpiration: 'cancel' }, 'holdExpiration: means nothing without paymentFlowHold'],
    [{ ...invoice, paymentFlowHold: 'yes' }, 'paymentFlowHold: must be true or false'],
    [{ ...invoice, paymentFlowHold: true, holdExpiration: 'keep' }, 'holdExpiration: must be one of cancel, capture'],
    [{ ...customer, recurring: true }, 'recurring: means nothing with customerID'],
    [{ ...invoice, processingDeadline: 'soon' }, 'processingDeadline: must be a duration like 30m, or a moment'],
    [{ ...customer, processingDeadline: '30m' }, 'processingDeadline: means nothing with customerID'],
    [{ ...invoice, locale: 'de' }, 'locale: must be one of auto, ru, en, kk'],
    [{ ...invoice, theme: 'pink' }, 'theme: must be one of auto, light, dark'],
    [{ ...invoice, email: 'anna' }, 'email: must be an e-mail address'],
    [{ ...invoice, email: `${'a'.repeat(100)}@b.c` }, 'email: must be an e-mail address'],
    [{ ...invoice, phoneNumber: '8916' }, 'phoneNumber: must be a +'],
    [{ ...invoice, name: '' }, 'name: must be a text'],
    [{ ...invoice, redirectUrl: '/orders/1' }, 'redirectUrl: must be a full http(s) address'],
    [{ ...invoice, redirectUrl: 'javascript:alert(1)' }, 'redirectUrl: must be a full http(s) address'],
    [{ ...invoice, redirectUrl: 'data:text/html,1' }, 'redirectUrl: must be a full http(s) address'],
  ])('%j is rejected with name and rule', (given, words) => {
    expect(() => readOptions(given)).toThrow(`HoldfastCheckout: ${words}`);
  });

  test('are never repeated in errors: one may be a key', () => {
    const secret = 'hf_very_secret';
    for (const name of Object.keys(OPTIONS)) {
      let words = '';
      try {
        readOptions({ ...invoice, [name]: ` ${secret} ` });
      } catch (error) {
        words = (error as Error).message;
      }
      expect({ name, words }).toEqual({ name, words: expect.not.stringContaining(secret) });
    }
  });
});

describe('the fragment of a link', () => {
  test('contains every option and the listener', () => {
    const link = {
      ...invoice,
      name: 'Чай & кофе #1',
      paymentFlowHold: true,
      redirectUrl: 'https://shop.example/?a=1&b=2#c',
      mode: 'popup',
      origin: 'https://shop.example',
      nonce: 'a0'.repeat(16),
    } as const;
    expect(readFragment(`#${toFragment(link)}`)).toEqual(link);
    expect(toFragment({ ...invoice, email: undefined })).not.toContain('email');
  });

  test('needs no more than an invoice and its token when written by hand', () => {
    expect(readFragment('#invoiceID=1AbCd&invoiceAccessToken=a.b.c')).toEqual({
      invoiceID: '1AbCd',
      invoiceAccessToken: 'a.b.c',
      mode: 'redirect',
    });
  });

  test('contains a nonce without a listener when it continues an opening', () => {
    const link = { ...invoice, mode: 'redirect', nonce: 'b1'.repeat(16) } as const;
    expect(readFragment(toFragment({ ...link, origin: 'https://shop.example' }))).toEqual(link);
    expect(readFragment(toFragment({ ...link, nonce: 'short' }))).toEqual({ ...invoice, mode: 'redirect' });
  });

  test('is accepted by a page opened from a file', () => {
    const link = { ...invoice, mode: 'popup', origin: 'null', nonce: 'b1'.repeat(16) } as const;
    expect(readFragment(toFragment(link))).toEqual(link);
  });

  test.each([
    { origin: 'https://shop.example/path', nonce: 'a0'.repeat(16) },
    { origin: 'javascript:alert(1)', nonce: 'a0'.repeat(16) },
    { origin: '*', nonce: 'a0'.repeat(16) },
    { origin: 'https://shop.example', nonce: 'short' },
    { origin: 'https://shop.example' },
  ])('ignores an invalid listener: %j', (listener) => {
    expect(readFragment(toFragment({ ...invoice, mode: 'popup', ...listener }))).toEqual({
      ...invoice,
      mode: 'redirect',
    });
  });
});
