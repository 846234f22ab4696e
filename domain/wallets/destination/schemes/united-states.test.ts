import { isAbaRoutingNumber } from './united-states';

describe('an ABA routing number', () => {
  it.each(['021000021', '011401533', '122105155'])('is %s', (aba) => expect(isAbaRoutingNumber(aba)).toBe(true));
  it.each(['021000022', '000000000', '02100002', '0210000211'])('is not %s', (text) => {
    expect(isAbaRoutingNumber(text)).toBe(false);
  });
});
