export function* batchesOf<T>(items: readonly T[], most: number): Generator<T[]> {
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most);
}
