// Apart from what else is asked of engagement: a read of contacts loads these two alone.

/** Whether contact `e` of a campaign is or was in its sequence; the others were refused, for the reason that their row has. */
export const hasEntered = (e: string): string => `(${e}.status = 'ACTIVE' or ${e}.outcome is not null)`;

/** The status of an enrolment `e`. Who completed the sequence has a reason only where nothing reached them. */
export const ENROLMENT_STATUS = `case when (e.outcome = 'COMPLETED' and e.reason is not null) or not ${hasEntered('e')}
  then 'SKIPPED' else coalesce(e.outcome, e.status) end`;
