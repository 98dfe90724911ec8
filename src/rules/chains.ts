// Chains that lead back to where they began: campaigns that add to each other, prompts that need each other.

/** The shortest way from one of `starts` to `end` along the links, both included; null where there is none. */
export function wayTo<K extends number | string>(
  starts: Iterable<K>,
  end: K,
  links: ReadonlyMap<K, readonly K[]>,
): K[] | null {
  const cameFrom = new Map<K, K | null>([...starts].map((start) => [start, null]));
  for (const here of cameFrom.keys()) {
    if (here === end) {
      const way: K[] = [];
      for (let at: K | null | undefined = end; at != null; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    for (const next of links.get(here) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, here);
  }
  return null;
}
