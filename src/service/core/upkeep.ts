// What is done to the store as a whole, apart from requests: backups, and the search for damage.

export interface Backup {
  readonly path: string;
  /** Epoch ms. */
  readonly at: number;
  readonly bytes: number;
}

/** A backup and what it holds; null for one that is damaged. */
export interface InspectedBackup extends Backup {
  readonly counts: {
    readonly contacts: number;
    readonly companies: number;
    readonly lists: number;
    readonly campaigns: number;
  } | null;
}

export interface Finding {
  readonly check: 'file' | 'schema' | 'index' | 'reference' | 'job';
  /** A table, an index, a job; or the file. */
  readonly where: string;
  readonly message: string;
}

/** Each reads the whole store: on a thread of its own, if there is a built worker. */
export interface Upkeep {
  /** Throws StoreDamaged, and errors of the file system; then no earlier backup was deleted. */
  backup(at: number, unique: string): Promise<Backup>;
  /** Writes everything to a new file; returns its bytes. Throws SnapshotExists, StoreDamaged, and errors of the file system. */
  snapshot(path: string, unique: string): Promise<number>;
  /** Newest first. */
  backups(): Promise<readonly InspectedBackup[]>;
  check(): Promise<readonly Finding[]>;
}
