// Which operations a live service takes to edit the draft of a workflow, by its definition.

import { dictionary, getOwn } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import type { Learned } from '../../../contract/learned.ts';
import type { DraftOp } from '../../../contract/workflows/records.ts';
import { DefinitionReader, listOf, objectAt } from './read.ts';

const PATH = /^\/v1\/workflow\/\{[^}]*\}\/draft$/;

/** The operations that the document names, with the fields they may have. */
export function draftOperations(document: unknown): Learned['draftOperations'] {
  const reader = new DefinitionReader(isObject(document) ? document : {});
  const paths = Object.entries(objectAt(document, 'paths'));
  const edit = objectAt(reader.resolved(paths.find(([path]) => PATH.test(path))?.[1]), 'patch');
  const content = objectAt(reader.resolved(edit['requestBody']), 'content');
  const json = Object.entries(content).find(([type]) => /json/.test(type))?.[1];
  const found = dictionary<readonly string[]>();
  for (const body of reader.parts(objectAt(json, 'schema'))) {
    for (const ops of reader.parts(objectAt(body, 'properties')['ops'])) {
      const parts = reader.parts(ops['items']);
      const shared = parts.flatMap((part) => Object.keys(objectAt(part, 'properties')));
      for (const part of parts) {
        const input = objectAt(part, 'properties');
        const { const: only, enum: words } = reader.resolved(input['kind']);
        const fields = parts.length === 1 ? shared : Object.keys(input);
        for (const kind of [only, ...listOf(words)]) if (typeof kind === 'string') found[kind] = fields;
      }
    }
  }
  return found;
}

/** Whether a live service takes an operation: it names the kind and every field of it. */
export function takesDescribed(operations: Learned['draftOperations']): (op: DraftOp) => boolean {
  return (op) => {
    const fields = getOwn(operations, op.kind);
    return (
      op.kind === 'updateStepInputs' || (fields !== undefined && Object.keys(op).every((key) => fields.includes(key)))
    );
  };
}
