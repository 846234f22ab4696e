import { flagOf } from './residence';

describe('a residence', () => {
  it('has the flag of its two letters', () => {
    expect(flagOf('RU')).toBe('🇷🇺');
    expect(flagOf('AZ')).toBe('🇦🇿');
  });
});
