// Keys that any file of a resource may have at its top, beside those of the resource.

export const OWN_KEYS_SCHEMA = {
  '^x-': true,
  '^ignore$': {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    description: 'In an outreach folder: fields that are left to the app, such as steps[0].content.',
  },
  '^protect$': {
    type: 'boolean',
    description: 'In an outreach folder: apply neither deletes it nor stops what starts it.',
  },
};
