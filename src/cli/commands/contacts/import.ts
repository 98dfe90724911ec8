import type { BuildGroup } from '../../app/command.ts';
import { CONTACT } from '../../shared/records/kind.ts';
import { importRecords } from '../../shared/records/verbs/import.ts';

export const importCommand: BuildGroup = (deps) => importRecords(deps, CONTACT);
