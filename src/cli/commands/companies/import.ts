import type { BuildGroup } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { importRecords } from '../../shared/records/verbs/import.ts';

export const importCommand: BuildGroup = (deps) => importRecords(deps, COMPANY);
