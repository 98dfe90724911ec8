import { isNothing } from '../../session/history/change.ts';

/** How many values of each field change. */
export class FieldCounts {
  readonly #fields = new Map<string, { changed: number; filled: number; cleared: number }>();

  add(field: string, from: unknown, to: unknown): void {
    const of = this.#fields.get(field) ?? { changed: 0, filled: 0, cleared: 0 };
    if (isNothing(from)) of.filled += 1;
    else if (isNothing(to)) of.cleared += 1;
    else of.changed += 1;
    this.#fields.set(field, of);
  }

  /** Their names with the counts, for JSON. */
  get all(): Readonly<Record<string, { changed: number; filled: number; cleared: number }>> {
    return Object.fromEntries(this.#fields);
  }

  lines(): string[] {
    return [...this.#fields].map(([field, counts]) => {
      const parts = Object.entries(counts).flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []));
      return `${field}: ${parts.join(', ')}`;
    });
  }
}
