// Several files of AI entities together: what each may name is also what stands in the others.

import type { AiKind, ReferenceKind } from '../../contract/ai/enums.ts';
import { KIND_OF_REFERENCE, REFERENCE_KINDS } from '../../contract/ai/enums.ts';
import { getOwn } from '../../contract/dictionary.ts';
import type { EntityName } from '../../contract/entities.ts';
import { isObject } from '../../contract/json.ts';
import type { KnownFields } from '../campaigns/placeholders.ts';
import type { AiKnowledge, KnownNames, TokenCandidate } from './knowledge.ts';

/** A file as far as others may name it. */
export interface FiledEntity {
  readonly kind: AiKind;
  readonly name: string;
  /** Of a variable. */
  readonly entity: EntityName | null;
}

/** Null where the file does not say who it is. */
export function filedEntity(kind: AiKind, fields: unknown): FiledEntity | null {
  const name = isObject(fields) ? getOwn(fields, 'name') : undefined;
  const entity = isObject(fields) ? getOwn(fields, 'entity') : undefined;
  if (typeof name !== 'string' || name.trim() === '') return null;
  return { kind, name: name.trim(), entity: entity === 'CONTACT' || entity === 'COMPANY' ? entity : null };
}

/**
 * What is known of the workspace, with what the files bring: variables are fields, and everything has a name. A file of a
 * name that the workspace has is the same thing, not a second one.
 */
export function withFiles(knowledge: AiKnowledge, files: readonly FiledEntity[]): AiKnowledge {
  const { fields } = knowledge;
  const variables = files.filter(({ kind }) => kind === 'ai-variable');
  // A contact also reads the variables of its company.
  const added = (of: EntityName) =>
    variables.filter(({ entity }) => of === 'CONTACT' || entity === of).map(({ name }) => name);
  const fieldsWith = (of: EntityName, known: KnownFields): KnownFields => ({
    ids: new Set([...known.ids, ...added(of)]),
    complete: known.complete,
  });
  const names = REFERENCE_KINDS.map((reference) => [
    reference,
    namesWith(reference, knowledge.names?.[reference], files),
  ]);
  return {
    ...knowledge,
    ...(fields !== undefined && {
      fields: { CONTACT: fieldsWith('CONTACT', fields.CONTACT), COMPANY: fieldsWith('COMPANY', fields.COMPANY) },
    }),
    names: Object.fromEntries(names),
  };
}

function namesWith(
  reference: ReferenceKind,
  known: KnownNames = { all: [], complete: false },
  files: readonly FiledEntity[],
): KnownNames {
  const all: TokenCandidate[] = [...known.all];
  for (const { kind, name, entity } of files) {
    if (kind !== KIND_OF_REFERENCE[reference]) continue;
    const isThere = all.some((one) => one.name === name && (entity === null || (one.entity ?? entity) === entity));
    if (!isThere) all.push({ id: null, name, ...(entity !== null && { entity }) });
  }
  return { all, complete: known.complete };
}
