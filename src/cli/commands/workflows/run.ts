// reach workflow run: a run of the published version.

import { type AnyId, isId, isIdText, parseId } from '../../../contract/ids.ts';
import { dictionary, getOwn, objectIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { WebhookInput } from '../../../contract/workflows/plan.ts';
import type { Workflow } from '../../../contract/workflows/records.ts';
import { isExactNumber } from '../../files/json-text.ts';
import { readObject } from '../../files/read.ts';
import { asksFirst, collect, does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { helpful } from '../../shared/approval.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import { fieldsFrom, withFields } from '../../shared/fields.ts';
import { findWorkflow, workflowIdOf } from '../../shared/lookup/by-name.ts';
import { findList } from '../../shared/lookup/list.ts';
import { withContactedWithin, withinOf } from '../../shared/never-contact/recently-contacted.ts';
import { contactableInput, publishedInputs, RECORD_KEYS } from '../../shared/never-contact/workflow-audience.ts';
import { startedView } from '../../shared/views/campaigns.ts';
import { assertWatching, printOrFollow, withWatch } from '../../shared/watched-run.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { CliError, type ExitName, UsageError } from '../../terminal/exit.ts';
import { commaWords } from '../../terminal/settings.ts';
import { approveRun, entryOf } from './approve-run.ts';
import { inputSecret } from './publish.ts';
import { assertDeliverable, boundsOf, deliveredTo } from './run-audience.ts';

const declare = () =>
  withExpect(
    withContactedWithin(
      withWatch(
        asksFirst('run', {
          summary: 'Start a run of the published version',
          description: [
            'The runtimeInputContract of reach workflow show says what input a run takes: none if the entry is fixed, else one',
            'of the accepted keys. Lists can be given by name. A workflow with an API trigger is started the same way. Asks first,',
            'naming the records and the campaigns they are added to. Contacts that reach never-contact covers are left out of',
            'leadIds; a run on a list with such contacts is refused.',
          ].join('\n'),
          uses: [
            routes.workflows.run,
            routes.workflows.getRun,
            routes.workflows.get,
            routes.workflows.list,
            routes.lists.list,
            routes.contacts.search,
          ],
          view: startedView,
          json: [
            { record: routes.workflows.run },
            { record: routes.workflows.getRun },
            { each: routes.workflows.getRun },
          ],
          output: 'the run: its id, status and number; with --watch what watch prints',
          exits: ['bad', 'notFound', 'conflict', 'running'],
          irreversible: true,
          examples: [
            ['reach workflow run "Verify and enrol"', 'with its own entry'],
            ['reach workflow run 12 -f leadIds=4711,4712', 'these contacts'],
            ['reach workflow run 12 -f contactListId="ICP DACH" --watch', 'a list, and watch it'],
            [
              'reach workflow run 12 --yes --watch --exit-status --timeout 30m',
              'in CI: exit 1 unless it succeeds, 8 if it takes longer',
            ],
          ],
        })
          .argument('<workflow>', 'id or name of the workflow')
          .option('-f, --field <key=ids>', 'one of the accepted keys, such as leadIds=1,2; repeatable', collect)
          .option('--input <key=ids or file>', 'the same, or a JSON or YAML object (- = standard input)', collect)
          .option('--input-file <file>', 'such an object, whatever the name of the file'),
      ),
    ),
  );

/** Throws CliError for a workflow without a published version. A key that may not read it leaves that to the service. */
async function publishedWorkflow(session: Session, workflowId: AnyId) {
  const workflow = await helpful((await session.api()).workflows.get({ params: { workflowId } }));
  if (workflow?.published !== null) return workflow;
  const hint = `reach workflow publish ${workflowId} publishes its draft`;
  throw new CliError('conflict', 'conflict', `workflow ${workflowId} has no published version`, { hint });
}

/** What a dry run shows is what the service takes. Throws CliError, as the service refuses it. */
async function assertTaken(contract: Workflow['runtimeInputContract'] | undefined, input: unknown): Promise<void> {
  const { status, acceptedKeys } = contract ?? {};
  if (status === undefined || (status === 'SUPPORTED' && acceptedKeys === undefined)) return;
  const { readRunInput } = await import('../../../rules/workflows/triggers/runtime-input.ts');
  const [problem] = readRunInput({ ...contract, status }, input).problems;
  if (problem === undefined) return;
  const { path, message } = problem;
  throw new CliError('refused', 'invalid', path === '' ? message : `${path}: ${message}`);
}

export const runCommand = does(declare, async (session, text, options) => {
  assertWatching(options);
  const workflowId = await workflowIdOf(session, text);
  const withinMs = withinOf(session, options.contactedWithin);
  const whole = await runInputOf(session, options);
  const workflow = await publishedWorkflow(session, workflowId);
  const input = await contactableInput(session, workflowId, whole, withinMs);
  const request = { params: { workflowId }, body: input === undefined ? {} : { input } };
  const isForetold = options.dryRun === true || options.expect !== undefined;
  if (isForetold && session.showRequests !== true) await assertTaken(workflow?.runtimeInputContract, input);
  const published = () => publishedInputs(session, workflowId);
  const targets = async () => entryOf(input, (await published()).entries);
  const call = planned(routes.workflows.run, request, { targets });
  const isSent = await isApproved(session, call, options, {
    ask: () => approveRun(session, workflowId, input),
    bounds: async (size) => await boundsOf(session, { id: workflowId, ...(await published()) }, size),
  });
  if (!isSent) return;
  const started = await (await session.api()).workflows.run(request);
  return await printOrFollow(session, started, options, workflowId);
});

async function readValue(session: Session, key: string, text: string): Promise<unknown> {
  if (key.endsWith('Ids')) return idsIn(key, text);
  const { entity, isList } = getOwn(RECORD_KEYS, key) ?? {};
  // Lists can be given by name.
  if (entity !== undefined && isList && !isIdText(text)) return (await findList(session, text, entity.name)).id;
  const [id, ...more] = idsIn(key, text);
  if (more.length > 0) throw new UsageError(`--field ${key}: takes one id, not ${more.length + 1}`);
  return id;
}

function idsIn(key: string, text: string): number[] {
  const ids = text.split(/[\s,]+/).filter((word) => word !== '');
  const parsed = ids.flatMap((word) => parseId(word) ?? []);
  if (ids.length > 0 && parsed.length === ids.length) return parsed;
  throw new UsageError(`--field ${key}: must be ids, such as ${key.endsWith('Ids') ? `${key}=1,2` : `${key}=1`}`);
}

/** `leadIds=1,2` is not a file; a file with such a name is given as `./leadIds=…`, or to `--input-file`. */
const isField = (text: string): boolean => /^[A-Za-z]+=/.test(text);

/**
 * The `input` of the run call; undefined for none. Fields override the file of `--input`. Exit 2 for text that is not an
 * input, 5 for a list that does not exist.
 */
export async function runInputOf(
  session: Session,
  options: Pick<OptionsOf<typeof declare>, 'field' | 'input' | 'inputFile'>,
): Promise<Record<string, unknown> | undefined> {
  const { input = [], inputFile } = options;
  const field = [...input.filter(isField), ...(options.field ?? [])];
  const [file, ...more] = [...input.filter((text) => !isField(text)), ...(inputFile === undefined ? [] : [inputFile])];
  if (more.length > 0) throw new UsageError(`--input: one file, not ${more.length + 1}`);
  if (file === undefined && field.length === 0) return undefined;
  const read = dictionary(file === undefined ? {} : await readObject(session.io, file));
  for (const [key, text] of Object.entries(fieldsFrom({ field })))
    read[key] = await readValue(session, key, String(text));
  return read;
}

// reach workflow trigger: a delivery to the webhook of a workflow, as another system would send it.

const declareTrigger = () =>
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

/** Text that is no number stays text. Throws UsageError for one that would lose digits. */
function numberIn(text: string): number | string {
  const source = text.trim();
  if (!/^-?\d+(?:\.\d+)?$/.test(source)) return text;
  if (!isExactNumber(source)) throw new UsageError(`${source.slice(0, 40)} has more digits than a number keeps`);
  return Number(source);
}

/** The text of `-f` as the type that the trigger declares; what cannot be converted stays text, and is reported. */
function typed({ type }: WebhookInput, text: string): unknown {
  switch (type) {
    case 'leadIds':
    case 'companyIds':
    case 'numberArray':
      return commaWords(text).map(numberIn);
    case 'stringArray':
      return commaWords(text);
    case 'number':
      return numberIn(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/** What is delivered: the file, then `-f` by the declared types, then `-F` as it is. */
async function payloadOf(session: Session, options: OptionsOf<typeof declareTrigger>, inputs: readonly WebhookInput[]) {
  const file = options.input === undefined ? {} : await readObject(session.io, options.input);
  const supplied = fieldsFrom(options, (key, text) => {
    const input = inputs.find((one) => one.key === key);
    return input === undefined ? text : typed(input, text);
  });
  return { ...file, ...supplied };
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
    ...(isId(runId) && { runId }),
    ...(typeof status === 'string' && { status }),
    ...(typeof sequenceNumber === 'number' && { sequenceNumber }),
  };
}

async function trigger(
  session: Session,
  text: string,
  options: OptionsOf<typeof declareTrigger>,
): Promise<ExitName | void> {
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

export const triggerCommand = does(declareTrigger, trigger);
