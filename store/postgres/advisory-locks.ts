/** The numbers of advisory locks with one holder in a database, so that no two share one. */
export const ADVISORY_LOCKS = {
  migrations: 727_265,
  /** A change of the configuration. */
  configuration: 727_266,
  /** The summary of payment attempts. */
  attemptSummary: 727_267,
  dueDateSchedule: 727_270,
} as const;
