// What an area of the benchmark is given, and what it gives.

import type { Figure } from './figures.ts';

export interface Sizes {
  /** Runs of a process whose median counts. */
  readonly rounds: number;
  /** Rows of the CSV file. */
  readonly csvRows: number;
  /** Rows of an import into the local service. */
  readonly importRows: number;
  /** Contacts of a campaign that is carried out. */
  readonly campaignContacts: number;
  /** Contacts in the store when pages are measured. */
  readonly scaleContacts: number;
}

export interface Place {
  readonly sizes: Sizes;
  /** Empty, the area's own, on a real disk, and gone afterwards. */
  readonly folder: string;
  /** The package. */
  readonly root: string;
  /** Says what is being done; on stderr, for whoever waits. */
  readonly say: (text: string) => void;
}

export interface Area {
  readonly title: string;
  /** Gives each figure as it is known, so that what fails later takes nothing with it. */
  readonly measure: (place: Place) => AsyncIterable<Figure>;
}
