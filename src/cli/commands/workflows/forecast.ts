// reach workflow forecast: what the runs of a workflow will do, and what its campaigns will send, day by day.

import { listPages } from '../../../client/answers/pages.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { given, type JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { WorkflowInput } from '../../../contract/workflows/plan.ts';
import { isFileWord } from '../../files/is-file.ts';
import {
  beginForecast,
  forecastOptions,
  type NodeCounts,
  onCopy,
  runAhead,
  withForecastOptions,
} from '../../outreach/forecast/run-ahead.ts';
import { forecastView, printForecast } from '../../outreach/forecast/text.ts';
import type { MemoryService } from '../../outreach/scenarios/stage.ts';
import { collect, does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../../shared/answer.ts';
import { soundWorkflow } from '../../shared/lint/workflow-knowledge.ts';
import { workflowIdOf } from '../../shared/lookup/by-name.ts';
import { contactableInput, idIn, publishedInputs } from '../../shared/never-contact/workflow-audience.ts';
import { runInputOf } from './run.ts';

const declare = () =>
  withForecastOptions(
    reads('forecast', {
      summary: 'Show what the runs of a workflow will do, and what its campaigns will send',
      description: [
        'Runs the engine of the local service ahead on a copy of the workspace, with a clock of its own: nothing is sent or',
        'changed. A workflow with a manual or API trigger is run once when the forecast begins, any other by its trigger. No one',
        'approves anything: what waits for approval still waits at the end.',
      ].join('\n'),
      uses: [
        routes.workflows.get,
        routes.workflows.list,
        routes.lists.list,
        routes.campaigns.get,
        routes.contacts.search,
      ],
      view: forecastView,
      json: 'record',
      output:
        'messages of the campaigns that it adds contacts to, as reach campaign forecast; its runs, and how many records are at which step',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach workflow forecast "Verify and enrol"', 'with its own entry or schedule'],
        ['reach workflow forecast 12 -f contactListId="ICP DACH" --days 30', 'a list'],
        ['reach workflow forecast enrol.yaml --json', 'before it is created'],
      ],
    })
      .argument('<workflow>', 'workflow file, or id or name of a workflow')
      .option('-f, --field <key=ids>', 'input of the run, such as contactListId=3; repeatable', collect),
  );

async function workflowOf(session: Session, word: string): Promise<AnyId | WorkflowInput> {
  if (!isFileWord(session.io, word)) return await workflowIdOf(session, word);
  return { ...(await soundWorkflow(session, word)).body, publish: true };
}

/** Publishes it in the copy where it is not, and runs it where no trigger does. */
async function startIn({ api }: MemoryService, workflowId: AnyId, input: JsonObject | undefined): Promise<void> {
  const { published, trigger } = await api.workflows.get({ params: { workflowId } });
  if (published === null) await api.workflows.publish({ params: { workflowId }, body: {} });
  const isByHand = trigger === undefined || trigger.type === 'MANUAL' || trigger.type === 'API';
  if (!isByHand && input === undefined) return;
  await api.workflows.run({ params: { workflowId }, body: input === undefined ? {} : { input } });
}

/** The records of all runs that began since, by step and status. */
async function nodesOf({ api, session }: MemoryService, workflowId: AnyId, from: string): Promise<NodeCounts> {
  const { call } = await session.client();
  const steps = new Map<string, Map<string, number>>();
  let begun = 0;
  for await (const { runId, startedAt } of listPages(call, 'workflows', 'runs', { params: { workflowId } })) {
    if (runId === undefined) continue;
    if (startedAt !== undefined && startedAt < from) break;
    begun += 1;
    const run = await api.workflows.getRun({ params: { runId } });
    for (const { stepId, statusCounts } of having(run.steps, 'stepId')) {
      const counts = steps.get(stepId) ?? new Map<string, number>();
      for (const [status, count] of Object.entries(statusCounts ?? {}))
        counts.set(status, (counts.get(status) ?? 0) + count);
      steps.set(stepId, counts);
    }
  }
  return { runs: begun, nodes: [...steps].map(([step, counts]) => ({ step, ...Object.fromEntries(counts) })) };
}

export const forecastCommand = does(declare, async (session, word, { field, ...flags }) => {
  const options = await forecastOptions(flags);
  const workflow = await workflowOf(session, word);
  const wanted = await runInputOf(session, given({ field }));
  const input = typeof workflow === 'object' ? wanted : await contactableInput(session, workflow, wanted, null);
  const forecast = await session.progress('Copying the workspace', (tell) =>
    onCopy(session, async (copy) => {
      await beginForecast(copy, options);
      const { workflows, local } = copy.api;
      const id = typeof workflow === 'object' ? (await workflows.create({ body: workflow })).id : workflow;
      const { now: from } = await local.clock();
      await startIn(copy, id ?? 0, input);
      const { inputs } = await publishedInputs(copy.session, id ?? 0);
      const campaignIds = [...new Set(inputs.flatMap(({ campaignId }) => idIn(campaignId) ?? []))].map(Number);
      const ahead = await runAhead(copy, options, { campaignIds }, tell);
      return { ...ahead, ...(await nodesOf(copy, id ?? 0, from)) };
    }),
  );
  await printForecast(session, forecast);
});
