import type { BuildGroup } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { listRecords } from '../../shared/records/verbs/list.ts';

export const listCommand: BuildGroup = (deps) => listRecords(deps, COMPANY);
