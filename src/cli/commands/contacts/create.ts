import type { BuildGroup } from '../../app/command.ts';
import { CONTACT } from '../../shared/records/kind.ts';
import { createRecord } from '../../shared/records/verbs/create.ts';

export const createCommand: BuildGroup = (deps) =>
  createRecord(deps, CONTACT, [
    ['reach contacts create -f firstName=Ada -f lastName=Lovelace -f companyName=Analytical', 'from flags'],
    ['reach contacts create --input contact.yaml --list "ICP DACH"', 'from a file, into a list'],
  ]);
