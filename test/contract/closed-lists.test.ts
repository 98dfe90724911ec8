// The lists of the interface, typed by hand from its tables: the contract has the same words, and closes exactly these.

import { describe, expect, test } from 'vitest';
import { ACTION_TYPES, RUN_TARGET_KEYS, SPEEDS, STOP_TYPES } from '../../src/contract/actions/enums.ts';
import { optionShapes } from '../../src/contract/actions/shapes.ts';
import { FOLDER_TREES, OUTPUT_TYPES, VARIABLE_ENTITIES } from '../../src/contract/ai/enums.ts';
import { aiShapes } from '../../src/contract/ai/shapes.ts';
import {
  ACCEPTANCE_UNITS,
  AI_CHANNELS,
  CONDITION_TYPES,
  CONTENT_TYPES,
  LEAD_OPERATORS,
  REACTION_TYPES,
  STEP_TYPES,
  WAIT_UNITS,
} from '../../src/contract/campaigns/enums.ts';
import { durationShapes, stepShapes } from '../../src/contract/campaigns/shapes.ts';
import { DUPLICATE_FIELDS } from '../../src/contract/contacts/endpoints.ts';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  ICP_RATINGS,
  IDENTITY_FIELDS,
  INBOX_FOLDERS,
} from '../../src/contract/inbox/enums.ts';
import { PLAYBOOK_SECTIONS } from '../../src/contract/playbook/sections.ts';
import type { Shape } from '../../src/contract/shape.ts';
import {
  NODE_KINDS,
  SCHEDULE_DEFINITIONS,
  SIGNAL_KINDS,
  TRIGGER_TYPES,
  WORKFLOW_ENTITIES,
} from '../../src/contract/workflows/enums.ts';
import {
  declaredInputShape,
  predicateShape,
  signalShape,
  splitShape,
  triggerShapes,
} from '../../src/contract/workflows/shapes.ts';

const words = (text: string) => text.split(' ').toSorted();

test.each<[string, readonly string[], string]>([
  [
    'step types',
    STEP_TYPES,
    'email network_message network_message_bundle network_voice_message network_inmail network_visit_profile network_like_last_post whatsapp_message condition network_connection task add_to_another_campaign end',
  ],
  [
    'condition types',
    CONDITION_TYPES,
    'has_network_profile has_professional_email is_already_connected has_been_contacted has_whatsapp_account email_opened email_clicked network_message_viewed task_completed connection_accepted lead_field',
  ],
  [
    'operators of lead_field',
    LEAD_OPERATORS,
    'EQUALS NOT_EQUALS CONTAINS NOT_CONTAINS GREATER_THAN LESS_THAN GREATER_THAN_OR_EQUALS LESS_THAN_OR_EQUALS IS_EMPTY IS_NOT_EMPTY',
  ],
  ['units of waitFor', WAIT_UNITS, 'seconds minutes hours days'],
  ['units of waitForAcceptance', ACCEPTANCE_UNITS, 'days'],
  ['content types', CONTENT_TYPES, 'AUDIO IMAGE FILE VIDEO'],
  ['reactions', REACTION_TYPES, 'LIKE PRAISE EMPATHY INTEREST APPRECIATION ENTERTAINMENT'],
  ['channels of AI messages', AI_CHANNELS, 'EMAIL NETWORK NETWORK_INMAIL NETWORK_CONNECTION'],
  ['node kinds', NODE_KINDS, 'BLOCK CONDITIONAL KING'],
  ['trigger types', TRIGGER_TYPES, 'MANUAL SCHEDULE WEBHOOK API INTENT'],
  ['entities of a manual trigger', WORKFLOW_ENTITIES, 'LEAD COMPANY'],
  ['schedule definitions', SCHEDULE_DEFINITIONS, 'DAILY WEEKLY BI_WEEKLY MONTHLY QUARTERLY YEARLY'],
  [
    'signal kinds',
    SIGNAL_KINDS,
    'CONVERSATION_REPLY WEBSITE_VISITOR LEAD_CREATED COMPANY_CREATED LEAD_PROPERTY_UPDATED COMPANY_PROPERTY_UPDATED LEAD_ADDED_TO_LIST COMPANY_ADDED_TO_LIST',
  ],
  ['entities of AI variables', VARIABLE_ENTITIES, 'CONTACT COMPANY'],
  ['output types', OUTPUT_TYPES, 'text number date oneOf url email'],
  ['trees of folders', FOLDER_TREES, 'contacts companies ai-messages ai-snippets message-templates'],
  [
    'action types',
    ACTION_TYPES,
    'SCRAPE_LEAD_FROM_NETWORK ENRICH_WITH_EMAIL ENRICH_WITH_PHONE VERIFY_LEAD_EMAIL VERIFY_LEAD_PHONE SEARCH_LEADS_FROM_NETWORK_COMPANY COMPANY_NETWORK_FROM_NAME EXPORT_TO_CRM SYNC_LEAD_WITH_CRM SYNC_COMPANY_WITH_CRM',
  ],
  ['targets of a run', RUN_TARGET_KEYS, 'contactIds companyIds contactGroupIds companyGroupIds'],
  ['stop types', STOP_TYPES, 'NONE VERIFIED_EMAIL PHONE'],
  ['speeds', SPEEDS, 'SLOW FAST'],
  [
    'fields of duplicates',
    DUPLICATE_FIELDS,
    'fullName professionalEmail networkUrl linkedinUrl contactCRMId leadCRMId',
  ],
  ['playbook sections', PLAYBOOK_SECTIONS, 'productsServices idealCustomerProfiles competitors testimonials faqs'],
  ['inbox folders', INBOX_FOLDERS, 'received unread sent scheduled ai_draft tags'],
  ['inbox channels', CHANNELS, 'NETWORK EMAIL WHATSAPP TASK'],
  ['conversation statuses', CONVERSATION_STATUSES, 'ACTIVE PAUSED COMPLETED'],
  ['ICP ratings', ICP_RATINGS, 'HIGH MEDIUM LOW DISQUALIFIED MISSING_DATA'],
  [
    'identity fields',
    IDENTITY_FIELDS,
    'name firstName lastName jobTitle email phoneNumber networkUrl scheduleMeetingUrl timezone profileOverview keyResponsibilities interests languages gender seniorityLevel educations previousPositions countryCode signature',
  ],
])('%s', (_, contract, interfaceWords) => {
  expect(contract.toSorted()).toEqual(words(interfaceWords));
});

const fieldOf = (shape: Shape, ...path: readonly string[]): Shape =>
  path.reduce<Shape>((at, key) => {
    const inner = at.kind === 'list' ? at.of : at;
    return (inner.kind === 'object' ? inner.fields[key] : undefined) ?? expect.fail(`no ${key}`);
  }, shape);

describe('where the words are a field, the contract marks it', () => {
  test.each<[string, Shape, 'closed' | 'open']>([
    ['contentType', fieldOf(stepShapes.network_message, 'contentType'), 'closed'],
    ['contentType of a bundle', fieldOf(stepShapes.network_message_bundle, 'messages', 'contentType'), 'closed'],
    ['waitFor.unit', fieldOf(durationShapes.waitFor, 'unit'), 'closed'],
    ['waitForAcceptance.unit', fieldOf(durationShapes.waitForAcceptance, 'unit'), 'closed'],
    ['channel', fieldOf(aiShapes['ai-message'], 'channel'), 'closed'],
    ['entity', fieldOf(aiShapes['ai-variable'], 'entity'), 'closed'],
    ['outputSchema.type', fieldOf(aiShapes['ai-variable'], 'outputSchema', 'type'), 'closed'],
    ['stopType', fieldOf(optionShapes.ENRICH_WITH_EMAIL, 'stopType'), 'closed'],
    ['speed', fieldOf(optionShapes.ENRICH_WITH_PHONE, 'speed'), 'closed'],
    ['RANDOM_SPLIT', fieldOf(splitShape, 'type'), 'closed'],
    ['trigger entity', fieldOf(triggerShapes.MANUAL, 'entity'), 'closed'],
    ['definition', fieldOf(triggerShapes.SCHEDULE, 'definition'), 'closed'],
    ['signal.kind', fieldOf(signalShape, 'kind'), 'closed'],
    ['webhook input types', fieldOf(declaredInputShape, 'type'), 'open'],
    ['operators of conditions', fieldOf(predicateShape, 'operator'), 'open'],
    ['taskType', fieldOf(stepShapes.task, 'taskType'), 'open'],
    ['reactionType', fieldOf(stepShapes.network_like_last_post, 'reactionType'), 'open'],
    ['delay', durationShapes.delay, 'open'],
    ['outputLength', fieldOf(aiShapes['ai-message'], 'outputLength'), 'open'],
  ])('%s: %o', (_, shape, mark) => {
    expect(shape.undocumented === true ? 'open' : 'closed').toBe(mark);
  });
});
