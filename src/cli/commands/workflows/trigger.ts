// reach workflow trigger: a delivery to the webhook of a workflow, as another system would send it.

import { objectIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { WebhookInput } from '../../../contract/workflows/plan.ts';
import { readObject } from '../../files/read.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import { fieldsFrom, withFields } from '../../shared/fields.ts';
import { findWorkflow } from '../../shared/lookup/by-name.ts';
import { startedView } from '../../shared/views/campaigns.ts';
import { assertWatching, printOrFollow, withWatch } from '../../shared/watched-run.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { CliError, type ExitName } from '../../terminal/exit.ts';
import { commaWords } from '../../terminal/settings.ts';
import { inputSecret } from './publish.ts';
import { assertDeliverable, deliveredTo } from './run-audience.ts';

const declare = () =>
  withExpect(
    withWatch(
      withFields(
        writes('trigger', {
          summary: 'Deliver a payload to the webhook of a workflow',
          description: [
            'Posts to the address that publishing issued. The payload is checked against the declared inputs before anything is',
            'sent; -f values take the declared types (ids separated by commas). The secret comes from REACH_WEBHOOK_SECRET or',
            '--secret-file, never from an argument; a service may refuse a delivery without one, or ask for a signature made with it. A payload with contacts that reach',
            'never-contact covers is not delivered.',
          ].join('\n'),
          uses: [routes.workflows.get, routes.workflows.deliver, routes.workflows.list, routes.contacts.search],
          view: startedView,
          json: [
            { record: routes.workflows.deliver },
            { record: routes.workflows.getRun },
            { each: routes.workflows.getRun },
          ],
          output: 'the run it started; with --watch what watch prints',
          exits: ['bad', 'notFound', 'running'],
          irreversible: true,
          examples: [
            ['reach workflow trigger "From a form" -f people=4711,4712 -f country=Germany', 'by the declared inputs'],
            ['reach workflow trigger 12 --input payload.json --secret-file webhook.secret', 'a file, with the secret'],
            [
              'echo \'{"people":[4711]}\' | reach workflow trigger 12 --input - --watch --exit-status',
              'and watch the run',
            ],
          ],
        }).argument('<workflow>', 'id or name of the workflow'),
      ).option('--secret-file <file>', 'the secret of the webhook (- = standard input)'),
    ),
  );

/** The text of `-f` as the type that the trigger declares; what cannot be converted stays text, and is reported. */
function typed({ type }: WebhookInput, text: string): unknown {
  switch (type) {
    case 'leadIds':
    case 'companyIds':
    case 'numberArray':
      return commaWords(text).map(Number);
    case 'stringArray':
      return commaWords(text);
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/** What is delivered: the file, then `-f` by the declared types, then `-F` as it is. */
async function payloadOf(session: Session, options: OptionsOf<typeof declare>, inputs: readonly WebhookInput[]) {
  const file = options.input === undefined ? {} : await readObject(session.io, options.input);
  const supplied = Object.entries(fieldsFrom({ field: options.field ?? [] })).map(([key, text]) => {
    const input = inputs.find((one) => one.key === key);
    return [key, input === undefined ? text : typed(input, String(text))] as const;
  });
  return { ...file, ...Object.fromEntries(supplied), ...fieldsFrom({ fieldJson: options.fieldJson ?? [] }) };
}

/** The webhook of the published version. Exit 3 for a workflow that has none, or none yet. */
async function webhookOf(
  session: Session,
  text: string,
): Promise<{ readonly webhookId: string; readonly inputs: readonly WebhookInput[] }> {
  const draft = await findWorkflow(session, text);
  const { id, version } = draft;
  const { ask } = await session.client();
  const request = { params: { workflowId: id }, query: version == null ? {} : { version } };
  // The interface shows no version on a workflow: without one, the draft names the address, once it is published.
  const { trigger } =
    version == null ? draft : (await ask('workflows', 'get', request, { filtersItself: ['version'] })).data;
  if (version == null && (trigger.type !== 'WEBHOOK' || trigger.webhookUrl == null)) {
    throw new CliError('refused', 'not_published', `workflow ${id} was never published: it has no webhook`, {
      hint: `reach workflow publish ${id}`,
    });
  }
  const url = trigger.type === 'WEBHOOK' ? trigger.webhookUrl : null;
  const webhookId = /\/wf\/([^/?#]+)$/.exec(url ?? '')?.[1];
  if (trigger.type !== 'WEBHOOK' || webhookId === undefined) {
    const message = `workflow ${id} is started by ${trigger.type}: it has no webhook`;
    throw new CliError('refused', 'no_webhook', message, { hint: `reach workflow run ${id}` });
  }
  return { webhookId, inputs: trigger.webhookInputs ?? [] };
}

function runIn(data: unknown) {
  const { runId, status, sequenceNumber } = objectIn(data);
  return {
    ...(typeof runId === 'number' && { runId }),
    ...(typeof status === 'string' && { status }),
    ...(typeof sequenceNumber === 'number' && { sequenceNumber }),
  };
}

async function trigger(session: Session, text: string, options: OptionsOf<typeof declare>): Promise<ExitName | void> {
  assertWatching(options);
  const secret = await inputSecret(session, options.secretFile);
  const { webhookId, inputs } = await webhookOf(session, text);
  const body = await payloadOf(session, options, inputs);
  const { checkPayload } = await import('../../../rules/workflows/triggers/runtime-input.ts');
  const [problem, ...others] = checkPayload(inputs, body);
  if (problem !== undefined) {
    const issues = [problem, ...others].map(({ path, code, message }) => ({ path, code, message }));
    const message = issues.map((issue) => issue.message).join('; ');
    throw new CliError('refused', 'invalid_payload', `nothing was delivered: ${message}`, { details: { issues } });
  }
  const targets = deliveredTo(inputs, body);
  await assertDeliverable(session, targets);
  const request = { params: { webhookId }, body };
  const call = planned(routes.workflows.deliver, request, { targets: async () => targets });
  if (!(await isApproved(session, call, options))) return;
  const { deliver } = await import('./deliver.ts');
  return await printOrFollow(session, runIn(await deliver(session, request, secret)), options);
}

export const triggerCommand = does(declare, trigger);
