import type { OnboardingTexts } from './ru/onboarding';
import { language } from './texts';

/** Loaded with the screen, because only few people see it. */
export const onboardingTexts: OnboardingTexts =
  language === 'en' ? (await import('./en/onboarding')).onboarding : (await import('./ru/onboarding')).onboarding;
