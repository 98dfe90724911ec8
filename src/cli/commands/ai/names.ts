// Names of tones and folders: ids of records to names for files, and names in files to ids. Each list is requested once,
// when it is first needed.

import { type AiKind, type FolderTree, treeOf } from '../../../contract/ai/enums.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { AI_FIELDS } from '../../../contract/field-names.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, type JsonObject, textAt } from '../../../contract/json.ts';
import type { NamedIds, RecordNames } from '../../../rules/ai/file.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import type { Problem } from '../../../rules/problem.ts';
import type { Session } from '../../session/session.ts';
import { allFolders, type PlacedFolder } from '../../shared/ai/folders.ts';
import { having } from '../../shared/answer.ts';

/** The ids, and a problem for each name that is unknown or not unique. */
export interface FoundIds extends NamedIds {
  readonly unknown: readonly Problem[];
}

interface NamedEntity<I extends AnyId = AnyId> {
  readonly id: I;
  readonly name: string;
}

export class AiNames {
  readonly #session: Session;
  readonly #folders = new Map<FolderTree, Promise<readonly PlacedFolder[]>>();
  #tones: Promise<readonly NamedEntity[]> | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The names of the ids in a record; null if it has none or the id is unknown. */
  async ofRecord(kind: AiKind, record: JsonObject): Promise<RecordNames> {
    const [toneId, folderId] = [getOwn(record, 'toneId'), getOwn(record, 'folderId')];
    const tones = toneId != null ? await this.#allTones() : [];
    const folders = typeof folderId === 'number' ? await this.#allFolders(kind, record) : [];
    return {
      tone: tones.find(({ id }) => String(id) === String(toneId))?.name ?? null,
      folder: folders.find(({ id }) => id === folderId)?.path ?? null,
    };
  }

  /** The ids of the names in a file. `entity`: of a variable whose file does not state it. */
  async idsFor(kind: AiKind, fields: JsonObject, entity?: EntityName): Promise<FoundIds> {
    const unknown: Problem[] = [];
    const find = <I extends AnyId>(
      key: 'tone' | 'folder',
      name: string | null,
      all: readonly NamedEntity<I>[],
    ): I | undefined => {
      if (name === null) return undefined;
      const found = all.filter((one) => one.name === name);
      if (found.length !== 1) unknown.push(notOne(key, name, found, all));
      return found.length === 1 ? found[0]?.id : undefined;
    };
    const toneName = AI_FIELDS[kind].includes('toneId') ? textAt(fields, 'tone') : null;
    const folderName = textAt(fields, 'folder');
    const tones = toneName === null ? [] : await this.#allTones();
    const placed = folderName === null ? [] : await this.#allFolders(kind, fields, entity);
    const folders = placed.map(({ id, path }) => ({ id, name: path }));
    return { tone: find('tone', toneName, tones), folder: find('folder', folderName, folders), unknown };
  }

  #allTones(): Promise<readonly NamedEntity[]> {
    this.#tones ??= (async () => having((await (await this.#session.api()).aiTones.list()).tones, 'id', 'name'))();
    return this.#tones;
  }

  #allFolders(kind: AiKind, fields: JsonObject, entity?: EntityName): Promise<readonly PlacedFolder[]> {
    const tree = treeOf(kind, entity ?? (getOwn(fields, 'entity') === 'COMPANY' ? 'COMPANY' : 'CONTACT'));
    const known = this.#folders.get(tree);
    if (known !== undefined) return known;
    const asking = allFolders(this.#session, tree);
    this.#folders.set(tree, asking);
    return asking;
  }
}

function notOne(key: string, name: string, found: readonly NamedEntity[], all: readonly NamedEntity[]): Problem {
  const names = all.map((one) => one.name);
  const none = `there is no ${key} "${name}"${didYouMean(name, names)}`;
  const several = `"${name}" matches ${found.length} ${key}s (ids ${found.map(({ id }) => id).join(', ')}); give ${key}Id`;
  const [code, message] = found.length === 0 ? [`unknown_${key}`, none] : ['ambiguous_name', several];
  return { path: key, at: [key], code, message, severity: 'error', kind: 'invalid', basis: 'given' };
}
