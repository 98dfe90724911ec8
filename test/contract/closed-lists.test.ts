// The lists of the interface, typed by hand from its tables: the contract has the same words, and closes exactly these.

import { describe, expect, test } from 'vitest';
import { OPTIONS } from '../../src/contract/actions/endpoints.ts';
import * as actions from '../../src/contract/actions/enums.ts';
import * as ai from '../../src/contract/ai/enums.ts';
import { AI_INPUTS } from '../../src/contract/ai/inputs.ts';
import { campaignReadOnly, campaignSettings } from '../../src/contract/campaigns/endpoints.ts';
import * as campaigns from '../../src/contract/campaigns/enums.ts';
import { DURATION_FIELDS, STEP_FIELDS, stepReadOnly } from '../../src/contract/campaigns/steps.ts';
import { DUPLICATE_FIELDS } from '../../src/contract/contacts/endpoints.ts';
import { ENTITIES } from '../../src/contract/entities.ts';
import * as names from '../../src/contract/field-names.ts';
import * as inbox from '../../src/contract/inbox/enums.ts';
import { ITEMS } from '../../src/contract/playbook/endpoints.ts';
import { fieldsOfSection, PLAYBOOK_SECTIONS, SECTIONS } from '../../src/contract/playbook/sections.ts';
import { fieldsOf, isUndocumented, partOf, type Schema } from '../../src/contract/schema-parts.ts';
import * as workflows from '../../src/contract/workflows/enums.ts';
import * as plan from '../../src/contract/workflows/plan.ts';

const words = (text: string) => text.split(' ').toSorted();

test.each<[string, readonly string[], string]>([
  [
    'step types',
    campaigns.STEP_TYPES,
    'email network_message network_message_bundle network_voice_message network_inmail network_visit_profile network_like_last_post whatsapp_message condition network_connection task add_to_another_campaign end',
  ],
  [
    'condition types',
    campaigns.CONDITION_TYPES,
    'has_network_profile has_professional_email is_already_connected has_been_contacted has_whatsapp_account email_opened email_clicked network_message_viewed task_completed connection_accepted lead_field',
  ],
  [
    'operators of lead_field',
    campaigns.LEAD_OPERATORS,
    'EQUALS NOT_EQUALS CONTAINS NOT_CONTAINS GREATER_THAN LESS_THAN GREATER_THAN_OR_EQUALS LESS_THAN_OR_EQUALS IS_EMPTY IS_NOT_EMPTY',
  ],
  ['units of waitFor', campaigns.WAIT_UNITS, 'seconds minutes hours days'],
  ['units of waitForAcceptance', campaigns.ACCEPTANCE_UNITS, 'days'],
  ['content types', campaigns.CONTENT_TYPES, 'AUDIO IMAGE FILE VIDEO'],
  ['reactions', campaigns.REACTION_TYPES, 'LIKE PRAISE EMPATHY INTEREST APPRECIATION ENTERTAINMENT'],
  ['channels of AI messages', campaigns.AI_CHANNELS, 'EMAIL NETWORK NETWORK_INMAIL NETWORK_CONNECTION'],
  ['node kinds', workflows.NODE_KINDS, 'BLOCK CONDITIONAL KING'],
  ['trigger types', workflows.TRIGGER_TYPES, 'MANUAL SCHEDULE WEBHOOK API INTENT'],
  ['entities of a manual trigger', workflows.WORKFLOW_ENTITIES, 'LEAD COMPANY'],
  ['schedule definitions', workflows.SCHEDULE_DEFINITIONS, 'DAILY WEEKLY BI_WEEKLY MONTHLY QUARTERLY YEARLY'],
  [
    'signal kinds',
    workflows.SIGNAL_KINDS,
    'CONVERSATION_REPLY WEBSITE_VISITOR LEAD_CREATED COMPANY_CREATED LEAD_PROPERTY_UPDATED COMPANY_PROPERTY_UPDATED LEAD_ADDED_TO_LIST COMPANY_ADDED_TO_LIST',
  ],
  ['entities of AI variables', ENTITIES, 'CONTACT COMPANY'],
  ['output types', ai.OUTPUT_TYPES, 'text number date oneOf url email'],
  ['trees of folders', ai.FOLDER_TREES, 'contacts companies ai-messages ai-snippets message-templates'],
  [
    'action types',
    actions.ACTION_TYPES,
    'SCRAPE_LEAD_FROM_NETWORK ENRICH_WITH_EMAIL ENRICH_WITH_PHONE VERIFY_LEAD_EMAIL VERIFY_LEAD_PHONE SEARCH_LEADS_FROM_NETWORK_COMPANY COMPANY_NETWORK_FROM_NAME EXPORT_TO_CRM SYNC_LEAD_WITH_CRM SYNC_COMPANY_WITH_CRM',
  ],
  ['targets of a run', actions.RUN_TARGET_KEYS, 'contactIds companyIds contactGroupIds companyGroupIds'],
  ['stop types', actions.STOP_TYPES, 'NONE VERIFIED_EMAIL PHONE'],
  ['speeds', actions.SPEEDS, 'SLOW FAST'],
  [
    'fields of duplicates',
    DUPLICATE_FIELDS,
    'fullName professionalEmail networkUrl linkedinUrl contactCRMId leadCRMId',
  ],
  ['playbook sections', PLAYBOOK_SECTIONS, 'productsServices idealCustomerProfiles competitors testimonials faqs'],
  ['inbox folders', inbox.INBOX_FOLDERS, 'received unread sent scheduled ai_draft tags'],
  ['inbox channels', inbox.CHANNELS, 'NETWORK EMAIL WHATSAPP TASK'],
  ['conversation statuses', inbox.CONVERSATION_STATUSES, 'ACTIVE PAUSED COMPLETED'],
  ['ICP ratings', inbox.ICP_RATINGS, 'HIGH MEDIUM LOW DISQUALIFIED MISSING_DATA'],
  [
    'identity fields',
    inbox.IDENTITY_FIELDS,
    'name firstName lastName jobTitle email phoneNumber networkUrl scheduleMeetingUrl timezone profileOverview keyResponsibilities interests languages gender seniorityLevel educations previousPositions countryCode signature',
  ],
])('%s', (_, contract, interfaceWords) => expect(contract.toSorted()).toEqual(words(interfaceWords)));

const fieldOf = (schema: Schema, ...path: readonly (string | number)[]): Schema =>
  path.reduce<Schema>((at, key) => partOf(at, key) ?? expect.fail(`no ${key}`), schema);

type Named = [string, readonly string[], object];

test.each<Named>([
  ['a campaign', names.CAMPAIGN_SETTINGS, campaignSettings],
  ...campaigns.STEP_TYPES.map((type): Named => [type, names.STEP_FIELD_NAMES[type], STEP_FIELDS[type]]),
  ['durations', campaigns.DURATION_NAMES, DURATION_FIELDS],
  ...ai.AI_KINDS.map((kind): Named => [kind, names.AI_FIELDS[kind], fieldsOf(AI_INPUTS[kind]).fields]),
  ...PLAYBOOK_SECTIONS.map((section): Named => [section, fieldsOfSection(section), ITEMS[section].shape]),
  ['a workflow', names.WORKFLOW_FIELDS, fieldsOf(plan.WorkflowInput).fields],
  ['BLOCK', names.NODE_FIELDS.BLOCK, fieldsOf(plan.BlockNode).fields],
  ['CONDITIONAL', names.NODE_FIELDS.CONDITIONAL, fieldsOf(plan.ConditionalNode).fields],
  ['KING', names.NODE_FIELDS.KING, fieldsOf(plan.KingNode).fields],
])('the names of the fields of %s are those of its schema, in its order', (_, names, fields) => {
  expect(names).toEqual(Object.keys(fields));
});

test('what only reading shows of campaigns and steps is what their schemas ignore', () => {
  expect([names.CAMPAIGN_READ_ONLY, names.STEP_READ_ONLY]).toEqual([
    Object.keys(campaignReadOnly),
    Object.keys(stepReadOnly),
  ]);
});

test.each(PLAYBOOK_SECTIONS)('%s: what a new item needs is what its schema requires', (section) => {
  const { key, required } = SECTIONS[section];
  expect([...key, ...required]).toEqual(fieldsOf(ITEMS[section]).required);
});

describe('where the words are a field, the contract marks it', () => {
  test.each<[string, Schema, 'closed' | 'open']>([
    ['contentType', STEP_FIELDS.network_message.contentType, 'closed'],
    ['contentType of a bundle', fieldOf(STEP_FIELDS.network_message_bundle.messages, 0, 'contentType'), 'closed'],
    ['waitFor.unit', fieldOf(DURATION_FIELDS.waitFor, 'unit'), 'closed'],
    ['waitForAcceptance.unit', fieldOf(DURATION_FIELDS.waitForAcceptance, 'unit'), 'closed'],
    ['channel', fieldOf(AI_INPUTS['ai-message'], 'channel'), 'closed'],
    ['entity', fieldOf(AI_INPUTS['ai-variable'], 'entity'), 'closed'],
    ['outputSchema.type', fieldOf(AI_INPUTS['ai-variable'], 'outputSchema', 'type'), 'closed'],
    ['stopType', fieldOf(OPTIONS.ENRICH_WITH_EMAIL, 'stopType'), 'closed'],
    ['speed', fieldOf(OPTIONS.ENRICH_WITH_PHONE, 'speed'), 'closed'],
    ['RANDOM_SPLIT', fieldOf(plan.RandomSplit, 'type'), 'closed'],
    ['trigger entity', fieldOf(plan.Manual, 'entity'), 'closed'],
    ['definition', fieldOf(plan.Schedule, 'definition'), 'closed'],
    ['signal.kind', fieldOf(plan.Signal, 'kind'), 'closed'],
    ['webhook input types', fieldOf(plan.WebhookInput, 'type'), 'open'],
    ['operators of conditions', fieldOf(plan.Predicate, 'operator'), 'open'],
    ['taskType', STEP_FIELDS.task.taskType, 'open'],
    ['reactionType', STEP_FIELDS.network_like_last_post.reactionType, 'closed'],
    ['delay', DURATION_FIELDS.delay, 'open'],
    ['outputLength', fieldOf(AI_INPUTS['ai-message'], 'outputLength'), 'open'],
  ])('%s: %o', (_, schema, mark) => expect(isUndocumented(schema) ? 'open' : 'closed').toBe(mark));
});
