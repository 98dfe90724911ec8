# reach completion for bash, made from its command tree. Load it: source <(reach completion bash)

# The command that word $2 leads to from command $1.
_reach_sub() {
  REPLY=
  case "$1/$2" in
    '/contacts'|'/contact') REPLY='contacts' ;;
    'contacts/import') REPLY='contacts import' ;;
    'contacts/export') REPLY='contacts export' ;;
    'contacts/list') REPLY='contacts list' ;;
    'contacts/search') REPLY='contacts search' ;;
    'contacts/show') REPLY='contacts show' ;;
    'contacts/create') REPLY='contacts create' ;;
    'contacts/update') REPLY='contacts update' ;;
    'contacts/fields') REPLY='contacts fields' ;;
    'contacts/timeline') REPLY='contacts timeline' ;;
    'contacts/delete') REPLY='contacts delete' ;;
    'contacts/duplicates') REPLY='contacts duplicates' ;;
    'contacts duplicates/resolve') REPLY='contacts duplicates resolve' ;;
    '/companies'|'/company') REPLY='companies' ;;
    'companies/import') REPLY='companies import' ;;
    'companies/export') REPLY='companies export' ;;
    'companies/list') REPLY='companies list' ;;
    'companies/search') REPLY='companies search' ;;
    'companies/show') REPLY='companies show' ;;
    'companies/create') REPLY='companies create' ;;
    'companies/update') REPLY='companies update' ;;
    'companies/fields') REPLY='companies fields' ;;
    '/list'|'/lists') REPLY='list' ;;
    'list/list') REPLY='list list' ;;
    'list/create') REPLY='list create' ;;
    'list/show') REPLY='list show' ;;
    'list/add') REPLY='list add' ;;
    'list/remove') REPLY='list remove' ;;
    '/search'|'/searches') REPLY='search' ;;
    'search/save') REPLY='search save' ;;
    'search/list') REPLY='search list' ;;
    'search/remove') REPLY='search remove' ;;
    '/duplicates') REPLY='duplicates' ;;
    'duplicates/resolve') REPLY='duplicates resolve' ;;
    '/campaign'|'/campaigns') REPLY='campaign' ;;
    'campaign/init') REPLY='campaign init' ;;
    'campaign/lint') REPLY='campaign lint' ;;
    'campaign/graph') REPLY='campaign graph' ;;
    'campaign/preview') REPLY='campaign preview' ;;
    'campaign/create') REPLY='campaign create' ;;
    'campaign/list') REPLY='campaign list' ;;
    'campaign/show') REPLY='campaign show' ;;
    'campaign/update') REPLY='campaign update' ;;
    'campaign/edit') REPLY='campaign edit' ;;
    'campaign/clone') REPLY='campaign clone' ;;
    'campaign/export') REPLY='campaign export' ;;
    'campaign/status') REPLY='campaign status' ;;
    'campaign/contacts') REPLY='campaign contacts' ;;
    'campaign/add-contact') REPLY='campaign add-contact' ;;
    'campaign/add-list') REPLY='campaign add-list' ;;
    'campaign/owners') REPLY='campaign owners' ;;
    'campaign/voices') REPLY='campaign voices' ;;
    '/workflow'|'/workflows') REPLY='workflow' ;;
    'workflow/init') REPLY='workflow init' ;;
    'workflow/lint') REPLY='workflow lint' ;;
    'workflow/graph') REPLY='workflow graph' ;;
    'workflow/blocks') REPLY='workflow blocks' ;;
    'workflow/fields') REPLY='workflow fields' ;;
    'workflow/validate') REPLY='workflow validate' ;;
    'workflow/create') REPLY='workflow create' ;;
    'workflow/list') REPLY='workflow list' ;;
    'workflow/show') REPLY='workflow show' ;;
    'workflow/update') REPLY='workflow update' ;;
    'workflow/edit') REPLY='workflow edit' ;;
    'workflow/export') REPLY='workflow export' ;;
    'workflow/publish') REPLY='workflow publish' ;;
    'workflow/run') REPLY='workflow run' ;;
    'workflow/runs') REPLY='workflow runs' ;;
    'workflow/run-records') REPLY='workflow run-records' ;;
    'workflow/watch') REPLY='workflow watch' ;;
    'workflow/status') REPLY='workflow status' ;;
    'workflow/cancel') REPLY='workflow cancel' ;;
    'workflow/approve') REPLY='workflow approve' ;;
    'workflow/trigger') REPLY='workflow trigger' ;;
    'workflow/disable') REPLY='workflow disable' ;;
    'workflow/enable') REPLY='workflow enable' ;;
    '/ai') REPLY='ai' ;;
    'ai/variable'|'ai/variables') REPLY='ai variable' ;;
    'ai variable/list') REPLY='ai variable list' ;;
    'ai variable/show') REPLY='ai variable show' ;;
    'ai variable/create') REPLY='ai variable create' ;;
    'ai variable/update') REPLY='ai variable update' ;;
    'ai variable/delete') REPLY='ai variable delete' ;;
    'ai variable/archive') REPLY='ai variable archive' ;;
    'ai variable/unarchive') REPLY='ai variable unarchive' ;;
    'ai/message'|'ai/messages') REPLY='ai message' ;;
    'ai message/list') REPLY='ai message list' ;;
    'ai message/show') REPLY='ai message show' ;;
    'ai message/create') REPLY='ai message create' ;;
    'ai message/update') REPLY='ai message update' ;;
    'ai message/delete') REPLY='ai message delete' ;;
    'ai/snippet'|'ai/snippets') REPLY='ai snippet' ;;
    'ai snippet/list') REPLY='ai snippet list' ;;
    'ai snippet/show') REPLY='ai snippet show' ;;
    'ai snippet/create') REPLY='ai snippet create' ;;
    'ai snippet/update') REPLY='ai snippet update' ;;
    'ai snippet/delete') REPLY='ai snippet delete' ;;
    'ai/template'|'ai/templates') REPLY='ai template' ;;
    'ai template/list') REPLY='ai template list' ;;
    'ai template/show') REPLY='ai template show' ;;
    'ai template/create') REPLY='ai template create' ;;
    'ai template/update') REPLY='ai template update' ;;
    'ai template/delete') REPLY='ai template delete' ;;
    'ai/folder'|'ai/folders') REPLY='ai folder' ;;
    'ai folder/list') REPLY='ai folder list' ;;
    'ai folder/show') REPLY='ai folder show' ;;
    'ai folder/create') REPLY='ai folder create' ;;
    'ai folder/move') REPLY='ai folder move' ;;
    'ai folder/rename') REPLY='ai folder rename' ;;
    'ai folder/delete') REPLY='ai folder delete' ;;
    'ai/tones') REPLY='ai tones' ;;
    'ai/library') REPLY='ai library' ;;
    'ai/lint') REPLY='ai lint' ;;
    '/playbook'|'/playbooks') REPLY='playbook' ;;
    'playbook/show') REPLY='playbook show' ;;
    'playbook/export') REPLY='playbook export' ;;
    'playbook/lint') REPLY='playbook lint' ;;
    'playbook/diff') REPLY='playbook diff' ;;
    'playbook/apply') REPLY='playbook apply' ;;
    'playbook/edit') REPLY='playbook edit' ;;
    '/social'|'/social-selling') REPLY='social' ;;
    'social/posts') REPLY='social posts' ;;
    'social/show') REPLY='social show' ;;
    'social/react') REPLY='social react' ;;
    '/finder') REPLY='finder' ;;
    'finder/preview') REPLY='finder preview' ;;
    'finder/refine') REPLY='finder refine' ;;
    'finder/results') REPLY='finder results' ;;
    'finder/import') REPLY='finder import' ;;
    'finder/filters') REPLY='finder filters' ;;
    '/action'|'/actions') REPLY='action' ;;
    'action/run') REPLY='action run' ;;
    'action/status') REPLY='action status' ;;
    'action/run-records') REPLY='action run-records' ;;
    'action/watch') REPLY='action watch' ;;
    'action/types') REPLY='action types' ;;
    'action/lint') REPLY='action lint' ;;
    '/inbox') REPLY='inbox' ;;
    'inbox/threads') REPLY='inbox threads' ;;
    'inbox/messages') REPLY='inbox messages' ;;
    'inbox/reply') REPLY='inbox reply' ;;
    'inbox/tags') REPLY='inbox tags' ;;
    'inbox/tag') REPLY='inbox tag' ;;
    'inbox/untag') REPLY='inbox untag' ;;
    'inbox/link') REPLY='inbox link' ;;
    '/identity'|'/identities') REPLY='identity' ;;
    'identity/list') REPLY='identity list' ;;
    'identity/show') REPLY='identity show' ;;
    'identity/update') REPLY='identity update' ;;
    'identity/signature') REPLY='identity signature' ;;
    'identity/mailboxes'|'identity/mailbox') REPLY='identity mailboxes' ;;
    'identity mailboxes/list') REPLY='identity mailboxes list' ;;
    'identity mailboxes/add') REPLY='identity mailboxes add' ;;
    '/pull') REPLY='pull' ;;
    '/plan') REPLY='plan' ;;
    '/apply') REPLY='apply' ;;
    '/lint') REPLY='lint' ;;
    '/init') REPLY='init' ;;
    'init/outreach') REPLY='init outreach' ;;
    '/auth') REPLY='auth' ;;
    'auth/login') REPLY='auth login' ;;
    'auth/status') REPLY='auth status' ;;
    'auth/token') REPLY='auth token' ;;
    'auth/logout') REPLY='auth logout' ;;
    '/profile'|'/profiles') REPLY='profile' ;;
    'profile/list') REPLY='profile list' ;;
    'profile/show') REPLY='profile show' ;;
    'profile/use') REPLY='profile use' ;;
    'profile/set') REPLY='profile set' ;;
    'profile/sync') REPLY='profile sync' ;;
    'profile/remove') REPLY='profile remove' ;;
    '/alias'|'/aliases') REPLY='alias' ;;
    'alias/list') REPLY='alias list' ;;
    'alias/set') REPLY='alias set' ;;
    'alias/remove') REPLY='alias remove' ;;
    '/serve') REPLY='serve' ;;
    '/local') REPLY='local' ;;
    'local/status') REPLY='local status' ;;
    'local/clock') REPLY='local clock' ;;
    'local/fault'|'local/faults') REPLY='local fault' ;;
    'local fault/add') REPLY='local fault add' ;;
    'local fault/list') REPLY='local fault list' ;;
    'local fault/clear') REPLY='local fault clear' ;;
    'local/key'|'local/keys') REPLY='local key' ;;
    'local key/create') REPLY='local key create' ;;
    'local key/list') REPLY='local key list' ;;
    'local key/revoke') REPLY='local key revoke' ;;
    'local/emit') REPLY='local emit' ;;
    'local/grant') REPLY='local grant' ;;
    'local/feature') REPLY='local feature' ;;
    'local/campaign') REPLY='local campaign' ;;
    'local/log') REPLY='local log' ;;
    'local/seed') REPLY='local seed' ;;
    'local/snapshot') REPLY='local snapshot' ;;
    'local/backup') REPLY='local backup' ;;
    'local/restore') REPLY='local restore' ;;
    'local/check') REPLY='local check' ;;
    'local/reset') REPLY='local reset' ;;
    '/api') REPLY='api' ;;
    '/open') REPLY='open' ;;
    '/schema') REPLY='schema' ;;
    '/doctor') REPLY='doctor' ;;
    '/completion'|'/completions') REPLY='completion' ;;
    'completion/bash') REPLY='completion bash' ;;
    'completion/zsh') REPLY='completion zsh' ;;
    'completion/fish') REPLY='completion fish' ;;
    'completion/powershell') REPLY='completion powershell' ;;
    'completion/install') REPLY='completion install' ;;
    '/mcp') REPLY='mcp' ;;
    '/commands') REPLY='commands' ;;
    '/demo') REPLY='demo' ;;
    '/help') REPLY='help' ;;
  esac
}

# What option $2 of command $1 takes; empty where it takes nothing.
_reach_value() {
  REPLY=
  case "$1/$2" in
    'contacts import/--map') REPLY='any' ;;
    'contacts import/--mapping') REPLY='any' ;;
    'contacts import/--save-mapping') REPLY='any' ;;
    'contacts import/--skip-lines') REPLY='any' ;;
    'contacts import/--sheet') REPLY='any' ;;
    'contacts import/--delimiter') REPLY='any' ;;
    'contacts import/--encoding') REPLY='any' ;;
    'contacts import/--list') REPLY='names:lists' ;;
    'contacts import/--limit') REPLY='any' ;;
    'contacts import/--max-errors') REPLY='any' ;;
    'contacts import/--against') REPLY='words:local current' ;;
    'contacts import/--results') REPLY='file' ;;
    'contacts import/--rejects') REPLY='file' ;;
    'contacts import/--rate') REPLY='any' ;;
    'contacts import/--parallel') REPLY='any' ;;
    'contacts export/--include') REPLY='any' ;;
    'contacts export/--exclude') REPLY='any' ;;
    'contacts export/--filters') REPLY='file' ;;
    'contacts export/--list') REPLY='names:lists' ;;
    'contacts export/--where') REPLY='any' ;;
    'contacts export/--search') REPLY='names:searches' ;;
    'contacts export/--file') REPLY='file' ;;
    'contacts export/--format') REPLY='words:csv ndjson' ;;
    'contacts export/--limit') REPLY='any' ;;
    'contacts list/--list') REPLY='names:lists' ;;
    'contacts list/--actions') REPLY='any' ;;
    'contacts list/--where') REPLY='any' ;;
    'contacts list/--search') REPLY='names:searches' ;;
    'contacts list/--limit') REPLY='any' ;;
    'contacts list/--fields') REPLY='list:id firstName lastName jobTitle company.name professionalEmail updatedAt' ;;
    'contacts search/--include') REPLY='any' ;;
    'contacts search/--exclude') REPLY='any' ;;
    'contacts search/--filters') REPLY='file' ;;
    'contacts search/--list') REPLY='names:lists' ;;
    'contacts search/--where') REPLY='any' ;;
    'contacts search/--search') REPLY='names:searches' ;;
    'contacts search/--limit') REPLY='any' ;;
    'contacts search/--fields') REPLY='list:id firstName lastName jobTitle company.name professionalEmail updatedAt' ;;
    'contacts show/--fields') REPLY='list:id firstName lastName jobTitle company.name professionalEmail updatedAt' ;;
    'contacts create/-f'|'contacts create/--field') REPLY='any' ;;
    'contacts create/-F'|'contacts create/--field-json') REPLY='any' ;;
    'contacts create/--input') REPLY='file' ;;
    'contacts create/--list') REPLY='names:lists' ;;
    'contacts create/--fields') REPLY='list:id contactOutcome contactMatchedBy firstName lastName companyId appUrl' ;;
    'contacts update/-f'|'contacts update/--field') REPLY='any' ;;
    'contacts update/-F'|'contacts update/--field-json') REPLY='any' ;;
    'contacts update/--input') REPLY='file' ;;
    'contacts update/--csv') REPLY='file' ;;
    'contacts update/--by') REPLY='words:id email' ;;
    'contacts update/--map') REPLY='any' ;;
    'contacts update/--mapping') REPLY='any' ;;
    'contacts update/--skip-lines') REPLY='any' ;;
    'contacts update/--sheet') REPLY='any' ;;
    'contacts update/--delimiter') REPLY='any' ;;
    'contacts update/--encoding') REPLY='any' ;;
    'contacts update/--limit') REPLY='any' ;;
    'contacts update/--max-errors') REPLY='any' ;;
    'contacts update/--results') REPLY='file' ;;
    'contacts update/--rejects') REPLY='file' ;;
    'contacts update/--rate') REPLY='any' ;;
    'contacts update/--parallel') REPLY='any' ;;
    'contacts update/--fields') REPLY='list:id firstName lastName jobTitle company.name professionalEmail updatedAt' ;;
    'contacts fields/--fields') REPLY='list:id label fieldType dataType editable promptReference' ;;
    'contacts timeline/--fields') REPLY='list:at kind what senderIdentityName' ;;
    'contacts delete/--csv') REPLY='file' ;;
    'contacts delete/--by') REPLY='words:id email' ;;
    'contacts delete/--map') REPLY='any' ;;
    'contacts delete/--mapping') REPLY='any' ;;
    'contacts delete/--skip-lines') REPLY='any' ;;
    'contacts delete/--sheet') REPLY='any' ;;
    'contacts delete/--delimiter') REPLY='any' ;;
    'contacts delete/--encoding') REPLY='any' ;;
    'contacts delete/--limit') REPLY='any' ;;
    'contacts delete/--max-errors') REPLY='any' ;;
    'contacts delete/--results') REPLY='file' ;;
    'contacts delete/--rejects') REPLY='file' ;;
    'contacts delete/--rate') REPLY='any' ;;
    'contacts delete/--parallel') REPLY='any' ;;
    'contacts delete/--fields') REPLY='list:id deleted error' ;;
    'contacts duplicates/--by') REPLY='any' ;;
    'contacts duplicates/--list') REPLY='names:lists' ;;
    'contacts duplicates/--limit') REPLY='any' ;;
    'contacts duplicates/--fields') REPLY='list:size values contactIds' ;;
    'contacts duplicates resolve/--by') REPLY='any' ;;
    'contacts duplicates resolve/--list') REPLY='names:lists' ;;
    'contacts duplicates resolve/--limit') REPLY='any' ;;
    'contacts duplicates resolve/--keep') REPLY='any' ;;
    'contacts duplicates resolve/--plan') REPLY='file' ;;
    'contacts duplicates resolve/--apply-plan') REPLY='file' ;;
    'contacts duplicates resolve/--undo') REPLY='file' ;;
    'contacts duplicates resolve/--fields') REPLY='list:group status shared keep updated deleted lists campaigns note' ;;
    'companies import/--map') REPLY='any' ;;
    'companies import/--mapping') REPLY='any' ;;
    'companies import/--save-mapping') REPLY='any' ;;
    'companies import/--skip-lines') REPLY='any' ;;
    'companies import/--sheet') REPLY='any' ;;
    'companies import/--delimiter') REPLY='any' ;;
    'companies import/--encoding') REPLY='any' ;;
    'companies import/--list') REPLY='names:lists' ;;
    'companies import/--limit') REPLY='any' ;;
    'companies import/--max-errors') REPLY='any' ;;
    'companies import/--against') REPLY='words:local current' ;;
    'companies import/--results') REPLY='file' ;;
    'companies import/--rejects') REPLY='file' ;;
    'companies import/--rate') REPLY='any' ;;
    'companies import/--parallel') REPLY='any' ;;
    'companies export/--include') REPLY='any' ;;
    'companies export/--exclude') REPLY='any' ;;
    'companies export/--filters') REPLY='file' ;;
    'companies export/--list') REPLY='names:lists' ;;
    'companies export/--where') REPLY='any' ;;
    'companies export/--search') REPLY='names:searches' ;;
    'companies export/--file') REPLY='file' ;;
    'companies export/--format') REPLY='words:csv ndjson' ;;
    'companies export/--limit') REPLY='any' ;;
    'companies list/--list') REPLY='names:lists' ;;
    'companies list/--actions') REPLY='any' ;;
    'companies list/--where') REPLY='any' ;;
    'companies list/--search') REPLY='names:searches' ;;
    'companies list/--limit') REPLY='any' ;;
    'companies list/--fields') REPLY='list:id name domain industry numberOfEmployees leadsCount updatedAt' ;;
    'companies search/--include') REPLY='any' ;;
    'companies search/--exclude') REPLY='any' ;;
    'companies search/--filters') REPLY='file' ;;
    'companies search/--list') REPLY='names:lists' ;;
    'companies search/--where') REPLY='any' ;;
    'companies search/--search') REPLY='names:searches' ;;
    'companies search/--limit') REPLY='any' ;;
    'companies search/--fields') REPLY='list:id name domain industry numberOfEmployees leadsCount updatedAt' ;;
    'companies show/--fields') REPLY='list:id name domain industry numberOfEmployees leadsCount updatedAt' ;;
    'companies create/-f'|'companies create/--field') REPLY='any' ;;
    'companies create/-F'|'companies create/--field-json') REPLY='any' ;;
    'companies create/--input') REPLY='file' ;;
    'companies create/--list') REPLY='names:lists' ;;
    'companies create/--fields') REPLY='list:id outcome matchedBy name domain appUrl' ;;
    'companies update/-f'|'companies update/--field') REPLY='any' ;;
    'companies update/-F'|'companies update/--field-json') REPLY='any' ;;
    'companies update/--input') REPLY='file' ;;
    'companies update/--csv') REPLY='file' ;;
    'companies update/--by') REPLY='words:id' ;;
    'companies update/--map') REPLY='any' ;;
    'companies update/--mapping') REPLY='any' ;;
    'companies update/--skip-lines') REPLY='any' ;;
    'companies update/--sheet') REPLY='any' ;;
    'companies update/--delimiter') REPLY='any' ;;
    'companies update/--encoding') REPLY='any' ;;
    'companies update/--limit') REPLY='any' ;;
    'companies update/--max-errors') REPLY='any' ;;
    'companies update/--results') REPLY='file' ;;
    'companies update/--rejects') REPLY='file' ;;
    'companies update/--rate') REPLY='any' ;;
    'companies update/--parallel') REPLY='any' ;;
    'companies update/--fields') REPLY='list:id name domain industry numberOfEmployees leadsCount updatedAt' ;;
    'companies fields/--fields') REPLY='list:id label fieldType dataType editable promptReference' ;;
    'list list/--entity') REPLY='words:contacts companies' ;;
    'list list/--limit') REPLY='any' ;;
    'list list/--fields') REPLY='list:id name entity size createdAt appUrl' ;;
    'list create/--entity') REPLY='words:contacts companies' ;;
    'list create/--fields') REPLY='list:id name entity size createdAt appUrl' ;;
    'list show/--fields') REPLY='list:id name entity size createdAt appUrl' ;;
    'list add/--contacts') REPLY='any' ;;
    'list add/--companies') REPLY='any' ;;
    'list add/--fields') REPLY='list:listId added alreadyPresent removed notPresent' ;;
    'list remove/--contacts') REPLY='any' ;;
    'list remove/--companies') REPLY='any' ;;
    'list remove/--fields') REPLY='list:listId added alreadyPresent removed notPresent' ;;
    'search save/--text') REPLY='any' ;;
    'search save/--where') REPLY='any' ;;
    'search save/--include') REPLY='any' ;;
    'search save/--exclude') REPLY='any' ;;
    'search save/--list') REPLY='names:lists' ;;
    'search save/--fields') REPLY='list:name of text list where include exclude' ;;
    'search list/--fields') REPLY='list:name of text list where include exclude' ;;
    'search remove/--fields') REPLY='list:name removed' ;;
    'duplicates/--by') REPLY='any' ;;
    'duplicates/--list') REPLY='names:lists' ;;
    'duplicates/--limit') REPLY='any' ;;
    'duplicates/--fields') REPLY='list:size values contactIds' ;;
    'duplicates resolve/--by') REPLY='any' ;;
    'duplicates resolve/--list') REPLY='names:lists' ;;
    'duplicates resolve/--limit') REPLY='any' ;;
    'duplicates resolve/--keep') REPLY='any' ;;
    'duplicates resolve/--plan') REPLY='file' ;;
    'duplicates resolve/--apply-plan') REPLY='file' ;;
    'duplicates resolve/--undo') REPLY='file' ;;
    'duplicates resolve/--fields') REPLY='list:group status shared keep updated deleted lists campaigns note' ;;
    'campaign init/--fields') REPLY='list:path holds' ;;
    'campaign lint/--format') REPLY='words:human json github sarif' ;;
    'campaign lint/--max-problems') REPLY='any' ;;
    'campaign graph/--format') REPLY='words:tree mermaid dot svg' ;;
    'campaign preview/--contact') REPLY='any' ;;
    'campaign preview/--csv') REPLY='file' ;;
    'campaign preview/--map') REPLY='any' ;;
    'campaign preview/--limit') REPLY='any' ;;
    'campaign preview/--fields') REPLY='list:contact path day subject content missing' ;;
    'campaign create/--fields') REPLY='list:id name status stepCount updatedAt appUrl' ;;
    'campaign list/--status') REPLY='words:DRAFT ACTIVE PAUSED COMPLETED' ;;
    'campaign list/--limit') REPLY='any' ;;
    'campaign list/--fields') REPLY='list:id name status stepCount updatedAt appUrl' ;;
    'campaign show/--fields') REPLY='list:id name status stepCount updatedAt appUrl' ;;
    'campaign update/--fields') REPLY='list:id name status stepCount updatedAt appUrl' ;;
    'campaign edit/--input') REPLY='file' ;;
    'campaign edit/--fields') REPLY='list:id name status stepCount updatedAt appUrl' ;;
    'campaign clone/--name') REPLY='any' ;;
    'campaign clone/--fields') REPLY='list:id name status stepCount updatedAt appUrl' ;;
    'campaign export/--file') REPLY='file' ;;
    'campaign status/--fields') REPLY='list:id name status stepCount updatedAt appUrl' ;;
    'campaign contacts/--status') REPLY='words:active completed replied failed stopped' ;;
    'campaign contacts/--limit') REPLY='any' ;;
    'campaign contacts/--fields') REPLY='list:contactId firstName lastName status nextStep dueAt reason' ;;
    'campaign add-contact/--fields') REPLY='list:contactId outcome reason' ;;
    'campaign add-list/--fields') REPLY='list:campaignId contactGroupId added reactivated alreadyPresent skipped' ;;
    'campaign owners/--fields') REPLY='list:id name email' ;;
    'campaign voices/--fields') REPLY='list:id name source identityId language' ;;
    'workflow init/--fields') REPLY='list:path holds' ;;
    'workflow lint/--format') REPLY='words:human json github sarif' ;;
    'workflow lint/--max-problems') REPLY='any' ;;
    'workflow graph/--format') REPLY='words:tree mermaid dot svg' ;;
    'workflow graph/--run') REPLY='any' ;;
    'workflow fields/--entity') REPLY='words:LEAD COMPANY' ;;
    'workflow fields/--fields') REPLY='list:id label group entities dataType operatorIds' ;;
    'workflow validate/--fields') REPLY='list:severity path code message' ;;
    'workflow create/--secret-file') REPLY='file' ;;
    'workflow create/--fields') REPLY='list:id' ;;
    'workflow list/--search') REPLY='any' ;;
    'workflow list/--status') REPLY='words:DRAFT PUBLISHED' ;;
    'workflow list/--limit') REPLY='any' ;;
    'workflow list/--fields') REPLY='list:id name status version triggerType nodeCount hasUnpublishedChanges nextRunAt updatedAt appUrl' ;;
    'workflow show/--published-version') REPLY='any' ;;
    'workflow show/--fields') REPLY='list:id name status version triggerType nodeCount hasUnpublishedChanges nextRunAt updatedAt appUrl' ;;
    'workflow update/--revision') REPLY='any' ;;
    'workflow update/--secret-file') REPLY='file' ;;
    'workflow update/--fields') REPLY='list:id' ;;
    'workflow edit/--input') REPLY='file' ;;
    'workflow edit/--fields') REPLY='list:id' ;;
    'workflow export/--file') REPLY='file' ;;
    'workflow export/--published-version') REPLY='any' ;;
    'workflow publish/--revision') REPLY='any' ;;
    'workflow publish/--secret-file') REPLY='file' ;;
    'workflow publish/--fields') REPLY='list:id version' ;;
    'workflow run/-f'|'workflow run/--field') REPLY='any' ;;
    'workflow run/--input') REPLY='any' ;;
    'workflow run/--input-file') REPLY='file' ;;
    'workflow run/--timeout') REPLY='any' ;;
    'workflow run/--interval') REPLY='any' ;;
    'workflow run/--fields') REPLY='list:runId status sequenceNumber' ;;
    'workflow runs/--status') REPLY='words:RUNNING SUCCEEDED FAILED CANCELLED' ;;
    'workflow runs/--trigger') REPLY='words:MANUAL SCHEDULE WEBHOOK API INTENT' ;;
    'workflow runs/--limit') REPLY='any' ;;
    'workflow runs/--fields') REPLY='list:runId sequenceNumber status triggerType version distinctEntityCount creditsUsed startedAt finishedAt' ;;
    'workflow run-records/--status') REPLY='words:pending waiting succeeded failed skipped cancelled' ;;
    'workflow run-records/--step') REPLY='any' ;;
    'workflow run-records/--limit') REPLY='any' ;;
    'workflow run-records/--fields') REPLY='list:id name status stepId dueAt reason reasonStepId' ;;
    'workflow watch/--timeout') REPLY='any' ;;
    'workflow watch/--interval') REPLY='any' ;;
    'workflow cancel/--fields') REPLY='list:runId sequenceNumber status triggerType version distinctEntityCount creditsUsed startedAt finishedAt' ;;
    'workflow approve/--ids') REPLY='any' ;;
    'workflow approve/--fields') REPLY='list:runId stepId decision decided waiting' ;;
    'workflow trigger/-f'|'workflow trigger/--field') REPLY='any' ;;
    'workflow trigger/-F'|'workflow trigger/--field-json') REPLY='any' ;;
    'workflow trigger/--input') REPLY='file' ;;
    'workflow trigger/--secret-file') REPLY='file' ;;
    'workflow trigger/--timeout') REPLY='any' ;;
    'workflow trigger/--interval') REPLY='any' ;;
    'workflow trigger/--fields') REPLY='list:runId status sequenceNumber' ;;
    'workflow disable/--fields') REPLY='list:id' ;;
    'workflow enable/--published-version') REPLY='any' ;;
    'workflow enable/--fields') REPLY='list:id' ;;
    'ai variable list/--folder') REPLY='any' ;;
    'ai variable list/--limit') REPLY='any' ;;
    'ai variable list/--entity') REPLY='words:contacts companies' ;;
    'ai variable list/--fields') REPLY='list:id name entity outputSchema.type folderId updatedAt prompt' ;;
    'ai variable create/-f'|'ai variable create/--field') REPLY='any' ;;
    'ai variable create/-F'|'ai variable create/--field-json') REPLY='any' ;;
    'ai variable create/--input') REPLY='file' ;;
    'ai variable create/--prompt-file') REPLY='file' ;;
    'ai variable create/--fields') REPLY='list:id name entity outputSchema.type folderId updatedAt prompt' ;;
    'ai variable update/-f'|'ai variable update/--field') REPLY='any' ;;
    'ai variable update/-F'|'ai variable update/--field-json') REPLY='any' ;;
    'ai variable update/--input') REPLY='file' ;;
    'ai variable update/--prompt-file') REPLY='file' ;;
    'ai variable update/--fields') REPLY='list:id name entity outputSchema.type folderId updatedAt prompt' ;;
    'ai variable delete/--fields') REPLY='list:id deleted' ;;
    'ai variable archive/--fields') REPLY='list:id name entity outputSchema.type folderId updatedAt prompt' ;;
    'ai variable unarchive/--fields') REPLY='list:id name entity outputSchema.type folderId updatedAt prompt' ;;
    'ai message list/--folder') REPLY='any' ;;
    'ai message list/--limit') REPLY='any' ;;
    'ai message list/--channel') REPLY='words:EMAIL NETWORK NETWORK_INMAIL NETWORK_CONNECTION' ;;
    'ai message list/--fields') REPLY='list:id name channel toneId folderId updatedAt prompt' ;;
    'ai message create/-f'|'ai message create/--field') REPLY='any' ;;
    'ai message create/-F'|'ai message create/--field-json') REPLY='any' ;;
    'ai message create/--input') REPLY='file' ;;
    'ai message create/--prompt-file') REPLY='file' ;;
    'ai message create/--fields') REPLY='list:id name channel toneId folderId updatedAt prompt' ;;
    'ai message update/-f'|'ai message update/--field') REPLY='any' ;;
    'ai message update/-F'|'ai message update/--field-json') REPLY='any' ;;
    'ai message update/--input') REPLY='file' ;;
    'ai message update/--prompt-file') REPLY='file' ;;
    'ai message update/--fields') REPLY='list:id name channel toneId folderId updatedAt prompt' ;;
    'ai message delete/--fields') REPLY='list:id deleted' ;;
    'ai snippet list/--folder') REPLY='any' ;;
    'ai snippet list/--limit') REPLY='any' ;;
    'ai snippet list/--fields') REPLY='list:id name toneId folderId updatedAt prompt' ;;
    'ai snippet create/-f'|'ai snippet create/--field') REPLY='any' ;;
    'ai snippet create/-F'|'ai snippet create/--field-json') REPLY='any' ;;
    'ai snippet create/--input') REPLY='file' ;;
    'ai snippet create/--prompt-file') REPLY='file' ;;
    'ai snippet create/--fields') REPLY='list:id name toneId folderId updatedAt prompt' ;;
    'ai snippet update/-f'|'ai snippet update/--field') REPLY='any' ;;
    'ai snippet update/-F'|'ai snippet update/--field-json') REPLY='any' ;;
    'ai snippet update/--input') REPLY='file' ;;
    'ai snippet update/--prompt-file') REPLY='file' ;;
    'ai snippet update/--fields') REPLY='list:id name toneId folderId updatedAt prompt' ;;
    'ai snippet delete/--fields') REPLY='list:id deleted' ;;
    'ai template list/--folder') REPLY='any' ;;
    'ai template list/--limit') REPLY='any' ;;
    'ai template list/--fields') REPLY='list:id name channel subject folderId updatedAt messages.0' ;;
    'ai template create/-f'|'ai template create/--field') REPLY='any' ;;
    'ai template create/-F'|'ai template create/--field-json') REPLY='any' ;;
    'ai template create/--input') REPLY='file' ;;
    'ai template create/--message-file') REPLY='file' ;;
    'ai template create/--fields') REPLY='list:id name channel subject folderId updatedAt messages.0' ;;
    'ai template update/-f'|'ai template update/--field') REPLY='any' ;;
    'ai template update/-F'|'ai template update/--field-json') REPLY='any' ;;
    'ai template update/--input') REPLY='file' ;;
    'ai template update/--message-file') REPLY='file' ;;
    'ai template update/--fields') REPLY='list:id name channel subject folderId updatedAt messages.0' ;;
    'ai template delete/--fields') REPLY='list:id deleted' ;;
    'ai folder list/--fields') REPLY='list:id path counts.items counts.folders updatedAt' ;;
    'ai folder create/--in') REPLY='any' ;;
    'ai folder create/--fields') REPLY='list:id path counts.items counts.folders updatedAt' ;;
    'ai folder move/--to') REPLY='any' ;;
    'ai folder move/--fields') REPLY='list:id path counts.items counts.folders updatedAt' ;;
    'ai folder rename/--fields') REPLY='list:id path counts.items counts.folders updatedAt' ;;
    'ai folder delete/--fields') REPLY='list:id deleted movedItems movedFolders' ;;
    'ai tones/--fields') REPLY='list:id name source description' ;;
    'ai library/--fields') REPLY='list:id name channel description' ;;
    'ai lint/--kind') REPLY='words:ai-variable ai-message ai-snippet template' ;;
    'ai lint/--format') REPLY='words:human json github sarif' ;;
    'ai lint/--max-problems') REPLY='any' ;;
    'playbook show/--fields') REPLY='list:section id item text' ;;
    'playbook export/--file') REPLY='file' ;;
    'playbook lint/--format') REPLY='words:human json github sarif' ;;
    'playbook lint/--max-problems') REPLY='any' ;;
    'playbook diff/--fields') REPLY='list:section change item fields' ;;
    'playbook apply/--fields') REPLY='list:section created updated restored deleted' ;;
    'playbook edit/--input') REPLY='file' ;;
    'playbook edit/--fields') REPLY='list:section created updated restored deleted' ;;
    'social posts/--identity') REPLY='names:identities' ;;
    'social posts/--since') REPLY='any' ;;
    'social posts/--until') REPLY='any' ;;
    'social posts/--sort') REPLY='words:impressions reactions comments reposts engagedAccounts newEngagers' ;;
    'social posts/--limit') REPLY='any' ;;
    'social posts/--fields') REPLY='list:id postedAt identityName metrics.impressions metrics.reactions metrics.comments metrics.reposts metrics.engagedAccounts metrics.newEngagers text' ;;
    'social show/--fields') REPLY='list:id postedAt identityName metrics.impressions metrics.reactions metrics.comments metrics.reposts metrics.engagedAccounts metrics.newEngagers text' ;;
    'social react/--amount') REPLY='any' ;;
    'social react/--identities') REPLY='names:identities' ;;
    'social react/--types') REPLY='any' ;;
    'social react/--fields') REPLY='list:identityId identityName reactionType scheduledAt' ;;
    'finder preview/--saved-filter') REPLY='any' ;;
    'finder preview/--provider') REPLY='words:AUTO NETWORK FUNDRAISING_COMPANIES FUNDRAISING_CONTACTS FUNDRAISING_INVESTORS ECOMMERCE_DATA CRM_CONTACTS CRM_COMPANIES GOOGLE_MAPS TECHSTACK_TECHNOLOGY TECHSTACK_JOBS' ;;
    'finder preview/--identity') REPLY='names:identities' ;;
    'finder preview/--max') REPLY='any' ;;
    'finder preview/--fields') REPLY='list:previewId userInput resolvedProvider entity droppedFilters expiresAt' ;;
    'finder refine/--fields') REPLY='list:previewId userInput resolvedProvider entity droppedFilters expiresAt' ;;
    'finder results/--limit') REPLY='any' ;;
    'finder results/--page') REPLY='any' ;;
    'finder results/--page-size') REPLY='any' ;;
    'finder results/--fields') REPLY='list:name title extra.company location domain networkUrl' ;;
    'finder import/--list') REPLY='names:lists' ;;
    'finder import/--max') REPLY='any' ;;
    'finder import/--timeout') REPLY='any' ;;
    'finder import/--interval') REPLY='any' ;;
    'finder import/--fields') REPLY='list:actionsId createdAt' ;;
    'finder filters/--type') REPLY='words:LEAD COMPANY' ;;
    'finder filters/--limit') REPLY='any' ;;
    'finder filters/--fields') REPLY='list:id name type createdAt' ;;
    'action run/--type') REPLY='any' ;;
    'action run/--option') REPLY='any' ;;
    'action run/--list') REPLY='names:lists' ;;
    'action run/--contacts') REPLY='any' ;;
    'action run/--companies') REPLY='any' ;;
    'action run/--timeout') REPLY='any' ;;
    'action run/--interval') REPLY='any' ;;
    'action run/--fields') REPLY='list:actionsId createdAt' ;;
    'action run-records/--status') REPLY='words:pending completed failed skipped cancelled' ;;
    'action run-records/--limit') REPLY='any' ;;
    'action run-records/--fields') REPLY='list:id name action status why creditsUsed' ;;
    'action watch/--timeout') REPLY='any' ;;
    'action watch/--interval') REPLY='any' ;;
    'action types/--fields') REPLY='list:type worksOn option kind about' ;;
    'action lint/--format') REPLY='words:human json github sarif' ;;
    'action lint/--max-problems') REPLY='any' ;;
    'inbox threads/--search') REPLY='any' ;;
    'inbox threads/--from') REPLY='names:identities' ;;
    'inbox threads/--contact') REPLY='any' ;;
    'inbox threads/--channel') REPLY='any' ;;
    'inbox threads/--status') REPLY='any' ;;
    'inbox threads/--tag') REPLY='names:tags' ;;
    'inbox threads/--limit') REPLY='any' ;;
    'inbox threads/--fields') REPLY='list:contactId contact.firstName contact.lastName senderIdentityName channel status unreadCount lastMessage.message lastMessageAt tags.name' ;;
    'inbox messages/--from') REPLY='names:identities' ;;
    'inbox messages/--channel') REPLY='any' ;;
    'inbox messages/--limit') REPLY='any' ;;
    'inbox messages/--fields') REPLY='list:at direction channel status senderIdentityId subject message' ;;
    'inbox reply/--from') REPLY='names:identities' ;;
    'inbox reply/--file') REPLY='file' ;;
    'inbox reply/--subject') REPLY='any' ;;
    'inbox reply/--channel') REPLY='any' ;;
    'inbox reply/--attach') REPLY='any' ;;
    'inbox reply/--attach-name') REPLY='any' ;;
    'inbox reply/--content-type') REPLY='any' ;;
    'inbox reply/--request-id') REPLY='any' ;;
    'inbox reply/--fields') REPLY='list:at direction channel status senderIdentityId subject message' ;;
    'inbox tags/--create') REPLY='any' ;;
    'inbox tags/--color') REPLY='any' ;;
    'inbox tags/--limit') REPLY='any' ;;
    'inbox tags/--fields') REPLY='list:id name color createdAt' ;;
    'inbox tag/--tag') REPLY='names:tags' ;;
    'inbox tag/--from') REPLY='names:identities' ;;
    'inbox tag/--rate') REPLY='any' ;;
    'inbox tag/--fields') REPLY='list:contactId tagIds success error' ;;
    'inbox untag/--tag') REPLY='names:tags' ;;
    'inbox untag/--from') REPLY='names:identities' ;;
    'inbox untag/--rate') REPLY='any' ;;
    'inbox untag/--fields') REPLY='list:contactId tagIds success error' ;;
    'inbox link/--folder') REPLY='any' ;;
    'inbox link/--channel') REPLY='any' ;;
    'inbox link/--tag') REPLY='names:tags' ;;
    'inbox link/--tag-folder') REPLY='any' ;;
    'inbox link/--contacts') REPLY='any' ;;
    'inbox link/--contact') REPLY='any' ;;
    'inbox link/--companies') REPLY='any' ;;
    'inbox link/--campaign') REPLY='names:campaigns' ;;
    'inbox link/--from') REPLY='names:identities' ;;
    'inbox link/--status') REPLY='any' ;;
    'inbox link/--icp') REPLY='any' ;;
    'inbox link/--since') REPLY='any' ;;
    'inbox link/--until') REPLY='any' ;;
    'inbox link/--fields') REPLY='list:url' ;;
    'identity list/--limit') REPLY='any' ;;
    'identity list/--fields') REPLY='list:id name email jobTitle emails timezone' ;;
    'identity show/--fields') REPLY='list:id name email jobTitle emails timezone' ;;
    'identity update/-f'|'identity update/--field') REPLY='any' ;;
    'identity update/-F'|'identity update/--field-json') REPLY='any' ;;
    'identity update/--input') REPLY='file' ;;
    'identity update/--fields') REPLY='list:id name email jobTitle emails timezone' ;;
    'identity signature/--file') REPLY='file' ;;
    'identity mailboxes list/--fields') REPLY='list:id email provider isPrimary healthStatus emailCredentialsExpired warmup.enabled' ;;
    'identity mailboxes add/--imap') REPLY='any' ;;
    'identity mailboxes add/--smtp') REPLY='any' ;;
    'identity mailboxes add/--fields') REPLY='list:id email provider isPrimary healthStatus emailCredentialsExpired warmup.enabled' ;;
    'pull/--lock') REPLY='any' ;;
    'pull/--fields') REPLY='list:state file note' ;;
    'plan/--out') REPLY='file' ;;
    'plan/--target') REPLY='any' ;;
    'plan/--lock') REPLY='any' ;;
    'plan/--fields') REPLY='list:action kind name file note' ;;
    'apply/--folder') REPLY='folder' ;;
    'apply/--target') REPLY='any' ;;
    'apply/--lock') REPLY='any' ;;
    'lint/--format') REPLY='words:human json github sarif' ;;
    'lint/--max-problems') REPLY='any' ;;
    'init outreach/--fields') REPLY='list:path' ;;
    'auth login/--base-url') REPLY='any' ;;
    'auth login/--fields') REPLY='list:profile baseUrl valid key keyFrom keyName scopes workspace user' ;;
    'auth status/--fields') REPLY='list:profile baseUrl valid key keyFrom keyName scopes workspace user' ;;
    'auth token/--fields') REPLY='list:profile key' ;;
    'profile list/--fields') REPLY='list:current name baseUrl key output' ;;
    'profile show/--fields') REPLY='list:name value from' ;;
    'profile set/--base-url') REPLY='any' ;;
    'profile set/--path') REPLY='any' ;;
    'profile set/--field') REPLY='any' ;;
    'profile set/--default-output') REPLY='words:table wide json ndjson csv yaml markdown id' ;;
    'profile sync/--fields') REPLY='list:request part ours theirs kind name' ;;
    'alias list/--fields') REPLY='list:name expansion' ;;
    'serve/--host') REPLY='any' ;;
    'serve/--port') REPLY='any' ;;
    'serve/--data') REPLY='folder' ;;
    'serve/--database') REPLY='any' ;;
    'serve/--pool-size') REPLY='any' ;;
    'serve/--workers') REPLY='any' ;;
    'serve/--rate-limits') REPLY='any' ;;
    'serve/--backup-every') REPLY='any' ;;
    'serve/--tls-cert') REPLY='any' ;;
    'serve/--tls-key') REPLY='any' ;;
    'serve/--public-url') REPLY='any' ;;
    'serve/--app-url') REPLY='any' ;;
    'local status/--fields') REPLY='list:version data now counts work servers locks' ;;
    'local clock/--advance') REPLY='any' ;;
    'local clock/--set') REPLY='any' ;;
    'local clock/--fields') REPLY='list:now frozen offsetMs' ;;
    'local fault add/--times') REPLY='any' ;;
    'local fault add/--probability') REPLY='any' ;;
    'local fault add/--seed') REPLY='any' ;;
    'local fault add/--status') REPLY='any' ;;
    'local fault add/--header') REPLY='any' ;;
    'local fault add/--body') REPLY='any' ;;
    'local fault add/--latency') REPLY='any' ;;
    'local fault add/--drop') REPLY='words:before after' ;;
    'local fault add/--fields') REPLY='list:id endpoint times used probability status drop latencyMs' ;;
    'local fault list/--fields') REPLY='list:id endpoint times used probability status drop latencyMs' ;;
    'local fault clear/--fields') REPLY='list:removed' ;;
    'local key create/--scopes') REPLY='any' ;;
    'local key create/--name') REPLY='any' ;;
    'local key create/--workspace') REPLY='any' ;;
    'local key create/--user') REPLY='any' ;;
    'local key create/--identities') REPLY='any' ;;
    'local key create/--fields') REPLY='list:id name scopes key' ;;
    'local key list/--fields') REPLY='list:id name scopes createdAt revokedAt' ;;
    'local key revoke/--fields') REPLY='list:id name scopes createdAt revokedAt' ;;
    'local emit/--text') REPLY='any' ;;
    'local emit/--subject') REPLY='any' ;;
    'local emit/--from') REPLY='names:identities' ;;
    'local emit/--channel') REPLY='any' ;;
    'local emit/--company') REPLY='any' ;;
    'local emit/--url') REPLY='any' ;;
    'local emit/--fields') REPLY='list:kind contactId senderIdentityId messageId stoppedCampaignIds' ;;
    'local grant/--fields') REPLY='list:workflowId user granted' ;;
    'local feature/--fields') REPLY='list:name on' ;;
    'local campaign/--status') REPLY='words:active completed replied failed stopped' ;;
    'local campaign/--limit') REPLY='any' ;;
    'local campaign/--fields') REPLY='list:contactId firstName lastName status nextStep dueAt reason' ;;
    'local log/--limit') REPLY='any' ;;
    'local log/--fields') REPLY='list:at method path status ms key requestId' ;;
    'local seed/--fields') REPLY='list:contacts companies lists campaigns' ;;
    'local snapshot/--fields') REPLY='list:path bytes' ;;
    'local backup/--fields') REPLY='list:path at bytes' ;;
    'local restore/--data') REPLY='folder' ;;
    'local restore/--fields') REPLY='list:path bytes' ;;
    'local check/--data') REPLY='folder' ;;
    'local check/--fields') REPLY='list:check where message' ;;
    'local reset/--fields') REPLY='list:contacts companies lists campaigns' ;;
    'api/-f'|'api/--field') REPLY='any' ;;
    'api/-F'|'api/--field-json') REPLY='any' ;;
    'api/--input') REPLY='file' ;;
    'open/--for') REPLY='any' ;;
    'open/--fields') REPLY='list:kind appUrl' ;;
    'doctor/--fields') REPLY='list:status check message hint' ;;
    'mcp/--root') REPLY='folder' ;;
    'mcp/--tools') REPLY='any' ;;
  esac
  [ -n "$REPLY" ] && return
  case "$2" in
    '--profile') REPLY='names:profiles' ;;
    '-o'|'--output') REPLY='words:table wide json ndjson csv yaml markdown id' ;;
    '--fields') REPLY='any' ;;
    '--jq') REPLY='any' ;;
    '--template') REPLY='any' ;;
    '--request-timeout') REPLY='any' ;;
    '--max-retries') REPLY='any' ;;
  esac
}

# What argument number $2 of command $1 may be.
_reach_argument() {
  REPLY=
  case "$1/$2" in
    'contacts import/0') REPLY='file' ;;
    'companies import/0') REPLY='file' ;;
    'list show/0') REPLY='names:lists' ;;
    'list add/0') REPLY='names:lists' ;;
    'list remove/0') REPLY='names:lists' ;;
    'search save/0') REPLY='names:searches' ;;
    'search remove/0') REPLY='names:searches' ;;
    'campaign init/0') REPLY='file' ;;
    'campaign lint/'*) REPLY='file' ;;
    'campaign graph/0') REPLY='names:campaigns' ;;
    'campaign preview/0') REPLY='names:campaigns' ;;
    'campaign create/0') REPLY='file' ;;
    'campaign show/0') REPLY='names:campaigns' ;;
    'campaign update/0') REPLY='names:campaigns' ;;
    'campaign update/1') REPLY='file' ;;
    'campaign edit/0') REPLY='names:campaigns' ;;
    'campaign clone/0') REPLY='names:campaigns' ;;
    'campaign export/0') REPLY='names:campaigns' ;;
    'campaign status/0') REPLY='names:campaigns' ;;
    'campaign status/1') REPLY='words:DRAFT ACTIVE PAUSED COMPLETED' ;;
    'campaign contacts/0') REPLY='names:campaigns' ;;
    'campaign add-contact/0') REPLY='names:campaigns' ;;
    'campaign add-list/0') REPLY='names:campaigns' ;;
    'campaign add-list/1') REPLY='names:lists' ;;
    'workflow init/0') REPLY='file' ;;
    'workflow lint/'*) REPLY='file' ;;
    'workflow graph/0') REPLY='names:workflows' ;;
    'workflow validate/0') REPLY='names:workflows' ;;
    'workflow create/0') REPLY='file' ;;
    'workflow show/0') REPLY='names:workflows' ;;
    'workflow update/0') REPLY='file' ;;
    'workflow update/1') REPLY='file' ;;
    'workflow edit/0') REPLY='names:workflows' ;;
    'workflow export/0') REPLY='names:workflows' ;;
    'workflow publish/0') REPLY='names:workflows' ;;
    'workflow run/0') REPLY='names:workflows' ;;
    'workflow runs/0') REPLY='names:workflows' ;;
    'workflow trigger/0') REPLY='names:workflows' ;;
    'workflow disable/0') REPLY='names:workflows' ;;
    'workflow enable/0') REPLY='names:workflows' ;;
    'ai variable show/0') REPLY='names:variables' ;;
    'ai variable update/0') REPLY='names:variables' ;;
    'ai variable delete/0') REPLY='names:variables' ;;
    'ai variable archive/0') REPLY='names:variables' ;;
    'ai variable unarchive/0') REPLY='names:variables' ;;
    'ai message show/0') REPLY='names:messages' ;;
    'ai message update/0') REPLY='names:messages' ;;
    'ai message delete/0') REPLY='names:messages' ;;
    'ai snippet show/0') REPLY='names:snippets' ;;
    'ai snippet update/0') REPLY='names:snippets' ;;
    'ai snippet delete/0') REPLY='names:snippets' ;;
    'ai template show/0') REPLY='names:templates' ;;
    'ai template update/0') REPLY='names:templates' ;;
    'ai template delete/0') REPLY='names:templates' ;;
    'ai folder list/0') REPLY='words:contacts companies ai-messages ai-snippets message-templates' ;;
    'ai folder show/0') REPLY='words:contacts companies ai-messages ai-snippets message-templates' ;;
    'ai folder create/0') REPLY='words:contacts companies ai-messages ai-snippets message-templates' ;;
    'ai folder move/0') REPLY='words:contacts companies ai-messages ai-snippets message-templates' ;;
    'ai folder rename/0') REPLY='words:contacts companies ai-messages ai-snippets message-templates' ;;
    'ai folder delete/0') REPLY='words:contacts companies ai-messages ai-snippets message-templates' ;;
    'ai lint/'*) REPLY='file' ;;
    'playbook show/0') REPLY='words:company productsServices idealCustomerProfiles competitors testimonials faqs idealCompanies' ;;
    'playbook lint/'*) REPLY='file' ;;
    'playbook diff/0') REPLY='file' ;;
    'playbook apply/0') REPLY='file' ;;
    'action run/0') REPLY='file' ;;
    'action lint/'*) REPLY='file' ;;
    'identity show/0') REPLY='names:identities' ;;
    'identity update/0') REPLY='names:identities' ;;
    'identity signature/0') REPLY='names:identities' ;;
    'identity mailboxes list/0') REPLY='names:identities' ;;
    'identity mailboxes add/0') REPLY='names:identities' ;;
    'pull/0') REPLY='folder' ;;
    'plan/0') REPLY='folder' ;;
    'apply/0') REPLY='file' ;;
    'lint/0') REPLY='folder' ;;
    'init outreach/0') REPLY='folder' ;;
    'profile use/0') REPLY='names:profiles' ;;
    'profile set/0') REPLY='names:profiles' ;;
    'profile remove/0') REPLY='names:profiles' ;;
    'local emit/0') REPLY='words:reply visit open click view accept complete' ;;
    'local grant/0') REPLY='names:workflows' ;;
    'local feature/1') REPLY='words:on off' ;;
    'local campaign/0') REPLY='names:campaigns' ;;
    'local snapshot/0') REPLY='file' ;;
    'local restore/0') REPLY='file' ;;
    'open/0') REPLY='words:contact company list campaign workflow run identity post thread ai-variable ai-message ai-snippet template contacts companies lists campaigns workflows runs identities posts threads ai-variables ai-messages ai-snippets templates home inbox outbox social playbook ai finder actions queue log' ;;
    'schema/0') REPLY='words:campaign workflow list outreach action playbook ai-variable ai-message ai-snippet template' ;;
    'completion install/0') REPLY='words:bash zsh fish powershell' ;;
  esac
}

# Reads $1 as it is typed: its text into REPLY, the quote it opens into QUOTE. Fails where it is quoted in parts or expands.
_reach_read() {
  local typed="$1" char i
  REPLY= QUOTE=
  case "$typed" in
    [\"\']*) QUOTE="${typed:0:1}"; typed="${typed:1}" ;;
  esac
  for ((i = 0; i < ${#typed}; i++)); do
    char="${typed:i:1}"
    case "$QUOTE$char" in
      \\ | \"\\) i=$((i + 1)); REPLY+="${typed:i:1}" ;;
      [\"\'\$\`] | \"[\"\$\`] | \'\') return 1 ;;
      *) REPLY+="$char" ;;
    esac
  done
}

# Offers $1, quoted for where it goes: inside the quote that is open, or outside of any.
_reach_offer() {
  local name="$1" char i out=
  for ((i = 0; i < ${#name}; i++)); do
    char="${name:i:1}"
    case "$QUOTE$char" in
      \'\') out+="'\\''" ;;
      # History is expanded inside double quotes, and a backslash there would stay.
      \"!) out+='"\!"' ;;
      \"[\"\$\`\\]) out+="\\$char" ;;
      *) out+="$char" ;;
    esac
  done
  # bash closes the quote, but not where a quote stands last already.
  if [ -z "$QUOTE" ]; then
    printf -v out '%q' "$name"
  elif [ "${out: -1}" = "$QUOTE" ]; then
    out+="$QUOTE"
  fi
  COMPREPLY+=("$out")
}

_reach_files() {
  local found
  # Where bash cannot be told that these are files, which it then quotes itself, they are quoted here.
  while IFS= read -r found; do
    if compopt -o filenames 2>/dev/null; then COMPREPLY+=("$found"); else _reach_offer "$found"; fi
  done < <(compgen "$1" -- "$REPLY")
}

_reach_fill() {
  local cur="$1" slot="$2" name plain REPLY QUOTE
  case "$slot" in words:*) COMPREPLY=($(compgen -W "${slot#words:}" -- "$cur")) ;; esac
  case "$slot" in
    list:*)
      name="${cur##*,}"
      COMPREPLY=($(compgen -P "${cur%"$name"}" -W "${slot#list:}" -- "$name"))
      ;;
  esac
  _reach_read "$cur" || return
  plain="$REPLY"
  case "$slot" in
    file) _reach_files -f ;;
    folder) _reach_files -d ;;
    names:*)
      while IFS= read -r name; do
        case "$name" in "$plain"*) _reach_offer "$name" ;; esac
      done < <(reach completion names "${slot#names:}" 2>/dev/null)
      ;;
  esac
}

_reach() {
  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}" REPLY path= word i=1 count=0 words= options=
  COMPREPLY=()
  # bash cuts --output=json into three words.
  if [ "$cur" = = ]; then
    cur=
  elif [ "$prev" = = ]; then
    prev="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="${COMP_WORDS[i]}"
    case "$word" in
      -*)
        _reach_value "$path" "$word"
        if [ "${COMP_WORDS[i + 1]}" = = ]; then
          i=$((i + 2))
        elif [ -n "$REPLY" ]; then
          i=$((i + 1))
        fi
        ;;
      *)
        _reach_sub "$path" "$word"
        if [ -n "$REPLY" ]; then path="$REPLY"; else count=$((count + 1)); fi
        ;;
    esac
    i=$((i + 1))
  done
  case "$prev" in
    -*)
      _reach_value "$path" "$prev"
      if [ -n "$REPLY" ]; then
        _reach_fill "$cur" "$REPLY"
        return
      fi
      ;;
  esac
  case "$path" in
    '') words='contacts companies list search duplicates campaign workflow ai playbook social finder action inbox identity pull plan apply lint init auth profile alias serve local api open schema doctor completion mcp commands demo help'; options='' ;;
    'contacts') words='import export list search show create update fields timeline delete duplicates'; options='' ;;
    'contacts import') words=''; options='--dry-run -y --yes --map --custom --mapping --save-mapping --skip-lines --sheet --delimiter --encoding --list --create-list --no-merge --update --no-update --limit --max-errors --against --results --rejects --resume --settle-now --resend-uncertain --again --new --history --rate --parallel' ;;
    'contacts export') words=''; options='--include --exclude --filters --list --where --search --file --format --custom --bom --no-guard --limit' ;;
    'contacts list') words=''; options='--list --actions --where --search --limit --all' ;;
    'contacts search') words=''; options='--include --exclude --filters --list --where --search --limit --all' ;;
    'contacts show') words=''; options='--web --full' ;;
    'contacts create') words=''; options='--dry-run -f --field -F --field-json --input --custom --list --no-merge' ;;
    'contacts update') words=''; options='--dry-run -f --field -F --field-json --input --custom --csv --by --map --mapping --skip-lines --sheet --delimiter --encoding --limit --max-errors --results --rejects --resume --again --new --rate --parallel -y --yes' ;;
    'contacts delete') words=''; options='-y --yes --dry-run --csv --by --map --mapping --skip-lines --sheet --delimiter --encoding --limit --max-errors --results --rejects --resume --again --new --rate --parallel' ;;
    'contacts duplicates') words='resolve'; options='--by --list --limit --all' ;;
    'contacts duplicates resolve') words=''; options='-y --yes --dry-run --by --list --limit --all --keep --plan --apply-plan --undo --no-lists --no-campaigns --resume --new' ;;
    'companies') words='import export list search show create update fields'; options='' ;;
    'companies import') words=''; options='--dry-run -y --yes --map --custom --mapping --save-mapping --skip-lines --sheet --delimiter --encoding --list --create-list --no-merge --update --no-update --limit --max-errors --against --results --rejects --resume --settle-now --resend-uncertain --again --new --history --rate --parallel' ;;
    'companies export') words=''; options='--include --exclude --filters --list --where --search --file --format --custom --bom --no-guard --limit' ;;
    'companies list') words=''; options='--list --actions --where --search --limit --all' ;;
    'companies search') words=''; options='--include --exclude --filters --list --where --search --limit --all' ;;
    'companies show') words=''; options='--web' ;;
    'companies create') words=''; options='--dry-run -f --field -F --field-json --input --custom --list --no-merge' ;;
    'companies update') words=''; options='--dry-run -f --field -F --field-json --input --custom --csv --by --map --mapping --skip-lines --sheet --delimiter --encoding --limit --max-errors --results --rejects --resume --again --new --rate --parallel -y --yes' ;;
    'list') words='list create show add remove'; options='' ;;
    'list list') words=''; options='--entity --limit --all' ;;
    'list create') words=''; options='--dry-run --entity' ;;
    'list show') words=''; options='--web' ;;
    'list add') words=''; options='--dry-run --contacts --companies' ;;
    'list remove') words=''; options='--dry-run --contacts --companies' ;;
    'search') words='save list remove'; options='' ;;
    'search save') words=''; options='--companies --text --where --include --exclude --list' ;;
    'duplicates') words='resolve'; options='--by --list --limit --all' ;;
    'duplicates resolve') words=''; options='-y --yes --dry-run --by --list --limit --all --keep --plan --apply-plan --undo --no-lists --no-campaigns --resume --new' ;;
    'campaign') words='init lint graph preview create list show update edit clone export status contacts add-contact add-list owners voices'; options='' ;;
    'campaign init') words=''; options='--no-schema --force' ;;
    'campaign lint') words=''; options='--online --format --strict --max-problems' ;;
    'campaign graph') words=''; options='--format' ;;
    'campaign preview') words=''; options='--contact --csv --map --limit --all' ;;
    'campaign create') words=''; options='--dry-run --strict --no-check -y --yes --again' ;;
    'campaign list') words=''; options='--status --limit --all' ;;
    'campaign show') words=''; options='--web' ;;
    'campaign update') words=''; options='--dry-run --strict --no-check -y --yes' ;;
    'campaign edit') words=''; options='--dry-run --strict --no-check --input' ;;
    'campaign clone') words=''; options='--dry-run --name' ;;
    'campaign export') words=''; options='--file --no-schema' ;;
    'campaign status') words=''; options='--dry-run -y --yes' ;;
    'campaign contacts') words=''; options='--status --limit --all' ;;
    'campaign add-contact') words=''; options='--dry-run -y --yes' ;;
    'campaign add-list') words=''; options='--dry-run -y --yes' ;;
    'workflow') words='init lint graph blocks fields validate create list show update edit export publish run runs run-records watch status cancel approve trigger disable enable'; options='' ;;
    'workflow init') words=''; options='--no-schema --force' ;;
    'workflow lint') words=''; options='--online --publish --format --strict --max-problems' ;;
    'workflow graph') words=''; options='--format --run' ;;
    'workflow blocks') words=''; options='--online' ;;
    'workflow fields') words=''; options='--entity --offline' ;;
    'workflow validate') words=''; options='--draft --resolved' ;;
    'workflow create') words=''; options='--dry-run --strict --no-check -y --yes --secret-file --show-secret' ;;
    'workflow list') words=''; options='--search --status --limit --all' ;;
    'workflow show') words=''; options='--web --published-version' ;;
    'workflow update') words=''; options='--dry-run --strict --no-check -y --yes --create --revision --secret-file --show-secret' ;;
    'workflow edit') words=''; options='--dry-run --strict --no-check --input' ;;
    'workflow export') words=''; options='--file --no-schema --published-version' ;;
    'workflow publish') words=''; options='--dry-run --revision --if-changed --secret-file --show-secret' ;;
    'workflow run') words=''; options='--dry-run -y --yes -f --field --input --input-file --watch --exit-status --timeout --interval' ;;
    'workflow runs') words=''; options='--status --trigger --limit --all' ;;
    'workflow run-records') words=''; options='--status --step --limit --all' ;;
    'workflow watch') words=''; options='--exit-status --timeout --interval' ;;
    'workflow status') words=''; options='--web --exit-status' ;;
    'workflow cancel') words=''; options='-y --yes --dry-run' ;;
    'workflow approve') words=''; options='--dry-run -y --yes --reject --ids' ;;
    'workflow trigger') words=''; options='--dry-run -f --field -F --field-json --input --secret-file --watch --exit-status --timeout --interval' ;;
    'workflow disable') words=''; options='--dry-run -y --yes' ;;
    'workflow enable') words=''; options='--dry-run -y --yes --published-version' ;;
    'ai') words='variable message snippet template folder tones library lint'; options='' ;;
    'ai variable') words='list show create update delete archive unarchive'; options='' ;;
    'ai variable list') words=''; options='--folder --limit --all --entity --archived' ;;
    'ai variable show') words=''; options='--web' ;;
    'ai variable create') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --prompt-file' ;;
    'ai variable update') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --prompt-file' ;;
    'ai variable delete') words=''; options='-y --yes --dry-run' ;;
    'ai variable archive') words=''; options='--dry-run' ;;
    'ai variable unarchive') words=''; options='--dry-run' ;;
    'ai message') words='list show create update delete'; options='' ;;
    'ai message list') words=''; options='--folder --limit --all --channel' ;;
    'ai message show') words=''; options='--web' ;;
    'ai message create') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --prompt-file' ;;
    'ai message update') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --prompt-file' ;;
    'ai message delete') words=''; options='-y --yes --dry-run' ;;
    'ai snippet') words='list show create update delete'; options='' ;;
    'ai snippet list') words=''; options='--folder --limit --all' ;;
    'ai snippet show') words=''; options='--web' ;;
    'ai snippet create') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --prompt-file' ;;
    'ai snippet update') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --prompt-file' ;;
    'ai snippet delete') words=''; options='-y --yes --dry-run' ;;
    'ai template') words='list show create update delete'; options='' ;;
    'ai template list') words=''; options='--folder --limit --all' ;;
    'ai template show') words=''; options='--web' ;;
    'ai template create') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --message-file' ;;
    'ai template update') words=''; options='--dry-run --strict --no-check -f --field -F --field-json --input --message-file' ;;
    'ai template delete') words=''; options='-y --yes --dry-run' ;;
    'ai folder') words='list show create move rename delete'; options='' ;;
    'ai folder show') words=''; options='--web' ;;
    'ai folder create') words=''; options='--dry-run --in' ;;
    'ai folder move') words=''; options='--dry-run --to --top' ;;
    'ai folder rename') words=''; options='--dry-run' ;;
    'ai folder delete') words=''; options='-y --yes --dry-run' ;;
    'ai lint') words=''; options='--kind --online --format --strict --max-problems' ;;
    'playbook') words='show export lint diff apply edit'; options='' ;;
    'playbook export') words=''; options='--file --no-schema' ;;
    'playbook lint') words=''; options='--format --strict --max-problems' ;;
    'playbook diff') words=''; options='--prune --exit-code' ;;
    'playbook apply') words=''; options='--dry-run --strict --no-check --prune -y --yes' ;;
    'playbook edit') words=''; options='--dry-run --strict --no-check --prune -y --yes --input' ;;
    'social') words='posts show react'; options='' ;;
    'social posts') words=''; options='--identity --since --until --reposts --sort --chart --limit --all' ;;
    'social show') words=''; options='--web' ;;
    'social react') words=''; options='--dry-run --amount --identities --types --include-author -y --yes' ;;
    'finder') words='preview refine results import filters'; options='' ;;
    'finder preview') words=''; options='--dry-run --saved-filter --provider --identity --workflow --max' ;;
    'finder refine') words=''; options='--dry-run' ;;
    'finder results') words=''; options='--limit --all --page --page-size' ;;
    'finder import') words=''; options='--dry-run --list --create-list --max --watch --exit-status --timeout --interval' ;;
    'finder filters') words=''; options='--type --limit --all' ;;
    'action') words='run status run-records watch types lint'; options='' ;;
    'action run') words=''; options='--dry-run --strict --no-check --type --option --list --contacts --companies --watch --exit-status --timeout --interval' ;;
    'action run-records') words=''; options='--status --limit --all' ;;
    'action watch') words=''; options='--exit-status --timeout --interval' ;;
    'action lint') words=''; options='--format --strict --max-problems' ;;
    'inbox') words='threads messages reply tags tag untag link'; options='' ;;
    'inbox threads') words=''; options='--search --unread --from --contact --channel --status --tag --archived --limit --all' ;;
    'inbox messages') words=''; options='--web --from --channel --limit --all' ;;
    'inbox reply') words=''; options='--dry-run --from --file --subject --channel --attach --attach-name --content-type --request-id -y --yes' ;;
    'inbox tags') words=''; options='--dry-run --create --color --limit --all' ;;
    'inbox tag') words=''; options='--dry-run --tag --from --new --rate --create' ;;
    'inbox untag') words=''; options='--dry-run --tag --from --new --rate' ;;
    'inbox link') words=''; options='--folder --channel --tag --tag-folder --untagged --contacts --contact --companies --campaign --from --status --icp --archived --no-archived --since --until --open' ;;
    'identity') words='list show update signature mailboxes'; options='' ;;
    'identity list') words=''; options='--limit --all' ;;
    'identity show') words=''; options='--web' ;;
    'identity update') words=''; options='--dry-run -f --field -F --field-json --input' ;;
    'identity signature') words=''; options='--dry-run --file --edit --clear --html' ;;
    'identity mailboxes') words='list add'; options='' ;;
    'identity mailboxes add') words=''; options='--dry-run --imap --smtp --primary --password-stdin' ;;
    'pull') words=''; options='--dry-run --merge --force --lock' ;;
    'plan') words=''; options='--exit-code --out --target --prune --overwrite --clone-running --lock' ;;
    'apply') words=''; options='--dry-run --strict --no-check --folder --target --prune --overwrite --clone-running --lock -y --yes' ;;
    'lint') words=''; options='--format --strict --max-problems' ;;
    'init') words='outreach'; options='' ;;
    'init outreach') words=''; options='--force' ;;
    'auth') words='login status token logout'; options='' ;;
    'auth login') words=''; options='--base-url --key-stdin --keychain --no-keychain' ;;
    'profile') words='list show use set sync remove'; options='' ;;
    'profile set') words=''; options='--base-url --keychain --no-keychain --path --field --default-output' ;;
    'profile sync') words=''; options='--accept --forget --dry-run' ;;
    'profile remove') words=''; options='-y --yes' ;;
    'alias') words='list set remove'; options='' ;;
    'serve') words=''; options='--host --port --data --ephemeral --database --pool-size --workers --workers-only --metrics --empty --rate-limits --backup-every --admin --require-webhook-signature --tls-cert --tls-key --insecure --public-url --app-url --no-pages' ;;
    'local') words='status clock fault key emit grant feature campaign log seed snapshot backup restore check reset'; options='' ;;
    'local clock') words=''; options='--dry-run --advance --set --freeze --unfreeze' ;;
    'local fault') words='add list clear'; options='' ;;
    'local fault add') words=''; options='--dry-run --times --probability --seed --status --header --body --truncate --latency --drop' ;;
    'local fault clear') words=''; options='--dry-run' ;;
    'local key') words='create list revoke'; options='' ;;
    'local key create') words=''; options='--dry-run --scopes --name --workspace --user --identities' ;;
    'local key revoke') words=''; options='--dry-run' ;;
    'local emit') words=''; options='--dry-run --text --subject --from --channel --company --url' ;;
    'local grant') words=''; options='--dry-run --take-back' ;;
    'local feature') words=''; options='--dry-run' ;;
    'local campaign') words=''; options='--status --limit --all' ;;
    'local log') words=''; options='--limit --all' ;;
    'local seed') words=''; options='--dry-run' ;;
    'local snapshot') words=''; options='--dry-run' ;;
    'local backup') words=''; options='--dry-run' ;;
    'local restore') words=''; options='-y --yes --dry-run --latest --data' ;;
    'local check') words=''; options='--data' ;;
    'local reset') words=''; options='-y --yes --dry-run --empty' ;;
    'api') words=''; options='--dry-run -f --field -F --field-json --input --paginate -i --include' ;;
    'open') words=''; options='--for --print' ;;
    'completion') words='bash zsh fish powershell install'; options='' ;;
    'completion install') words=''; options='-y --yes --dry-run' ;;
    'mcp') words=''; options='--skill --allow-writes --root --tools' ;;
    'commands') words=''; options='--tree' ;;
    'demo') words=''; options='-y --yes' ;;
    'help') words='import campaigns workflows outreach-as-code ai finder inbox local-service many-machines ci scripting configuration troubleshooting exit-codes environment output files contacts companies list search duplicates campaign workflow ai playbook social finder action inbox identity pull plan apply lint init auth profile alias serve local api open schema doctor completion mcp commands demo'; options='' ;;
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$options --profile -o --output --json --fields --jq --template --no-input --no-color --no-pager -q --quiet --debug --request-timeout --max-retries -h --help" -- "$cur")) ;;
    *)
      if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
      else
        _reach_argument "$path" "$count"
        _reach_fill "$cur" "$REPLY"
      fi
      ;;
  esac
}

complete -F _reach reach
