// reach contacts: one line per verb, each loaded when it is the one that is wanted.

import { groupByVerb, type LoadGroup, loadVerbs } from '../../session/command.ts';
import { CONTACT } from '../../shared/records/entity.ts';
import { recordVerbs } from '../records/index.ts';

export const contacts: LoadGroup = async (wanted) => {
  const verbs = await loadVerbs(wanted, {
    ...recordVerbs(CONTACT),
    show: async () => (await import('./show.ts')).showCommand,
    timeline: async () => (await import('./timeline.ts')).timelineCommand,
    delete: async () => (await import('./delete.ts')).deleteCommand,
    duplicates: async () => (await import('./duplicates.ts')).duplicatesCommand,
  });
  return (deps) => groupByVerb(deps, verbs);
};
