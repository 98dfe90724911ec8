import type { VariableEntity } from '../../../../contract/ai/enums.ts';
import { Refusal } from '../../../core/refusals.ts';
import type { VariableRow } from '../queries/variables.ts';
import type { AiWorkspace } from '../workspace.ts';

/** Throws Refusal `conflict`: names of variables and custom fields are unique per entity. */
export function assertNameFree(
  { customs, variables }: AiWorkspace,
  entity: VariableEntity,
  name: string,
  key?: string,
): void {
  const taken = customs.find((field) => field.entity === entity && field.name === name && field.key !== key);
  if (taken === undefined) return;
  const variable = variables.find((one) => one.key === taken.key);
  const what = variable === undefined ? 'a custom field' : `AI variable ${variable.id}`;
  const noun = entity === 'CONTACT' ? 'contacts' : 'companies';
  const details = variable === undefined ? { field: name } : { aiVariableId: variable.id };
  throw new Refusal('conflict', `There is already a field "${name}" of ${noun}: ${what}`, details);
}

/** Whether contacts have it under this name: their own fields, and those of companies that no contact field hides. */
export function isContactField({ fields }: AiWorkspace, { name, key }: VariableRow): boolean {
  return fields.CONTACT.get(name)?.key === key;
}
