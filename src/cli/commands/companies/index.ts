// reach companies: one line per verb, each loaded when it is the one that is wanted.

import { groupByVerb, type LoadGroup, loadVerbs } from '../../app/command.ts';

export const companies: LoadGroup = async (wanted) => {
  const verbs = await loadVerbs(wanted, {
    import: async () => (await import('./import.ts')).importCommand,
    export: async () => (await import('./export.ts')).exportCommand,
    list: async () => (await import('./list.ts')).listCommand,
    search: async () => (await import('./search.ts')).searchCommand,
    show: async () => (await import('./show.ts')).showCommand,
    create: async () => (await import('./create.ts')).createCommand,
    update: async () => (await import('./update.ts')).updateCommand,
    fields: async () => (await import('./fields.ts')).fieldsCommand,
  });
  return (deps) => groupByVerb(deps, 'companies', ['company'], 'Import, export and search companies', verbs);
};
