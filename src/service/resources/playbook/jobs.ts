import type { Performer } from '../../jobs/performer.ts';
import { refreshPlaybook } from './refresh.ts';

/** Refreshes the recommendations after a change of the playbook. */
export const playbookRefresh: Performer = { perform: (_, context) => refreshPlaybook(context) };
