import { toFlag } from './residence';

describe('a residence', () => {
  it('has the flag of its two letters', () => {
    expect(toFlag('RU')).toBe('🇷🇺');
    expect(toFlag('AZ')).toBe('🇦🇿');
  });
});
