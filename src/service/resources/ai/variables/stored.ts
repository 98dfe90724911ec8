import type { OutputSchema } from '../../../../contract/ai/variables.ts';
import type { EntityName } from '../../../../contract/entities.ts';
import { Refusal } from '../../../core/refusals.ts';
import type { VariableRow, VariableValues } from '../queries/variables.ts';
import { type AiWorkspace, writtenIn } from '../workspace.ts';

export const WEBSITE_KEY = '#';

/** `provideExplanation` defaults to false. */
export function storedSchema({ type, values, provideExplanation = false, jsonSchema }: OutputSchema): string {
  return JSON.stringify({
    type,
    ...(values !== undefined && { values }),
    provideExplanation,
    ...(jsonSchema !== undefined && { jsonSchema }),
  });
}

export function storedWebsite(workspace: AiWorkspace, entity: EntityName, name: string | null): string | null {
  const key = name === null ? null : writtenIn(workspace, entity).keyOf(name);
  return key === null ? name : `${WEBSITE_KEY}${key}`;
}

export function valuesOf(row: VariableRow): VariableValues {
  const { description, prompt, model, outputSchema, search, isPublic, folderId, websiteField, archivedAt } = row;
  const { updatedAt } = row;
  return {
    description,
    prompt,
    model,
    outputSchema,
    search,
    isPublic,
    folderId,
    websiteField,
    archivedAt,
    updatedAt,
  };
}

/** Throws Refusal `conflict`: names of variables and custom fields are unique per entity. */
export function assertNameFree(
  { customs, variables }: AiWorkspace,
  entity: EntityName,
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
