// The verbs of contacts and companies, each loaded when it is the one that is wanted. Companies have no others.

import { groupByVerb, type LoadGroup, loadVerbs } from '../../session/command.ts';
import { DELETIONS, notOffered } from '../../shared/not-offered.ts';
import { COMPANY, type Entity } from '../../shared/records/entity.ts';

export const recordVerbs = (type: Entity) => ({
  import: async () => (await import('./import.ts')).importRecords(type),
  export: async () => (await import('./export.ts')).exportRecords(type),
  list: async () => (await import('./list.ts')).listRecords(type),
  search: async () => (await import('./search.ts')).searchRecords(type),
  show: async () => (await import('./show.ts')).showRecord(type),
  create: async () => (await import('./write.ts')).createRecord(type),
  update: async () => (await import('./write.ts')).updateRecord(type),
  fields: async () => (await import('./fields.ts')).recordFields(type),
});

export const companies: LoadGroup = async (wanted) => {
  const verbs = await loadVerbs(wanted, recordVerbs(COMPANY));
  const instead = 'reach open company NAME shows it in the web app; reach list remove takes it off a list';
  return (deps) => groupByVerb(deps, verbs, notOffered(DELETIONS, 'delete companies', instead));
};
