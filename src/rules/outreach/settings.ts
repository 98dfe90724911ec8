// The settings of an outreach folder, reach.yaml: what an editor suggests, what is wrong with them, and what they say.

import * as z from 'zod';
import { filledText } from '../../contract/common.ts';
import { EMPTY } from '../../contract/issues.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import { schemaNotes } from '../../contract/schema-parts.ts';
import { checkObject, type FieldChecks } from '../check-value.ts';
import { isFileOnly } from '../file-keys.ts';
import { mustBeObject } from '../keys.ts';
import { isSameName } from '../nearest.ts';
import { type At, type Problem, Problems } from '../problem.ts';
import { kindOfKey, RESOURCE_KINDS, type ResourceKind } from './kinds.ts';

const Name = z.string().min(1);

const names = (example: string) =>
  z.array(z.string().regex(/\S/, EMPTY), { error: `must be a list such as ${example}` }).optional();

const WHOLE = { error: 'must be a whole number such as 500' };

const Policy = z
  .strictObject({
    maximumPeople: z.int(WHOLE).min(0, WHOLE).optional().describe('The most people that one plan may reach.'),
    notFromCi: names('[Welcome]').describe('Campaigns that must not be started where CI is set.'),
    requiredFields: z
      .strictObject(Object.fromEntries(RESOURCE_KINDS.map((kind) => [kind, names('[description]')])))
      .register(schemaNotes, { example: '{ campaign: [description] }' })
      .optional()
      .describe('Kind → fields that every file of it must fill.'),
    senders: names('[Robin Hale]').describe('The identities that campaigns may name.'),
  })
  .register(schemaNotes, { example: '{ maximumPeople: 500, senders: [Robin Hale] }' });

export type Policy = z.infer<typeof Policy>;

const Variables = z
  .record(
    z.string().regex(/^[A-Za-z][\w-]{0,99}$/, 'is not a name of letters, digits, _ and -'),
    z.union([z.string().regex(/^[^\r\n]*$/, 'must be one line'), z.number(), z.boolean()]),
  )
  .register(schemaNotes, { example: '{ sender: Robin Hale }' })
  .describe('Name → value, for variables in files.');

export type Variables = ReadonlyMap<string, string | number | boolean>;

const ALIASES = 'The name in files: the name in that workspace';
const aliases = z.record(z.string(), Name).optional().describe(`${ALIASES}.`);
const Aliases = z
  .strictObject({
    identity: aliases,
    owner: z.record(z.string(), Name.nullable()).optional().describe(`${ALIASES}, or null for no owner.`),
    voice: aliases,
    tone: aliases,
  })
  .register(schemaNotes, { example: '{ identity: { Robin Hale: Jo Doe } }' });

/** Names in files → what the workspace calls the same; null: an owner that a workspace without owners does without. */
export type Aliases = z.infer<typeof Aliases>;

const areMoves = (moves: Readonly<Record<string, string>>): boolean =>
  Object.entries(moves).every(([from, to]) => kindOfKey(from) !== null && kindOfKey(from) === kindOfKey(to));

export const SettingsSchema = z.strictObject({
  profile: filledText(100).optional().describe('The profile, unless a flag or the environment names another.'),
  prune: z.boolean().default(false).describe('Whether plan and apply prune by default.'),
  policy: Policy.optional().describe('What no plan of the folder may do.'),
  vars: Variables.optional(),
  workspaces: z
    .record(z.string(), z.strictObject({ vars: Variables.optional(), names: Aliases.optional() }))
    .register(schemaNotes, { example: '{ production: { vars: { sender: Robin Hale } } }' })
    .optional()
    .describe('Profile → the variables and names of its workspace.'),
  includes: names('[../common]').describe(
    'Folders inside this one or beside it whose files belong to it as well, such as ../common.',
  ),
  moved: z
    .record(z.string(), Name)
    .register(schemaNotes, { example: '{ campaign/Old name: campaign/New name }' })
    .refine(areMoves, 'must be such as { campaign/Old name: campaign/New name }, of one kind')
    .optional()
    .describe('The key that a resource had → the one it has now, such as campaign/Old: campaign/New.'),
  names: z
    .record(z.string(), Aliases)
    .register(schemaNotes, { example: '{ production: { identity: { Robin Hale: Jo Doe } } }' })
    .optional()
    .describe('Profile → names that differ in its workspace.'),
});

export type FolderSettings = z.infer<typeof SettingsSchema>;

const NO_SETTINGS: FolderSettings = { prune: false };

/** The variables of a workspace, by the name of its profile or lock: its own before those of all. */
export const variablesOf = ({ vars, workspaces = {} }: FolderSettings, workspace: string): Variables =>
  new Map(Object.entries({ ...vars, ...getOwn(workspaces, workspace)?.vars }));

/** What a workspace calls otherwise. */
export const aliasesOf = ({ names: of = {}, workspaces = {} }: FolderSettings, workspace: string): Aliases =>
  getOwn(workspaces, workspace)?.names ?? getOwn(of, workspace) ?? {};

const withoutOwnKeys = (settings: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !isFileOnly(key)));

/** Everything that is wrong with them. `checks`: what has to be looked up. */
export function checkSettings(body: unknown, name: string, checks: (problems: Problems) => FieldChecks): Problem[] {
  const problems = Problems.none();
  if (mustBeObject(problems, [], body, `${name} must be an object of settings`))
    checkObject(problems, [], withoutOwnKeys(body), SettingsSchema, name, checks(problems));
  return problems.found.map((problem) => ({ ...problem, basis: 'given' }));
}

/** As far as they are sound, key by key: a folder with a broken setting is never applied. */
export function settingsIn(body: unknown): FolderSettings {
  if (!isObject(body)) return NO_SETTINGS;
  const { data, error } = SettingsSchema.safeParse(withoutOwnKeys(body));
  const broken = new Set(
    error?.issues.flatMap((one) => one.path[0] ?? (one.code === 'unrecognized_keys' ? one.keys : [])),
  );
  const sound = Object.fromEntries(Object.entries(withoutOwnKeys(body)).filter(([key]) => !broken.has(key)));
  return data ?? SettingsSchema.safeParse(sound).data ?? NO_SETTINGS;
}

// The policy of an outreach folder: what no plan may do, whoever applies it.

const isFilled = (value: unknown): boolean =>
  value != null && (typeof value !== 'string' || value.trim() !== '') && !(Array.isArray(value) && value.length === 0);

/** What one file, as it is written, breaks. */
export function brokenInFile({ requiredFields = {}, senders }: Policy, kind: ResourceKind, file: unknown) {
  if (!isObject(file)) return [];
  const missing = (getOwn(requiredFields, kind) ?? []).filter((name) => !isFilled(getOwn(file, name)));
  const broken: { readonly at: At; readonly message: string }[] = missing.map((name) => ({
    at: [name],
    message: `the policy of the folder requires ${name} in every ${kind}`,
  }));
  if (senders === undefined || kind !== 'campaign') return broken;
  for (const key of ['identity', 'identityId']) {
    const sender = getOwn(file, key);
    if (sender == null || (typeof sender === 'string' && senders.some((one) => isSameName(one.trim(), sender.trim()))))
      continue;
    broken.push({
      at: [key],
      message: `the policy of the folder allows these senders only: ${senders.join(', ') || 'none'}`,
    });
  }
  return broken;
}
