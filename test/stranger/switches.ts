// How the stranger behaves where the interface says nothing. Typed by hand; nothing of src/ is imported in this folder.

export type Mode = 'minimal' | 'unpaged' | 'strict' | 'renamed' | 'richer';

export interface Switches {
  readonly mode: Mode;
  /** Paths that the interface does not show: under the names that reach chose, under other names, or absent. */
  readonly unshownPaths: 'ours' | 'theirs' | 'absent';
  /** Query parameters that the interface does not show: refused with 400, or ignored without a word. */
  readonly unknownQuery: 'refused' | 'ignored';
  /** Filters of a search that name no field: refused with 400, or ignored without a word. */
  readonly unknownFilters: 'refused' | 'ignored';
  /** How a page travels in `data`: an object with one array, an array beside `meta`, or a bare array; `unpaged`: all of it, whatever page is asked for. */
  readonly pages: 'object' | 'meta' | 'bare' | 'unpaged';
  /** Ids to which the interface gives no type: numbers, or text such as `run_40211`. */
  readonly ids: 'number' | 'text';
  readonly pageSizeMax: number;
  /** Whether it says at /definitions.json what it has. */
  readonly isDescribed: boolean;
  /** Fields, blocks, enumeration values and statuses that no one knows yet. */
  readonly richer: boolean;
}

const MINIMAL: Switches = {
  ...{ mode: 'minimal', unshownPaths: 'ours', unknownQuery: 'ignored', unknownFilters: 'ignored' },
  ...{ pages: 'object', ids: 'number', pageSizeMax: 100, isDescribed: true, richer: false },
};

export const SWITCHES: Readonly<Record<Mode, Switches>> = {
  minimal: MINIMAL,
  unpaged: { ...MINIMAL, pages: 'unpaged' },
  strict: {
    ...MINIMAL,
    ...{ mode: 'strict', unshownPaths: 'absent', unknownQuery: 'refused', unknownFilters: 'refused' },
    ...{ pages: 'meta', ids: 'text', pageSizeMax: 50 },
  },
  renamed: {
    ...MINIMAL,
    mode: 'renamed',
    unshownPaths: 'theirs',
    unknownQuery: 'refused',
    unknownFilters: 'refused',
    pages: 'bare',
  },
  richer: { ...MINIMAL, mode: 'richer', pages: 'meta', richer: true },
};

/** In which every command is run: only what the interface shows, and a definition with other names. */
export const MODES = ['strict', 'renamed'] as const satisfies readonly Mode[];
