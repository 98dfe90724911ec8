// A workspace with one of everything, so that every command has something to work on.

import type { Json } from './route.ts';
import type { Store } from './store.ts';

/** What command lines of the table may name: `{campaign}` stands for the id of the draft campaign. */
export type Seeded = Readonly<Record<string, string>>;

const APP = 'https://app.stranger.example';

const steps = (): Json[] => [
  { type: 'email', subject: 'Hello {firstName}', content: 'How are you?' },
  { type: 'network_visit_profile', delay: { value: 1, unit: 'days' } },
];

function addRecords(store: Store): Seeded {
  const company = store.nextId('company');
  const [ada, bob] = [Number(store.nextId('contact')), Number(store.nextId('contact'))];
  const [createdAt, updatedAt] = [store.now(), store.now()];
  store.companies.push({
    id: company,
    appUrl: `${APP}/companies/${company}`,
    name: 'Engines Ltd',
    domain: 'engines.example',
    createdAt,
    updatedAt,
  });
  const contact = (id: number, firstName: string, lastName: string): Json => ({
    id,
    appUrl: `${APP}/contacts/${id}`,
    firstName,
    lastName,
    professionalEmail: `${firstName.toLowerCase()}@engines.example`,
    networkProfileUrl: `https://network.example/in/${firstName.toLowerCase()}`,
    companyId: company,
    createdAt,
  });
  store.contacts.push(contact(ada, 'Ada', 'Byron'), contact(bob, 'Bob', 'Stone'));
  const [list, target, tag, sender] = [store.lists[0], store.nextId('list'), store.tags[0], store.identities[0]];
  store.lists.push({ id: target, name: 'Customers', entity: 'COMPANY' });
  store.members.set(String(list?.['id']), new Set([ada]));
  store.members.set(String(target), new Set([Number(company)]));
  store.tagged.set(String(bob), new Set([Number(tag?.['id'])]));
  return {
    ada: String(ada),
    bob: String(bob),
    company: String(company),
    list: String(list?.['id']),
    companyList: String(target),
    tag: String(tag?.['id']),
    identity: String(sender?.['id']),
    post: String(store.posts[0]?.['id']),
  };
}

function addCampaigns(store: Store): Seeded {
  const [draft, other] = [store.nextId('campaign'), store.nextId('campaign')];
  store.campaigns.push({ id: draft, status: 'DRAFT', name: 'Q3 launch', steps: steps() });
  store.campaigns.push({ id: other, status: 'ACTIVE', name: 'Nurture', steps: steps() });
  return { campaign: String(draft), running: String(other) };
}

function addWorkflows(store: Store, list: string): Seeded {
  const nodes = (leadsGroupId: Json[string]): Json[] => [
    {
      id: 'select',
      kind: 'BLOCK',
      blockId: 'SELECT_LEADS_FROM_LIST',
      inputs: { leadsGroupId },
      next: ['verify'],
    },
    { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', inputs: {}, next: [''] },
  ];
  const add = (name: string, trigger: Json, more: Json = {}, leadsGroupId: Json[string] = Number(list)) => {
    const id = store.nextId('workflow');
    store.workflows.push({
      id,
      name,
      plan: { name, nodes: nodes(leadsGroupId) },
      trigger,
      revision: store.now(),
      ...more,
    });
    return String(id);
  };
  const workflow = add('Verify leads', { type: 'MANUAL' }, { version: 1 });
  const draft = add('Unfinished', { type: 'MANUAL' });
  const inputs = [{ key: 'people', type: 'leadIds', label: 'People' }];
  const hook = add('From a form', { type: 'WEBHOOK', inputs }, { version: 1 }, '__MANUAL_INPUT');
  const runId = store.nextId('run');
  store.runs.push({
    runId,
    workflowId: store.workflows[0]?.['id'],
    status: 'RUNNING',
    polls: 0,
    triggerType: 'MANUAL',
    sequenceNumber: 1,
  });
  return { workflow, draft, hook, run: String(runId) };
}

function addAi(store: Store): Seeded {
  const add = (records: Json[], kind: string, record: Json) => {
    const id = store.nextId(kind);
    records.push({ id, ...record });
    return String(id);
  };
  const folder = add(store.folders, 'folder', { kind: 'contacts', name: 'Research' });
  const prompt = 'Sum up {jobTitle}.';
  return {
    folder,
    variable: add(store.variables, 'variable', {
      name: 'Summary',
      entity: 'CONTACT',
      prompt,
      outputSchema: { type: 'text', provideExplanation: false },
    }),
    message: add(store.messages, 'message', { name: 'Opener', toneId: 'tone-1', channel: 'EMAIL', prompt }),
    snippet: add(store.snippets, 'snippet', { name: 'Greeting', toneId: 'tone-1', prompt }),
    template: add(store.templates, 'template', { name: 'Reply', messages: ['Thank you, {firstName}.'] }),
  };
}

export function seed(store: Store): Seeded {
  const records = addRecords(store);
  store.playbook.set('faqs', [{ id: store.nextId('item'), question: 'Price?', answer: 'It depends.' }]);
  const preview = '0190a000-0000-7000-8000-000000000001';
  store.previews.push({
    ...{ previewId: preview, createdAt: store.now(), expiresAt: '2027-01-01T00:00:00.000Z' },
    ...{ userInput: 'CTOs in Berlin', requestedProvider: 'AUTO', resolvedProvider: 'NETWORK' },
    ...{ result: { titles: ['CTO'] }, entity: 'CONTACT', droppedFilters: [] },
  });
  const actionsId = store.nextId('actions');
  store.actions.push({ actionsId, polls: 0 });
  return {
    ...records,
    ...addCampaigns(store),
    ...addWorkflows(store, records['list'] ?? ''),
    ...addAi(store),
    preview,
    actions: String(actionsId),
  };
}
