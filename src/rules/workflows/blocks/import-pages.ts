// Pages that no import block can repeat a search from.

const PAGES = [
  ['post', /\/(posts?|feed\/update)\//i],
  ['event', /\/events?\//i],
  ['job', /\/jobs?\//i],
] as const;

/** What kind of page a preview was asked about by its address: a post, an event, a job; null for any other text. */
export function unsupportedPage(userInput: string): (typeof PAGES)[number][0] | null {
  const addresses = userInput.match(/https?:\/\/\S+/gi) ?? [];
  for (const [kind, path] of PAGES) {
    if (addresses.some((address) => path.test(address.replace(/^https?:\/\/[^/]*/i, '')))) return kind;
  }
  return null;
}
