import { load } from './texts';

/** Loaded with the screen, because only few people see it. */
export const onboardingTexts = await load.onboarding();
