import type { BuildGroup } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { exportRecords } from '../../shared/records/verbs/export.ts';

export const exportCommand: BuildGroup = (deps) => exportRecords(deps, COMPANY);
