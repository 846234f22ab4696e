import { toFlag } from './residence';

describe('a residence', () => {
  it('has the flag of its alpha-2 code', () => {
    expect(toFlag('RU')).toBe('🇷🇺');
    expect(toFlag('AZ')).toBe('🇦🇿');
  });
});
