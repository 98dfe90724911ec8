// Workflow files of a folder that take the inputs of a node from a finder preview.

import { append } from '../../../contract/append.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { ImportSource } from '../../../contract/workflows/plan.ts';
import { type Document, keyOf } from '../../../rules/outreach/kinds.ts';
import type { OutreachLock } from '../../../rules/outreach/lock.ts';
import type { Session } from '../../session/session.ts';
import { sourceInputs } from '../../shared/draft/import-sources.ts';
import { placedIssues } from '../../shared/lint/refusal.ts';
import { whyUnreadable } from '../../shared/unreadable.ts';
import type { FileProblem } from '../../terminal/problems/problem.ts';
import type { ReadFolder } from './read.ts';
import type { ResourceFile } from './resource-file.ts';

/** The sources of a file; what is wrong with them is found by the rules. */
export function sourcesOf({ kind, body }: ResourceFile): ImportSource[] {
  const stated = kind === 'workflow' && isObject(body) ? getOwn(body, 'importSources') : undefined;
  if (!Array.isArray(stated)) return [];
  return stated.flatMap((one: unknown) => ImportSource.safeParse(one).data ?? []);
}

/**
 * Where a preview has expired, a node keeps the inputs that were last applied; without a lock, those of the workflow of this name
 * (`live`). A key that reads no workflows resolves none.
 */
export async function withSources(
  session: Session,
  read: ReadFolder,
  { resources }: OutreachLock,
  live: (document: Document) => Promise<Document>,
): Promise<ReadFolder> {
  const problems: FileProblem[] = [];
  const files: ResourceFile[] = [];
  for (const file of read.files) {
    const { document, kind, resource } = file;
    const sources = document === null ? [] : sourcesOf(file);
    if (document === null || sources.length === 0) {
      files.push(file);
      continue;
    }
    const known = async () => nodesOf(resources.get(keyOf(kind, resource))?.document ?? (await live(document)));
    try {
      const { inputs, issues } = await sourceInputs(session, sources, nodesOf(document), known);
      append(problems, placedIssues(file, issues, 'error'));
      const nodes = nodesOf(document).map((node) => {
        const found = isObject(node) ? inputs.get(String(getOwn(node, 'id'))) : undefined;
        return isObject(node) && found !== undefined ? { ...node, inputs: found } : node;
      });
      files.push({ ...file, document: { ...document, nodes } });
    } catch (error) {
      if (whyUnreadable(error) === null) throw error;
      files.push(file);
    }
  }
  return { ...read, files, sourceProblems: problems };
}

function nodesOf(document: Document): readonly unknown[] {
  const nodes = getOwn(document, 'nodes');
  return Array.isArray(nodes) ? nodes : [];
}
