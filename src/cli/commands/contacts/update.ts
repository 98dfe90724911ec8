import type { BuildGroup } from '../../app/command.ts';
import { CONTACT } from '../../shared/records/kind.ts';
import { updateRecord } from '../../shared/records/verbs/update.ts';

export const updateCommand: BuildGroup = (deps) =>
  updateRecord(deps, CONTACT, [
    ['reach contacts update 12 -f jobTitle=CTO', 'one field'],
    ['reach contacts update ada@engines.example -F mobilePhone:=null', 'by email; null clears'],
  ]);
