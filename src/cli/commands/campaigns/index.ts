import { Option } from 'commander';
import { listPages } from '../../../client/answers/pages.ts';
import { CAMPAIGN_STATUSES } from '../../../contract/campaigns/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { campaignPicture, edgesOf, graphOf, type SequenceGraph } from '../../../presentation/graph/model.ts';
import { openWords } from '../../session/about.ts';
import { type BuildGroup, does, groupByVerb, reads, writes, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { campaignFiles } from '../../shared/file-kind/campaign.ts';
import { exportFile, initFile, withExportFile } from '../../shared/file-kind/starter-file.ts';
import { printListing, withLimit } from '../../shared/limit.ts';
import { campaignIdOf, findCampaign } from '../../shared/lookup/by-name.ts';
import { printLiveOrSeen } from '../../shared/lookup/seen-records.ts';
import { DELETIONS, notOffered } from '../../shared/not-offered.ts';
import { graphFormat, printGraph } from '../../shared/print-graph.ts';
import { campaignView, ownerView, voiceView } from '../../shared/views/campaigns.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { planned, printDryRun } from '../../shared/write.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { treeText } from '../../terminal/graph/tree.ts';
import { isForPerson } from '../../terminal/settings.ts';
import { addContactCommand, addListCommand } from './add-list.ts';
import { contactsCommand } from './contacts.ts';
import { createCommand } from './create.ts';
import { editCommand, updateCommand } from './edit.ts';
import { lintCommand } from './lint.ts';
import { previewCommand } from './preview.ts';
import { forecastCommand, reportCommand } from './report.ts';
import { statusCommand } from './status.ts';
import { printCampaign, readSource } from './view.ts';

const graphView = viewOf('graph', 'graphs', 'name count:number days:number', {
  id: 'name',
  alsoHas: 'steps edges',
  titles: { name: 'campaign', count: 'steps' },
});

/** The graph as data: the steps with their branches, and the edges between their numbers. */
function dataOf(graph: SequenceGraph) {
  const edges = edgesOf(graph.steps).map(({ from, to, label }) => ({ from: from.number, to: to.number, label }));
  return { ...graph, edges };
}

const declare = () =>
  reads('graph', {
    summary: 'Show a campaign as a tree, or as a picture',
    description: 'Days count from the day a contact starts: day 1. "day 3-6" is the earliest and the latest.',
    uses: [routes.campaigns.get, routes.campaigns.list],
    json: { record: graphView },
    output: 'the tree; with --format the text of the picture; JSON: steps with their branches, and edges',
    exits: ['notFound'],
    examples: [
      ['reach campaign graph q3.yaml', 'in the terminal'],
      ['reach campaign graph "Q3 launch"', 'a campaign of the service'],
      ['reach campaign graph q3.yaml --format svg > q3.svg', 'as a picture'],
      ['reach campaign graph q3.yaml --format mermaid', 'for a Markdown file'],
    ],
  })
    .argument('<campaign>', 'campaign file (- = standard input), or id or name of a campaign')
    .addOption(graphFormat());

const graphCommand = does(declare, async (session, name, { format }) => {
  const { file } = await readSource(session, name);
  const graph = graphOf(file.body);
  await printGraph(session, format, {
    view: graphView,
    data: () => dataOf(graph),
    tree: (paint, columns) => treeText(graph, paint, columns),
    picture: campaignPicture(graph),
  });
});

const declareList = () =>
  withLimit(
    reads('list', {
      summary: 'The campaigns of the workspace, oldest first',
      uses: [routes.campaigns.list],
      view: campaignView,
      output: 'one row per campaign: id, name, status, number of steps',
      examples: [
        ['reach campaign list', 'the first 100'],
        ['reach campaign list --status DRAFT -o id', 'the drafts'],
      ],
    }).addOption(openWords(new Option('--status <status>', 'only with this status').choices(CAMPAIGN_STATUSES))),
  );

const listCommand = does(declareList, async (session, options) => {
  const { call } = await session.client();
  const query = options.status === undefined ? {} : { status: options.status };
  await printListing(session, campaignView, options, (most) => listPages(call, 'campaigns', 'list', { query }, most));
});

const declareShow = () =>
  readsOne('show', {
    summary: 'Show one campaign',
    uses: [routes.campaigns.get, routes.campaigns.list],
    view: campaignView,
    output: 'the campaign; on a terminal with its steps as a tree; JSON has the steps with their ids',
    exits: ['notFound'],
    examples: [
      ['reach campaign show "Q3 launch"', 'by name'],
      ['reach campaign show 12 --json --fields id,status,steps', 'by id, for a script'],
    ],
  }).argument('<campaign>', 'id or name of the campaign');

const showCommand = does(declareShow, async (session, text, { web }) => {
  const campaign = await findCampaign(session, text);
  if (web) return await openInWeb(session, 'campaign', text, campaign);
  await printCampaign(session, campaign);
  if (!isForPerson(session)) return;
  const tree = await treeText(graphOf(campaign), session.print.paint.stdout, session.io.stdout.columns);
  await session.print.text(`\n${tree}`);
});

const declareClone = () =>
  writes('clone', {
    summary: 'Clone a campaign into a new draft, without its contacts',
    uses: [routes.campaigns.clone, routes.campaigns.list],
    view: campaignView,
    output: 'the new campaign',
    exits: ['notFound'],
    examples: [
      ['reach campaign clone 12', 'named after the original'],
      ['reach campaign clone "Q3 launch" --name "Q4 launch" -o id', 'prints the id'],
    ],
  })
    .argument('<campaign>', 'id or name of the campaign')
    .option('--name <name>', 'name of the clone');

const cloneCommand = does(declareClone, async (session, text, { name, dryRun }) => {
  const campaignId = await campaignIdOf(session, text);
  const request = { params: { campaignId }, body: name === undefined ? {} : { name } };
  if (dryRun) return await printDryRun(session, planned(routes.campaigns.clone, request));
  const campaign = await (await session.api()).campaigns.clone(request);
  await printCampaign(session, campaign);
  await noteUnnamed(session, campaign, 'reach campaign list');
});

const declareExport = () =>
  withExportFile(
    writesFile('export', {
      summary: 'Write a campaign as the file that would create it',
      description: 'Leaves out what can only be read (ids, status); created again, the file gives an equal campaign.',
      uses: [routes.campaigns.get, routes.campaigns.list],
      json: 'record',
      output: 'YAML; with --json the same as JSON',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach campaign export 12 > q3.yaml', 'by id'],
        [
          'reach campaign export "Q3 launch" --file campaigns/q3.yaml',
          'by name, with the schema for editors beside it',
        ],
      ],
    }).argument('<campaign>', 'id or name of the campaign'),
  );

const exportCommand = does(declareExport, async (session, text, options) => {
  const live = await findCampaign(session, text);
  await exportFile(session, campaignFiles, { live, what: `campaign ${live.id}`, view: campaignView }, options);
});

/** Who has a mailbox is nearly always among the first. */
const LOOKED_AT = 50;

/**
 * The name of an identity that can send, the first with a mailbox; of any, where the service shows no mailboxes. Null where
 * none can be read: the file is of use without one.
 */
async function someSender(session: Session): Promise<string | null> {
  try {
    const { call } = await session.client();
    let first: string | null = null;
    for await (const { name, email, emails } of listPages(call, 'identities', 'list', {}, { limit: LOOKED_AT })) {
      if (name === undefined || name === null) continue;
      if (emails === undefined ? Boolean(email) : emails.length > 0) return name;
      first ??= name;
    }
    return first;
  } catch {
    // Not logged in, no network, no scope.
    return null;
  }
}

/** The sample with a sender, so that the campaign can start. */
async function withSender(session: Session, sample: string): Promise<string> {
  const name = await someSender(session);
  return name === null ? sample : sample.replace(/^# (identity: ).*$/m, (_, key) => `${key}${JSON.stringify(name)}`);
}

const initCommand: BuildGroup = (deps) =>
  initFile(deps, campaignFiles, {
    documented: 'campaign-documented',
    other: 'campaigns/q3.yaml',
    fitted: withSender,
  });

const declareOwners = () =>
  reads('owners', {
    summary: 'Who can own the tasks of a campaign',
    description: 'If there are owners, every task step needs one as its ownerId.',
    uses: [routes.tasks.owners],
    view: ownerView,
    output: 'one row per owner; none when tasks need no owner',
    examples: [
      ['reach campaign owners', 'all of them'],
      ['reach campaign owners --json', 'for a script'],
    ],
  });

const ownersCommand = does(declareOwners, (session) =>
  printLiveOrSeen(session, ownerView, 'owners', async ({ tasks }) => (await tasks.owners()).owners),
);

const declareVoices = () =>
  reads('voices', {
    summary: 'Voices for voice messages',
    description: 'Use the id as voiceId of a network_voice_message step.',
    uses: [routes.voices.list],
    view: voiceView,
    output: 'one row per voice: those of the service, and those of identities',
    examples: [
      ['reach campaign voices', 'all of them'],
      ['reach campaign voices --fields id,name,language', 'fewer columns'],
    ],
  });

const voicesCommand = does(declareVoices, (session) =>
  printLiveOrSeen(session, voiceView, 'voices', async ({ voices }) => (await voices.list()).voices),
);

export const campaign: BuildGroup = (deps) =>
  groupByVerb(
    deps,
    {
      init: initCommand,
      lint: lintCommand,
      graph: graphCommand,
      preview: previewCommand,
      forecast: forecastCommand,
      create: createCommand,
      list: listCommand,
      show: showCommand,
      update: updateCommand,
      edit: editCommand,
      clone: cloneCommand,
      export: exportCommand,
      status: statusCommand,
      report: reportCommand,
      contacts: contactsCommand,
      'add-contact': addContactCommand,
      'add-list': addListCommand,
      owners: ownersCommand,
      voices: voicesCommand,
    },
    {
      ...notOffered(
        DELETIONS,
        'delete campaigns',
        'reach campaign status NAME completed ends it for good; reach open campaign NAME shows it in the web app, where it can be deleted',
      ),
      ...notOffered(
        ['remove-contact', 'remove-contacts', 'remove-list'],
        'take contacts out of a campaign',
        'reach campaign status NAME paused stops it for everyone; reach open campaign NAME shows it in the web app, where one contact can be taken out; a copy can go on without them: reach help campaigns',
      ),
    },
  );
