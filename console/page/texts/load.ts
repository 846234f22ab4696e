/** What is loaded when it is needed. */
export const load = {
  errors: async () => (await import('./catalogue/errors')).errors,
  configuration: async () => (await import('./catalogue/configuration')).configuration,
  onboarding: async () => (await import('./catalogue/onboarding')).onboarding,
};
