// A workspace as raw requests show it, page by page: what a twin is compared with, without any of the code that makes it.

export type Get = (path: string) => Promise<Record<string, unknown>>;

/** Not of the workspace but of where it is, when it was looked at, or of what no interface shows. */
const ELSEWHERE = new Set(['appUrl', 'ownerId', 'nextRunAt', 'requestId', 'webhookUrl', 'progress']);

const cleaned = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one) => (ELSEWHERE.has(key) ? undefined : one)));

const LISTS: readonly (readonly [path: string, name: string])[] = [
  ['/v1/identities', 'identities'],
  ['/v1/companies', 'companies'],
  ['/v1/contacts', 'contacts'],
  ['/v1/lists', 'lists'],
  ['/v1/ai-variables?includeArchived=true', 'aiVariables'],
  ['/v1/ai-variables/ai-snippets', 'aiSnippets'],
  ['/v1/ai-variables/ai-messages', 'aiMessages'],
  ['/v1/ai-variables/message-templates', 'messageTemplates'],
  ...['contacts', 'companies', 'ai-messages', 'ai-snippets', 'message-templates'].map(
    (tree) => [`/v1/ai-variables/folders/${tree}`, 'folders'] as const,
  ),
  ['/v1/inboxes', 'inboxes'],
  ['/v1/inboxes?archived=true', 'inboxes'],
  ['/v1/campaigns', 'campaigns'],
  ['/v1/workflows', 'workflows'],
];

const WHOLE = [
  ...['/v1/contacts/fields', '/v1/companies/fields', '/v1/tasks/owners', '/v1/voices', '/v1/inbox/tags'],
  ...['/v1/ai-variables/ai-message-tones', '/v1/ai-playbook'],
];

async function pagesOf(get: Get, path: string, name: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const data = await get(`${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=100`);
    const records = data[name];
    if (!Array.isArray(records)) throw new Error(`${path}: no ${name}`);
    all.push(...records);
    if (data['hasNextPage'] !== true) return all;
  }
}

/** Everything, by the request that shows it. */
export async function readWorkspace(get: Get): Promise<Map<string, unknown>> {
  const read = new Map<string, unknown>();
  for (const path of WHOLE) read.set(path, cleaned(await get(path)));
  for (const [path, name] of LISTS) {
    const records = await pagesOf(get, path, name);
    for (const record of records) read.set(`${path} ${record['id']}`, cleaned(record));
    read.set(
      `${path} order`,
      records.map(({ id }) => id),
    );
    for (const record of records) {
      const { id } = record;
      if (path === '/v1/lists') {
        const entity = record['entity'] === 'COMPANY' ? 'companies' : 'contacts';
        const members = await pagesOf(get, `/v1/${entity}?listId=${id}`, entity);
        read.set(
          `members of ${id}`,
          members.map((member) => member['id']),
        );
      }
      if (path === '/v1/campaigns') read.set(`campaign ${id}`, cleaned(await get(`/v1/campaign/${id}`)));
      if (path === '/v1/identities') read.set(`mailboxes ${id}`, cleaned(await get(`/v1/identities/${id}/mailboxes`)));
      if (path.startsWith('/v1/inboxes')) {
        const messages = await pagesOf(get, `/v1/inboxes/${record['contactId']}/messages`, 'messages');
        read.set(`messages of ${record['contactId']}`, cleaned(messages));
      }
      if (path === '/v1/workflows') {
        read.set(`workflow ${id}`, cleaned(await get(`/v1/workflow/${id}`)));
        for (let version = 1; version <= Number(record['version'] ?? 0); version += 1)
          read.set(`workflow ${id} ${version}`, cleaned(await get(`/v1/workflow/${id}?version=${version}`)));
      }
    }
  }
  return read;
}

/** The requests that two workspaces answer differently, with both answers. */
export function differences(one: Map<string, unknown>, other: Map<string, unknown>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
    const [left, right] = [one, other].map((side) => JSON.stringify(side.get(key)));
    if (left === right) return [];
    const at = Math.max(0, [...(left ?? '')].findIndex((letter, index) => letter !== right?.[index]) - 40);
    return [`${key}: …${left?.slice(at, at + 200)}\n  …${right?.slice(at, at + 200)}`];
  });
}

/** Personal values of so many letters or more: shorter ones are found in anything. `Admin` is a role. */
export function personalValues(workspace: Map<string, unknown>, letters: number): string[] {
  const fields = new Set(
    'firstName lastName professionalEmail personalEmails mobilePhone phones networkProfileUrl networkHeadline imageUrl contactCRMId leadCRMId domain website companyNetworkUrl companyCRMId email emails signature phoneNumber networkUrl scheduleMeetingUrl message subject promoterName mainBenefit Seats Notes'.split(
      ' ',
    ),
  );
  const found = new Set<string>();
  const look = (value: unknown, isPersonal: boolean): void => {
    if (typeof value === 'string' && isPersonal && value.length >= letters && value !== 'Admin') found.add(value);
    else if (Array.isArray(value)) for (const one of value) look(one, isPersonal);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) look(one, fields.has(key));
  };
  for (const [key, value] of workspace) {
    if (/^(\/v1\/(contacts|companies|identities|inboxes|tasks|ai-playbook)|mailboxes|messages)/.test(key))
      look(value, false);
    if (/^\/v1\/(companies|identities|tasks)/.test(key)) look(Object(value).name, true);
  }
  return [...found];
}
