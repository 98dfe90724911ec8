// Every number of the interface's Limits table that this build uses, once; below them the ones we chose. Free of zod.

export const LIMITS = {
  /** Bulk create contacts / companies: items per request. */
  bulkItems: 100,
  bulkPerMinute: 30,
  validatePerMinute: 100,
  duplicatesPerMinute: 100,
  duplicateFields: 5,
  duplicateGroupsPerPage: 100,
  duplicateIdsPerGroup: 100,
  /** Undocumented: rates the interface does not show. */
  readPerMinute: 100,
  writePerMinute: 30,
  /** Undocumented: paging of lists. */
  pageSizeDefault: 25,
  pageSizeMax: 100,
  /** Undocumented: largest request body, bytes. */
  bodyBytesMax: 2 * 1024 * 1024,
  /** Undocumented: how deep a request body may be nested; the deepest campaign takes about half of it. */
  bodyDepthMax: 200,
  /** Undocumented: properties of one object of a body; a contact with all custom fields has half of it. */
  objectProperties: 2000,
  /** Undocumented: ids in one change of a list's members. */
  listMembers: 1000,
  /** Undocumented: custom fields of one entity in a workspace. */
  customFields: 1000,
  /** Campaigns: `waitForAcceptance`, and the voice settings. */
  acceptanceDaysMin: 1,
  /** Undocumented: the longest delay or wait of a step; moments far beyond it fit neither a store nor a date. */
  durationDaysMax: 3650,
  voiceSpeed: { min: 0.5, max: 2 },
  voiceStability: { min: 0, max: 100 },
  backgroundVolume: { min: 0, max: 100 },
  /** Undocumented: steps of a campaign, branches included, and how deep branches may be nested. */
  campaignSteps: 2000,
  campaignDepth: 50,
  /** Undocumented: characters. */
  campaignNameMax: 200,
  campaignTextMax: 10_000,
  /** Undocumented: characters of an id that may be text. */
  referenceMax: 200,
  stepSubjectMax: 1000,
  stepContentMax: 100_000,
  stepLineMax: 2000,
  /** Undocumented: messages of one bundle. */
  bundleMessages: 20,
  /** AI finder: rates, pages, feedback, lifetime. */
  iteratePerMinute: 10,
  resultsPerMinute: 100,
  resultsPageMax: 50,
  resultsPageSizeDefault: 10,
  resultsPageSizeMax: 25,
  fundraisingPages: 10,
  feedbackMax: 2000,
  previewLifetimeMs: 24 * 3_600_000,
  /** Undocumented for previews: rate of create and import, length of the text, what one import may bring. */
  previewPerMinute: 10,
  previewTextMax: 2000,
  importCountMin: 100,
  importCountMax: 2500,
  importCountStep: 100,
  /** Actions: contacts to import at a company, and the text that describes them. */
  leadsToImportDefault: 5,
  leadsToImportMax: 10,
  searchTextMax: 500,
  /** Undocumented: of one run, its actions, its records named by id, its lists; names of providers or keywords. */
  runActions: 20,
  runRecords: 10_000,
  runLists: 100,
  actionApis: 50,
  /** Playbook: `upsert` items, and `deleteIds`, per section of one request. */
  playbookItems: 50,
  /** Undocumented: characters of a match key and of any other text; texts of a list. */
  playbookKeyMax: 500,
  playbookTextMax: 10_000,
  playbookTexts: 100,
  /** Undocumented: identities in one request for reactions. */
  socialReactions: 1000,
  /** Undocumented: deliveries to one webhook per minute, and how far the time of a signed one may be off, milliseconds. */
  deliveriesPerMinute: 120,
  signatureAgeMaxMs: 300_000,
  /** Rate windows are fixed and this long (undocumented), milliseconds. */
  rateWindowMs: 60_000,
} as const;
