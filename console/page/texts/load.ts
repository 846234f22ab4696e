/** What is loaded when it is needed. */
export const load = {
  errors: async () => (await import('./catalogue/errors')).errors,
};
