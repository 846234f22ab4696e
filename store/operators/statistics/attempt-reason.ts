/** SQL for the reason of an ended attempt `a`: a declined one has the path of its failure as answer, others are their outcome. */
export const ATTEMPT_REASON = `CASE WHEN a.outcome <> 'declined' THEN a.outcome
  WHEN a.answer ~ '^[a-z_]+(:[a-z_]+)*$' THEN a.answer ELSE 'unknown' END`;
