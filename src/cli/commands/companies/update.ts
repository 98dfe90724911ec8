import type { BuildGroup } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { updateRecord } from '../../shared/records/verbs/update.ts';

export const updateCommand: BuildGroup = (deps) =>
  updateRecord(deps, COMPANY, [
    ['reach companies update 12 -f industry=Software', 'one field'],
    ['reach companies update acme.example -F numberOfEmployees:=null', 'by domain; null clears'],
  ]);
