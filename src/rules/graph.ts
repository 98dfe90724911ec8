// Paths that lead back to where they start: campaigns that add to each other, prompts that need each other.

/** The shortest path from one of `starts` to `end` along the links, both included; null where there is none. */
export function shortestPath<K extends number | string>(
  starts: Iterable<K>,
  end: K,
  links: ReadonlyMap<K, readonly K[]>,
): K[] | null {
  const cameFrom = new Map<K, K | null>([...starts].map((start) => [start, null]));
  for (const here of cameFrom.keys()) {
    if (here === end) {
      const path: K[] = [];
      for (let at: K | null | undefined = end; at != null; at = cameFrom.get(at)) path.unshift(at);
      return path;
    }
    for (const next of links.get(here) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, here);
  }
  return null;
}
