import type { onboarding as russian } from './ru/onboarding';
import { language } from './texts';

export type OnboardingTexts = typeof russian;

/** Loaded with the screen, because only few people see it. */
export const onboardingTexts: OnboardingTexts =
  language === 'en' ? (await import('./en/onboarding')).onboarding : (await import('./ru/onboarding')).onboarding;
