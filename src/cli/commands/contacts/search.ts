import type { BuildGroup } from '../../app/command.ts';
import { CONTACT } from '../../shared/records/kind.ts';
import { searchRecords } from '../../shared/records/verbs/search.ts';

export const searchCommand: BuildGroup = (deps) =>
  searchRecords(deps, CONTACT, [
    ['reach contacts search "ada lovelace"', 'full text'],
    ['reach contacts search --include jobTitle=CTO --include jobTitle=CEO --exclude professionalEmail=', 'filters'],
    ['reach contacts search --include numberOfEmployees=50..200 -o id', 'ids for the next command'],
  ]);
