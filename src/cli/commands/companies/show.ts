import type { BuildGroup } from '../../app/command.ts';
import { COMPANY } from '../../shared/records/kind.ts';
import { showRecord } from '../../shared/records/verbs/show.ts';

export const showCommand: BuildGroup = (deps) => showRecord(deps, COMPANY);
