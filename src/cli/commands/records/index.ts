// The verbs of contacts and companies, each loaded when it is the one that is wanted. Companies have no others.

import {
  type AnyCommand,
  type BuildGroup,
  type Deps,
  groupByVerb,
  type LoadGroup,
  loadVerbs,
} from '../../session/command.ts';
import { DELETIONS, notOffered } from '../../shared/not-offered.ts';
import { COMPANY, type Entity } from '../../shared/records/entity.ts';

const verb =
  (build: (deps: Deps, type: Entity) => AnyCommand, type: Entity): BuildGroup =>
  (deps) =>
    build(deps, type);

export const recordVerbs = (type: Entity) => ({
  import: async () => verb((await import('./import.ts')).importRecords, type),
  export: async () => verb((await import('./export.ts')).exportRecords, type),
  list: async () => verb((await import('./list.ts')).listRecords, type),
  search: async () => verb((await import('./search.ts')).searchRecords, type),
  show: async () => verb((await import('./show.ts')).showRecord, type),
  create: async () => verb((await import('./write.ts')).createRecord, type),
  update: async () => verb((await import('./write.ts')).updateRecord, type),
  fields: async () => verb((await import('./fields.ts')).recordFields, type),
});

export const companies: LoadGroup = async (wanted) => {
  const verbs = await loadVerbs(wanted, recordVerbs(COMPANY));
  const instead = 'reach open company NAME shows it in the web app; reach list remove takes it off a list';
  return (deps) => groupByVerb(deps, verbs, notOffered(DELETIONS, 'delete companies', instead));
};
