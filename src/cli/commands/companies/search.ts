import type { BuildGroup } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { searchRecords } from '../../shared/records/verbs/search.ts';

export const searchCommand: BuildGroup = (deps) =>
  searchRecords(deps, COMPANY, [
    ['reach companies search acme', 'full text'],
    ['reach companies search --include industry=Software --include leadsCount=1..', 'filters'],
  ]);
