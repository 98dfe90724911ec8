import { Option } from 'commander';
import { NetworkError } from '../../../client/transport/transport.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { WORKFLOW_ENTITIES } from '../../../contract/workflows/enums.ts';
import type { ConditionField } from '../../../contract/workflows/plan.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { offlineKnowledge, workspaceFields } from '../../shared/lint/workflow-knowledge.ts';
import { conditionFieldView } from '../../shared/views/workflows.ts';

const declare = () =>
  reads('fields', {
    summary: 'Fields that conditions can use, with operators and fixed values',
    description:
      'Asks the workspace, and remembers the fields for offline lint. --offline shows those that every workspace has and those last seen with the profile.',
    uses: [routes.workflows.conditionFields],
    view: conditionFieldView,
    output: 'one row per field; JSON has operatorIds and valueOptions',
    examples: [
      ['reach workflow fields', 'all of them'],
      ['reach workflow fields --entity COMPANY --json', 'of companies, for a script'],
      ['reach workflow fields --offline --fields id,operatorIds', 'without asking'],
    ],
  })
    .addOption(new Option('--entity <entity>', 'only fields of this kind of record').choices(WORKFLOW_ENTITIES))
    .option('--offline', 'do not ask the workspace');

/** As the workspace gives them; as last seen where it cannot be reached. */
async function fieldsOf(session: Session, known: Iterable<ConditionField>): Promise<readonly ConditionField[]> {
  try {
    return await workspaceFields(session);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    await session.print.note('the service cannot be reached: standard fields, and those last seen');
    return [...known];
  }
}

export const fieldsCommand = does(declare, async (session, { entity, offline }) => {
  const known = offlineKnowledge(session).conditionFields?.fields.values() ?? [];
  const fields = offline ? [...known] : await fieldsOf(session, known);
  const kept = fields.filter(({ entities }) => entity === undefined || entities.includes(entity));
  await session.print.list(conditionFieldView, kept);
});
