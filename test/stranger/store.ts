// What the stranger keeps, in memory.

import type { Switches } from './switches.ts';

export type Json = Record<string, unknown>;

/** A kind whose ids the interface types as numbers (contacts, companies, lists, folders, identities, tags). */
const NUMBERS = new Set(['contact', 'company', 'list', 'folder', 'identity', 'tag']);

export interface Store {
  readonly contacts: Json[];
  readonly companies: Json[];
  readonly lists: Json[];
  /** List id → ids of its members. */
  readonly members: Map<string, Set<number>>;
  readonly campaigns: Json[];
  /** Campaign id → ids of its contacts. */
  readonly enrolled: Map<string, Set<number>>;
  readonly workflows: Json[];
  readonly runs: Json[];
  readonly identities: Json[];
  readonly variables: Json[];
  readonly messages: Json[];
  readonly snippets: Json[];
  readonly templates: Json[];
  readonly folders: Json[];
  readonly previews: Json[];
  readonly tags: Json[];
  /** Contact id → ids of its tags. */
  readonly tagged: Map<string, Set<number>>;
  readonly playbook: Map<string, Json[]>;
  readonly company: Json;
  readonly posts: Json[];
  readonly actions: Json[];
  /** Names of the fields that imports brought, in the words of the one who sent them → the id they have here. */
  readonly customFields: Map<string, string>;
  nextId(kind: string): number | string;
  /** A moment that never repeats. */
  now(): string;
}

const START = Date.UTC(2026, 8, 1);

type NextId = Store['nextId'];

function identity(nextId: NextId, name: string, email: string): Json {
  const id = Number(nextId('identity'));
  const appUrl = `https://app.stranger.example/identities/${id}`;
  return { id, appUrl, name, email, emails: [email], signature: '<p>Regards</p>' };
}

function post(nextId: NextId, now: () => string, text: string): Json {
  const id = nextId('post');
  return {
    id,
    appUrl: `https://app.stranger.example/posts/${String(id).replace('post_', '')}`,
    metrics: {
      ...{ impressions: 120, reactions: 4, reactionsByType: { LIKE: 4 }, comments: 1, reposts: 0 },
      ...{ engagedAccounts: 2, newEngagers: 1, refreshedAt: now() },
    },
    topics: [text],
    targetRoles: ['CTO'],
  };
}

export function openStore(switches: Switches): Store {
  let last = 1000;
  let ticks = 0;
  const nextId = (kind: string) => {
    last += 1;
    return switches.ids === 'number' || NUMBERS.has(kind) ? last : `${kind}_${last}`;
  };
  const now = () => {
    ticks += 1;
    return new Date(START + ticks * 1000).toISOString();
  };
  const store: Store = {
    contacts: [],
    companies: [],
    lists: [{ id: Number(nextId('list')), name: 'ICP DACH', entity: 'CONTACT' }],
    members: new Map(),
    campaigns: [],
    enrolled: new Map(),
    workflows: [],
    runs: [],
    identities: [
      identity(nextId, 'Robin Hale', 'robin@stranger.example'),
      identity(nextId, 'Sam Ortiz', 'sam@stranger.example'),
    ],
    ...{ variables: [], messages: [], snippets: [], templates: [], folders: [], previews: [] },
    tags: [{ id: Number(nextId('tag')), name: 'Hot' }],
    tagged: new Map(),
    playbook: new Map(),
    company: { companyIndustry: 'Software', companyOverview: 'We sell software.' },
    posts: [post(nextId, now, 'pricing'), post(nextId, now, 'hiring')],
    actions: [],
    customFields: new Map(),
    nextId,
    now,
  };
  return store;
}
