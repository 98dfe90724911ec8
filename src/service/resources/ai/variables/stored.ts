import type { VariableEntity } from '../../../../contract/ai/enums.ts';
import type { OutputSchema } from '../../../../contract/ai/variables.ts';
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

export function storedWebsite(workspace: AiWorkspace, entity: VariableEntity, name: string | null): string | null {
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
