import type { Performer } from '../../jobs/performer.ts';
import { refreshPlaybook } from './refresh.ts';

/** Recommendations made anew after a change of the playbook (PUT rule 10). */
export const playbookRefresh: Performer = { perform: (_, context) => refreshPlaybook(context) };
