// `importSources`: which import node takes its inputs from which preview.

import { kindOf, quoted } from '../../contract/english.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import { fieldsOf } from '../../contract/schema-parts.ts';
import { WORKFLOW_LIMITS } from '../../contract/workflows/enums.ts';
import { ImportSource, PreviewSource } from '../../contract/workflows/plan.ts';
import { checkFieldsOf } from '../check-value.ts';
import { checkFields, checkKeys, checkRequired } from '../keys.ts';
import { didYouMean } from '../nearest.ts';
import type { At } from '../problem.ts';
import type { Checking } from './checking.ts';
import type { ReadNode } from './plan/read.ts';

const AT: At = ['importSources'];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The ids of nodes that a source is named for, whatever else is wrong with it. */
export function sourcedNodes(value: unknown): Set<string> {
  if (!Array.isArray(value)) return new Set();
  const ids = value.map((source: unknown) => (isObject(source) ? getOwn(source, 'nodeId') : undefined));
  return new Set(ids.filter((id) => typeof id === 'string'));
}

export function checkSources(checking: Checking, value: unknown, nodes: readonly ReadNode[]): void {
  if (!Array.isArray(value)) {
    checking.error(AT, 'invalid_type', `importSources must be a list of { nodeId, source }, not ${kindOf(value)}`);
    return;
  }
  if (value.length > WORKFLOW_LIMITS.nodes) {
    checking.undocumented(
      AT,
      'too_big',
      `importSources has ${value.length} entries; a plan has at most ${WORKFLOW_LIMITS.nodes} nodes`,
    );
    return;
  }
  const seen = new Set<string>();
  for (const [index, source] of value.entries()) checkSource(checking, [...AT, index], source, nodes, seen);
}

function checkSource(checking: Checking, at: At, value: unknown, nodes: readonly ReadNode[], seen: Set<string>): void {
  const { problems } = checking;
  if (!isObject(value)) {
    checking.error(at, 'invalid_type', `an import source must be { nodeId, source }, not ${kindOf(value)}`);
    return;
  }
  checkKeys(problems, at, value, Object.keys(fieldsOf(ImportSource).fields), 'an import source');
  if (checkRequired(problems, at, value, 'nodeId', 'an import source needs the nodeId of an import node')) {
    checkNode(checking, [...at, 'nodeId'], getOwn(value, 'nodeId'), nodes, seen);
  }
  const example = '{ previewId: …, maxCount: 100 }';
  if (!checkRequired(problems, at, value, 'source', `an import source needs a source: ${example}`)) return;
  const source = checkFields(problems, [...at, 'source'], getOwn(value, 'source'), example);
  if (source === null) return;
  checkKeys(problems, [...at, 'source'], source, Object.keys(fieldsOf(PreviewSource).fields), 'a source');
  if (checkRequired(problems, [...at, 'source'], source, 'previewId', 'a source needs the previewId of a preview')) {
    const id = getOwn(source, 'previewId');
    if (typeof id !== 'string' || !UUID.test(id)) {
      checking.error(
        [...at, 'source', 'previewId'],
        'invalid_value',
        `previewId must be the id of a preview, not ${quoted(id)}`,
      );
    }
  }
  checkFieldsOf(problems, [...at, 'source'], source, PreviewSource, 'maxCount');
}

function checkNode(checking: Checking, at: At, id: unknown, nodes: readonly ReadNode[], seen: Set<string>): void {
  if (typeof id !== 'string') {
    checking.error(at, 'invalid_type', `nodeId must be the id of a node, not ${kindOf(id)}`);
    return;
  }
  const node = nodes.find((one) => one.id === id);
  const ids = nodes.flatMap((one) => one.id ?? []);
  if (node === undefined) {
    checking.error(at, 'unknown_node', `there is no node "${id.slice(0, 60)}"${didYouMean(id, ids)}`);
  } else if (node.kind !== null && !(node.kind === 'BLOCK' && node.block === null)) {
    const takes = node.block?.inputs.some(({ key }) => key === 'search') === true;
    const message = `"${id.slice(0, 60)}" is not an import block: it takes no source`;
    if (!takes) checking.undocumented(at, 'not_import', message);
  }
  if (seen.has(id)) checking.error(at, 'duplicate_id', `"${id.slice(0, 60)}" already has a source`);
  seen.add(id);
}
