import { refreshPlaybook } from '../domain/playbook-refresh.ts';
import type { Performer } from './performers.ts';

/** Recommendations made anew after a change of the playbook (PUT rule 10). */
export const playbookRefresh: Performer = { perform: (_, context) => refreshPlaybook(context) };
