// Private wording and the standard terms, for the rule `plain-words` (see CONTRIBUTING.md). Patterns ignore case.

/** Of comments, test titles and Markdown. */
export const PROSE = [
  ['whoever|whomever|whosoever|nobody|somebody|anybody', 'name the actor: worker, caller, process, operator'],
  ['those who|the one who|he who', 'name the actor: worker, caller, process, operator'],
  ['the record (?:is|was|has|had|can|could|does|did|says|knows)|(?:in|from|to|of|by) the record', 'the database'],
  ['(?:is|are|was|were|be|been|gets) told|told (?:of|by)', 'is notified, receives, is logged'],
  ['harmless when', 'idempotent'],
  ['heirs?|dead (?:has|have|had) leased', 'lease reaper, reclaimed lease'],
  ['gather(?:s|ed|ing)?', 'batch, collect'],
  ['at the (?:most|latest|least)', 'at most, no later than, at least'],
  ['meanwhile', 'concurrently, during …'],
  ['by (?:itself|themselves)', 'automatically'],
  ['(?:goes|go|went|going|gone) on', 'continues'],
  ['mend(?:s|ed|ing)?', 'fix, repair'],
  ['pass(?:ed|es|ing) on', 'failed over, forwarded'],
  ['anew', 'again'],
  ['in words', 'formatted, as text'],
  ['the house|rooms?', 'the platform, folder, module'],
  ['neighbou?rs?', 'other tenant, adjacent item'],
  ['worth its while', 'say why'],
  ['let go of', 'release'],
];

/** Of declared names. */
export const NAMES = [
  ['^(?:MOST|LARGEST|LONGEST)_', 'MAX_…'],
  ['^(?:LEAST|SHORTEST|SOONEST|SMALLEST)_', 'MIN_…'],
  ['^(?:asked|told|heard|nobody|somebody|whoever|meanwhile|anew)$', 'a noun or verb of the trade'],
  ['Gathering|Heir|Troubled|Wish$|PassedOn|givenUp', 'Batcher, Reaper, Failing, Options, FailedOver, expired'],
];

/** Of titles: a test names its subject first. */
export const TITLE_BEGINS = ['what|who|whose|whoever|that|of|where|which|is|has', 'subject, verb, expected behaviour'];
