// Fields that plans and triggers name, when an AI variable gets another name or is deleted.

import type { WorkflowEntity } from '../../../contract/workflows/enums.ts';
import type { WorkflowNode } from '../../../contract/workflows/plan.ts';
import type { Context } from '../../core/context.ts';
import { contentsWith, type VersionRow, writeContent } from './queries/workflows.ts';
import { entityOf } from './runs/start.ts';

/** What workflows over these records have under this name. */
export interface NamedField {
  readonly name: string;
  readonly of: readonly WorkflowEntity[];
}

/** A new name replaces the old one, in what is published as well: it is the same field. */
export async function renameFieldInWorkflows({ tx, principal }: Context, field: NamedField, to: string): Promise<void> {
  for (const content of await contentsWith(tx, principal, field.name))
    await writeContent(tx, content, renamed(content, field, to));
}

/** Published workflows that ask for the field; without a name those that the caller may not see. */
export async function workflowsReading({ tx, principal }: Context, field: NamedField) {
  const contents = await contentsWith(tx, principal, field.name);
  const reading = contents.filter((content) => {
    const { plan, trigger } = content;
    return content.isLive && JSON.stringify(renamed(content, field, '')) !== JSON.stringify({ plan, trigger });
  });
  return reading.map(({ workflowId: id, name, isVisible }) => ({ id, name: isVisible ? name : null }));
}

type NamingFields = Pick<VersionRow, 'plan' | 'trigger'>;

function renamed({ plan, trigger }: NamingFields, { name, of }: NamedField, to: string): NamingFields {
  const nameOf = (text: string) => (text === name ? to : text);
  const nodes = of.includes(entityOf(plan)) ? plan.nodes.map((node) => renamedNode(node, nameOf)) : plan.nodes;
  const signal = trigger?.type === 'INTENT' ? trigger.signal : null;
  const isAbout = signal !== null && of.includes(signal.kind.startsWith('COMPANY') ? 'COMPANY' : 'LEAD');
  return {
    plan: { ...plan, nodes },
    trigger:
      isAbout && signal.field !== undefined
        ? { type: 'INTENT', signal: { ...signal, field: nameOf(signal.field) } }
        : trigger,
  };
}

function renamedNode(node: WorkflowNode, nameOf: (name: string) => string): WorkflowNode {
  if (node.kind === 'BLOCK') return node;
  if (node.kind === 'CONDITIONAL') {
    const conditions = node.conditions.map((one) => ('field' in one ? { ...one, field: nameOf(one.field) } : one));
    return { ...node, conditions };
  }
  const { groupBy, orderBy } = node;
  return { ...node, ...(groupBy && { groupBy: nameOf(groupBy) }), ...(orderBy && { orderBy: nameOf(orderBy) }) };
}
