// What commands of this machine changed in a store, as its pages read it; cli/ keeps it.

export interface StoreCommand {
  readonly id: string;
  /** By the clock of the machine, not of the store. */
  readonly at: string;
  readonly command: string;
  /** `3 contacts updated, 1 list created`. */
  readonly changed: string;
  readonly state: 'done' | 'undone' | 'interrupted' | 'unanswered';
  readonly undoes: string | null;
  readonly undoneBy: string | null;
  readonly user: string;
  readonly host: string;
  readonly profile: string;
  readonly folder: string;
}

export interface StoreChange {
  readonly is: 'done' | 'refused' | 'unanswered';
  readonly change: {
    readonly kind: string;
    readonly id: number | string | null;
    readonly label?: string;
    readonly is: string;
    readonly fields?: Readonly<Record<string, readonly [from: unknown, to: unknown]>>;
    readonly members?: Readonly<Record<string, Readonly<Partial<Record<'added' | 'removed', readonly unknown[]>>>>>;
    readonly count?: number;
    readonly lasting?: string;
    readonly unread?: string;
  };
}

/** The history that commands keep; the pages only read it. */
export interface StoreHistory {
  /** The newest first. */
  entries(): readonly StoreCommand[];
  changes(of: Pick<StoreCommand, 'folder'>): AsyncIterable<StoreChange>;
}

/** By the mark of the store. */
export type OpenHistory = (mark: string) => StoreHistory;
