import type { BuildGroup } from '../../app/command.ts';
import { CONTACT } from '../../shared/records/kind.ts';
import { recordFields } from '../../shared/records/verbs/fields.ts';

export const fieldsCommand: BuildGroup = (deps) => recordFields(deps, CONTACT);
