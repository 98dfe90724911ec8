// What tokens can refer to: the fields of the workspace, and its AI entities.

import { type AiKind, KIND_OF_REFERENCE, REFERENCE_KINDS, type ReferenceKind } from '../../../contract/ai/enums.ts';
import { ENTITIES, type EntityName } from '../../../contract/entities.ts';
import { type AiKnowledge, MAY_REFER, type TokenCandidate } from '../../../rules/ai/knowledge.ts';
import { type ReferenceNames, storedReferences, type Written } from '../../../rules/ai/tokens.ts';
import { type CustomField, knownFields, type RecordField } from '../../../rules/records/fields.ts';
import type { Context } from '../../core/context.ts';
import { customFields } from '../records/queries/fields.ts';
import { contentNames } from './queries/contents.ts';
import type { AiRef } from './queries/references.ts';
import { type VariableName, variableNames } from './queries/variables.ts';

type KnownEntity = TokenCandidate & { readonly id: number };

export interface AiWorkspace {
  readonly customs: readonly CustomField[];
  readonly variables: readonly VariableName[];
  readonly fields: Readonly<Record<EntityName, ReadonlyMap<string, RecordField>>>;
  readonly names: Readonly<Record<ReferenceKind, readonly KnownEntity[]>>;
  /** Resolves ids to their current names. */
  readonly named: ReferenceNames;
}

/** Read once per request. */
export async function aiWorkspace({ tx, principal }: Context): Promise<AiWorkspace> {
  const customs = await customFields(tx, principal.workspaceId);
  const variables = await variableNames(tx, principal.workspaceId);
  const names = {
    aiResearch: variables,
    aiSnippet: await contentNames(tx, 'ai-snippet', principal.workspaceId),
    aiMessage: await contentNames(tx, 'ai-message', principal.workspaceId),
  };
  const fields = { CONTACT: knownFields('CONTACT', customs), COMPANY: knownFields('COMPANY', customs) };
  return { customs, variables, fields, names, named: namedIn(customs, names) };
}

/** The workspace as the rules see it: everything the kind may refer to. */
export function knowledgeOf(workspace: AiWorkspace, kind: AiKind): Pick<AiKnowledge, 'fields' | 'names'> {
  const ids = (entity: EntityName) => ({ ids: new Set(workspace.fields[entity].keys()), complete: true });
  const names = MAY_REFER[kind].map((reference) => [reference, { all: workspace.names[reference], complete: true }]);
  return { fields: { CONTACT: ids('CONTACT'), COMPANY: ids('COMPANY') }, names: Object.fromEntries(names) };
}

/** Resolves names to ids and keys, for a text about `entity`. */
export function writtenIn({ fields, names }: AiWorkspace, entity: EntityName): Written {
  return {
    keyOf: (fieldId) => {
      const field = fields[entity].get(fieldId);
      return field?.isCustom === true ? field.key : null;
    },
    idOf: (kind, name) => {
      const found = names[kind].find((one) => one.name === name);
      if (found === undefined) throw new Error(`${kind} "${name}" has disappeared since the text was checked`);
      return found.id;
    },
  };
}

function namedIn(customs: readonly CustomField[], names: AiWorkspace['names']): ReferenceNames {
  const fieldNames = new Map(customs.map(({ key, name }) => [key, name]));
  const byId = new Map(
    REFERENCE_KINDS.map((kind) => [kind, new Map(names[kind].map(({ id, name }) => [id, name]))] as const),
  );
  const counts = new Map(REFERENCE_KINDS.map((kind) => [kind, countsOf(names[kind])] as const));
  return {
    fieldOf: (key) => fieldNames.get(key) ?? null,
    nameOf: (kind, id) => {
      const name = byId.get(kind)?.get(id);
      return name === undefined ? null : { name, isUnique: counts.get(kind)?.get(name) === 1 };
    },
  };
}

function countsOf(all: readonly KnownEntity[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The references of stored texts; the field of an AI variable counts as a reference to it. */
export function referencesOf({ variables }: AiWorkspace, texts: readonly string[]): AiRef[] {
  const byKey = new Map(variables.map(({ key, id }) => [key, id]));
  return texts.flatMap((text) => {
    const { entities, fieldKeys } = storedReferences(text);
    const fields = fieldKeys.flatMap((key) => {
      const id = byKey.get(key);
      return id === undefined ? [] : [{ kind: KIND_OF_REFERENCE.aiResearch, id }];
    });
    return [...entities, ...fields];
  });
}

export function isEntityName(text: unknown): text is EntityName {
  return ENTITIES.some((entity) => entity === text);
}
