/** What is loaded when it is needed; the build makes it once in English for `en.ts` and once in Russian for `ru.ts`. */
export const load = {
  start: async () => import('./start'),
  screens: async () => import('./screens'),
  errors: async () => (await import('./catalogue/errors')).errors,
  configuration: async () => (await import('./catalogue/configuration')).configuration,
  onboarding: async () => (await import('./catalogue/onboarding')).onboarding,
};
