// Chains that lead back to where they began: campaigns that add to each other, prompts that need each other.

/** The shortest way from one of `starts` to `end` along the links, both included; null where there is none. */
export function wayTo(
  starts: Iterable<number>,
  end: number,
  links: ReadonlyMap<number, readonly number[]>,
): number[] | null {
  const cameFrom = new Map<number, number | null>([...starts].map((start) => [start, null]));
  for (const here of cameFrom.keys()) {
    if (here === end) {
      const way: number[] = [];
      for (let at: number | null | undefined = end; typeof at === 'number'; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    for (const next of links.get(here) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, here);
  }
  return null;
}
