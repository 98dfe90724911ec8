// What the records of a workspace are called, both ways: names for files, ids for requests.

import { listPages } from '../../../client/answers/pages.ts';
import { counted } from '../../../contract/english.ts';
import { type AnyId, isSameId } from '../../../contract/ids.ts';
import { getOwn } from '../../../contract/json.ts';
import type { Hint, Referent } from '../../../rules/name-keys.ts';
import { didYouMean, isSameName } from '../../../rules/nearest.ts';
import { NO_RECORD, nounOf, type Reference } from '../../../rules/outreach/references.ts';
import type { Aliases } from '../../../rules/outreach/settings.ts';
import type { Session } from '../../session/session.ts';
import { KINDS } from '../ai/kinds.ts';
import { having, isAiSwitchedOff } from '../answer.ts';

// What a workspace calls the records that files may name, read into `LiveNames`.

export async function readNames(session: Session, names: LiveNames, referents: readonly Referent[]): Promise<void> {
  for (const referent of referents) await READ[referent](session, names);
}

const READ: Readonly<Record<Referent, (session: Session, names: LiveNames) => Promise<void>>> = {
  identity: async (session, names) => {
    const { call } = await session.client();
    for await (const { id, name, email } of listPages(call, 'identities', 'list', {})) {
      if (id !== undefined) names.add('identity', id, name ?? email ?? String(id));
    }
  },
  owner: async (session, names) => {
    const { owners } = await (await session.api()).tasks.owners();
    for (const { id, name, email } of having(owners, 'id')) {
      names.add('owner', id, email ?? name ?? String(id));
      if (name !== undefined) names.addOther('owner', id, name);
    }
  },
  voice: async (session, names) => {
    const { voices } = await (await session.api()).voices.list();
    for (const { id, name } of having(voices, 'id', 'name')) names.add('voice', id, name);
  },
  list: async (session, names) => {
    const { call } = await session.client();
    for await (const { id, name, entity } of listPages(call, 'lists', 'list', {})) {
      if (id !== undefined && name !== undefined) names.add('list', id, name, entity ?? null);
    }
  },
  campaign: async (session, names) => {
    const { call } = await session.client();
    for await (const { id, name } of listPages(call, 'campaigns', 'list', {})) {
      if (id !== undefined && name !== undefined) names.add('campaign', id, name);
    }
  },
  'ai-message': async (session, names) => {
    const { call } = await session.client();
    try {
      for await (const { id, name } of KINDS.message.list(call, {}, {})) {
        if (id !== undefined && name !== undefined) names.add('ai-message', id, name);
      }
    } catch (error) {
      if (!isAiSwitchedOff(error)) throw error;
      return;
    }
    await knowLibrary(session, names);
  },
};

/** Messages that everybody may use: a name of the workspace wins over the same name there. */
export async function knowLibrary(session: Session, names: LiveNames): Promise<void> {
  if (names.isLibraryKnown) return;
  names.isLibraryKnown = true;
  const own = new Set(names.namesOf('ai-message'));
  const { aiMessages } = await (await session.api()).promptLibrary.aiMessages();
  for (const { id, name } of having(aiMessages, 'id', 'name')) {
    if (own.has(name)) names.addCopy(id, name);
    else names.add('ai-message', id, name);
  }
}

export type NameToResolve = Pick<Reference, 'name'> &
  Partial<Pick<Reference, 'hint' | 'isSure'>> & { readonly referent: Referent | 'tone' };

export class LiveNames {
  readonly #named = new Map<
    Referent | 'tone',
    { readonly id: AnyId; readonly name: string; readonly entity: Hint }[]
  >();
  /** Records that are called so, and that no name leads to: the copies that campaigns keep of AI messages. */
  readonly #copies = new Map<string, string>();
  readonly #others = new Map<string, readonly AnyId[]>();
  /** Ids that files mean where several records have a name. */
  readonly #preferred = new Set<string>();
  readonly #aliases: Aliases;
  readonly #newest: ReadonlySet<Referent | 'tone'>;
  isLibraryKnown = false;

  readonly #place: string;

  /** `profile`: whose workspace it is; `newest`: of several of a name, the last one is meant. */
  constructor(profile: string, aliases: Aliases = {}, newest: readonly (Referent | 'tone')[] = []) {
    this.#place = `the workspace of profile ${profile}`;
    this.#aliases = aliases;
    this.#newest = new Set(newest);
  }

  add(referent: Referent | 'tone', id: AnyId, name: string, entity: Hint = null): void {
    const all = this.#named.get(referent) ?? [];
    const others = all.filter((one) => !isSameId(one.id, id));
    this.#named.set(referent, [...others, { id, name, entity }]);
  }

  addCopy(id: AnyId, name: string): void {
    this.#copies.set(String(id), name);
  }

  /** Another name of a record, which files may use where no other record has it. */
  addOther(referent: Referent, id: AnyId, name: string): void {
    const key = `${referent}/${name}`;
    const ids = this.#others.get(key) ?? [];
    if (!ids.some((one) => isSameId(one, id))) this.#others.set(key, [...ids, id]);
  }

  /** Of several records of one name, the one that is followed. */
  prefer(referent: Referent, id: AnyId): void {
    this.#preferred.add(`${referent}/${id}`);
  }

  /** Null where there is none, or where several may be meant. */
  idOf(named: NameToResolve): AnyId | null {
    const { referent, name } = named;
    const here = this.#aliased(referent, name);
    if (here === null) return this.#named.has(referent) ? null : NO_RECORD;
    const found = this.#found(named);
    const [other = null, ...more] = found.length > 0 ? found : (this.#others.get(`${referent}/${here}`) ?? []);
    return more.length === 0 ? other : null;
  }

  /** Those of a name: the one that is followed, or where newer ones take the place of others, the newest. */
  #found({ referent, name, hint = null, isSure = false }: NameToResolve): readonly AnyId[] {
    const here = this.#aliased(referent, name);
    const found = (this.#named.get(referent) ?? []).filter((one) => isSameName(one.name, here ?? ''));
    const fitting = hint === null ? found : found.filter(({ entity }) => entity === null || entity === hint);
    const ids = (fitting.length > 0 || isSure ? fitting : found).map(({ id }) => id);
    const followed = ids.filter((id) => this.#preferred.has(`${referent}/${id}`)).slice(0, 1);
    if (followed.length > 0) return followed;
    return this.#newest.has(referent) ? ids.slice(-1) : ids;
  }

  /** Why `idOf` finds none: `the workspace of profile local has no list "Leads"; did you mean "Lead"?` */
  unknownText(named: NameToResolve, help = ''): string {
    const { referent, name, hint = null, isSure = false } = named;
    if (this.#aliased(referent, name) === null)
      return `${this.#place} needs an ${referent}, and "${name}" is mapped to none`;
    const found = this.#found(named);
    if (found.length > 1)
      return `"${name}" matches ${counted(found.length, referent)} (ids ${found.join(', ')}): use the id`;
    const ids = this.#others.get(`${referent}/${name}`) ?? [];
    if (ids.length > 1) {
      const names = ids.map((id) => this.nameOf(referent, String(id)) ?? id);
      return `"${name}" matches ${counted(ids.length, referent)}: ${names.join(', ')}`;
    }
    const others = this.namesOf(referent).filter((one) => one !== name);
    const noun = referent === 'tone' ? referent : nounOf({ referent, hint, isSure });
    return `${this.#place} has no ${noun} "${name}"${didYouMean(name, others) || help}`;
  }

  has(referent: Referent, id: string): boolean {
    return (this.#named.get(referent) ?? []).some((one) => String(one.id) === id) || this.#copies.has(id);
  }

  /** Null for an id that nothing has, and for one that its name would not lead back to. */
  nameOf(referent: Referent | 'tone', id: string): string | null {
    const found = (this.#named.get(referent) ?? []).find((one) => String(one.id) === id);
    if (found === undefined) return referent === 'ai-message' ? (this.#copies.get(id) ?? null) : null;
    const alias = Object.entries(this.#aliasesOf(referent)).find(([, here]) => here === found.name)?.[0];
    const name = alias ?? found.name;
    // Of campaigns and messages a name means whichever is followed; of anything else it must be this one.
    if (referent === 'campaign' || referent === 'ai-message') return name;
    return this.idOf({ referent, name, hint: found.entity }) === found.id ? name : null;
  }

  namesOf(referent: Referent | 'tone'): string[] {
    const others = [...this.#others.keys()].filter((key) => key.startsWith(`${referent}/`));
    return [
      ...(this.#named.get(referent) ?? []).map(({ name }) => name),
      ...others.map((key) => key.slice(referent.length + 1)),
    ];
  }

  #aliased(referent: Referent | 'tone', name: string): string | null {
    const here = getOwn(this.#aliasesOf(referent), name);
    return here === undefined ? name : here;
  }

  #aliasesOf(referent: Referent | 'tone'): Readonly<Record<string, string | null>> {
    if (referent === 'campaign' || referent === 'ai-message' || referent === 'list') return {};
    return this.#aliases[referent] ?? {};
  }
}
