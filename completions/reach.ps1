# reach completion for PowerShell, made from its command tree. Load it: reach completion powershell | Out-String | Invoke-Expression
# Keys are case-sensitive: -f and -F are two options.
$script:reachSubs = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
$script:reachValues = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
function script:reachAdd($to, $from) { foreach ($key in $from.Keys) { $to[$key] = $from[$key] } }
reachAdd $script:reachSubs @{
    '/contacts' = 'contacts'
    '/contact' = 'contacts'
    'contacts/import' = 'contacts import'
    'contacts/export' = 'contacts export'
    'contacts/list' = 'contacts list'
    'contacts/search' = 'contacts search'
    'contacts/show' = 'contacts show'
    'contacts/create' = 'contacts create'
    'contacts/update' = 'contacts update'
    'contacts/fields' = 'contacts fields'
    'contacts/timeline' = 'contacts timeline'
    'contacts/delete' = 'contacts delete'
    'contacts/duplicates' = 'contacts duplicates'
    'contacts duplicates/resolve' = 'contacts duplicates resolve'
    '/companies' = 'companies'
    '/company' = 'companies'
    'companies/import' = 'companies import'
    'companies/export' = 'companies export'
    'companies/list' = 'companies list'
    'companies/search' = 'companies search'
    'companies/show' = 'companies show'
    'companies/create' = 'companies create'
    'companies/update' = 'companies update'
    'companies/fields' = 'companies fields'
    '/list' = 'list'
    '/lists' = 'list'
    'list/list' = 'list list'
    'list/create' = 'list create'
    'list/show' = 'list show'
    'list/add' = 'list add'
    'list/remove' = 'list remove'
    '/search' = 'search'
    '/searches' = 'search'
    'search/save' = 'search save'
    'search/list' = 'search list'
    'search/remove' = 'search remove'
    '/duplicates' = 'duplicates'
    'duplicates/resolve' = 'duplicates resolve'
    '/campaign' = 'campaign'
    '/campaigns' = 'campaign'
    'campaign/init' = 'campaign init'
    'campaign/lint' = 'campaign lint'
    'campaign/graph' = 'campaign graph'
    'campaign/preview' = 'campaign preview'
    'campaign/create' = 'campaign create'
    'campaign/list' = 'campaign list'
    'campaign/show' = 'campaign show'
    'campaign/update' = 'campaign update'
    'campaign/edit' = 'campaign edit'
    'campaign/clone' = 'campaign clone'
    'campaign/export' = 'campaign export'
    'campaign/status' = 'campaign status'
    'campaign/contacts' = 'campaign contacts'
    'campaign/add-contact' = 'campaign add-contact'
    'campaign/add-list' = 'campaign add-list'
    'campaign/owners' = 'campaign owners'
    'campaign/voices' = 'campaign voices'
    '/workflow' = 'workflow'
    '/workflows' = 'workflow'
    'workflow/init' = 'workflow init'
    'workflow/lint' = 'workflow lint'
    'workflow/graph' = 'workflow graph'
    'workflow/blocks' = 'workflow blocks'
    'workflow/fields' = 'workflow fields'
    'workflow/validate' = 'workflow validate'
    'workflow/create' = 'workflow create'
    'workflow/list' = 'workflow list'
    'workflow/show' = 'workflow show'
    'workflow/update' = 'workflow update'
    'workflow/edit' = 'workflow edit'
    'workflow/export' = 'workflow export'
    'workflow/publish' = 'workflow publish'
    'workflow/run' = 'workflow run'
    'workflow/runs' = 'workflow runs'
    'workflow/run-records' = 'workflow run-records'
    'workflow/watch' = 'workflow watch'
    'workflow/status' = 'workflow status'
    'workflow/cancel' = 'workflow cancel'
    'workflow/approve' = 'workflow approve'
    'workflow/trigger' = 'workflow trigger'
    'workflow/disable' = 'workflow disable'
    'workflow/enable' = 'workflow enable'
    '/ai' = 'ai'
    'ai/variable' = 'ai variable'
    'ai/variables' = 'ai variable'
    'ai variable/list' = 'ai variable list'
    'ai variable/show' = 'ai variable show'
    'ai variable/create' = 'ai variable create'
    'ai variable/update' = 'ai variable update'
    'ai variable/delete' = 'ai variable delete'
    'ai variable/archive' = 'ai variable archive'
    'ai variable/unarchive' = 'ai variable unarchive'
    'ai/message' = 'ai message'
    'ai/messages' = 'ai message'
    'ai message/list' = 'ai message list'
    'ai message/show' = 'ai message show'
    'ai message/create' = 'ai message create'
    'ai message/update' = 'ai message update'
    'ai message/delete' = 'ai message delete'
    'ai/snippet' = 'ai snippet'
    'ai/snippets' = 'ai snippet'
    'ai snippet/list' = 'ai snippet list'
    'ai snippet/show' = 'ai snippet show'
    'ai snippet/create' = 'ai snippet create'
    'ai snippet/update' = 'ai snippet update'
    'ai snippet/delete' = 'ai snippet delete'
    'ai/template' = 'ai template'
    'ai/templates' = 'ai template'
    'ai template/list' = 'ai template list'
    'ai template/show' = 'ai template show'
    'ai template/create' = 'ai template create'
    'ai template/update' = 'ai template update'
    'ai template/delete' = 'ai template delete'
    'ai/folder' = 'ai folder'
    'ai/folders' = 'ai folder'
    'ai folder/list' = 'ai folder list'
    'ai folder/show' = 'ai folder show'
    'ai folder/create' = 'ai folder create'
    'ai folder/move' = 'ai folder move'
    'ai folder/rename' = 'ai folder rename'
    'ai folder/delete' = 'ai folder delete'
    'ai/tones' = 'ai tones'
    'ai/library' = 'ai library'
    'ai/lint' = 'ai lint'
    '/playbook' = 'playbook'
    '/playbooks' = 'playbook'
    'playbook/show' = 'playbook show'
    'playbook/export' = 'playbook export'
    'playbook/lint' = 'playbook lint'
    'playbook/diff' = 'playbook diff'
    'playbook/apply' = 'playbook apply'
    'playbook/edit' = 'playbook edit'
    '/social' = 'social'
    '/social-selling' = 'social'
    'social/posts' = 'social posts'
    'social/show' = 'social show'
    'social/react' = 'social react'
    '/finder' = 'finder'
    'finder/preview' = 'finder preview'
    'finder/refine' = 'finder refine'
    'finder/results' = 'finder results'
    'finder/import' = 'finder import'
    'finder/filters' = 'finder filters'
    '/action' = 'action'
    '/actions' = 'action'
    'action/run' = 'action run'
    'action/status' = 'action status'
    'action/run-records' = 'action run-records'
    'action/watch' = 'action watch'
    'action/types' = 'action types'
    'action/lint' = 'action lint'
    '/inbox' = 'inbox'
    'inbox/threads' = 'inbox threads'
    'inbox/messages' = 'inbox messages'
    'inbox/reply' = 'inbox reply'
    'inbox/tags' = 'inbox tags'
    'inbox/tag' = 'inbox tag'
    'inbox/untag' = 'inbox untag'
    'inbox/link' = 'inbox link'
    '/identity' = 'identity'
    '/identities' = 'identity'
    'identity/list' = 'identity list'
    'identity/show' = 'identity show'
    'identity/update' = 'identity update'
    'identity/signature' = 'identity signature'
    'identity/mailboxes' = 'identity mailboxes'
    'identity/mailbox' = 'identity mailboxes'
    'identity mailboxes/list' = 'identity mailboxes list'
    'identity mailboxes/add' = 'identity mailboxes add'
    '/pull' = 'pull'
    '/plan' = 'plan'
    '/apply' = 'apply'
    '/lint' = 'lint'
    '/init' = 'init'
    'init/outreach' = 'init outreach'
    '/auth' = 'auth'
    'auth/login' = 'auth login'
    'auth/status' = 'auth status'
    'auth/token' = 'auth token'
    'auth/logout' = 'auth logout'
    '/profile' = 'profile'
    '/profiles' = 'profile'
    'profile/list' = 'profile list'
    'profile/show' = 'profile show'
    'profile/use' = 'profile use'
    'profile/set' = 'profile set'
    'profile/sync' = 'profile sync'
    'profile/remove' = 'profile remove'
    '/alias' = 'alias'
    '/aliases' = 'alias'
    'alias/list' = 'alias list'
    'alias/set' = 'alias set'
    'alias/remove' = 'alias remove'
    '/serve' = 'serve'
    '/local' = 'local'
    'local/status' = 'local status'
    'local/clock' = 'local clock'
    'local/fault' = 'local fault'
    'local/faults' = 'local fault'
    'local fault/add' = 'local fault add'
    'local fault/list' = 'local fault list'
    'local fault/clear' = 'local fault clear'
    'local/key' = 'local key'
    'local/keys' = 'local key'
    'local key/create' = 'local key create'
    'local key/list' = 'local key list'
    'local key/revoke' = 'local key revoke'
    'local/emit' = 'local emit'
    'local/grant' = 'local grant'
    'local/feature' = 'local feature'
    'local/campaign' = 'local campaign'
    'local/log' = 'local log'
    'local/seed' = 'local seed'
    'local/snapshot' = 'local snapshot'
    'local/backup' = 'local backup'
    'local/restore' = 'local restore'
    'local/check' = 'local check'
    'local/reset' = 'local reset'
    '/api' = 'api'
    '/open' = 'open'
    '/schema' = 'schema'
    '/doctor' = 'doctor'
    '/completion' = 'completion'
    '/completions' = 'completion'
    'completion/bash' = 'completion bash'
    'completion/zsh' = 'completion zsh'
    'completion/fish' = 'completion fish'
    'completion/powershell' = 'completion powershell'
    'completion/install' = 'completion install'
    '/mcp' = 'mcp'
    '/commands' = 'commands'
    '/demo' = 'demo'
    '/help' = 'help'
}
$script:reachValues['*/--profile'] = 'names:profiles'
$script:reachValues['*/-o'] = 'words:table wide json ndjson csv yaml markdown id'
$script:reachValues['*/--output'] = 'words:table wide json ndjson csv yaml markdown id'
$script:reachValues['*/--fields'] = 'any'
$script:reachValues['*/--jq'] = 'any'
$script:reachValues['*/--template'] = 'any'
$script:reachValues['*/--request-timeout'] = 'any'
$script:reachValues['*/--max-retries'] = 'any'
$script:reachValues['contacts import/--map'] = 'any'
$script:reachValues['contacts import/--mapping'] = 'any'
$script:reachValues['contacts import/--save-mapping'] = 'any'
$script:reachValues['contacts import/--skip-lines'] = 'any'
$script:reachValues['contacts import/--sheet'] = 'any'
$script:reachValues['contacts import/--delimiter'] = 'any'
$script:reachValues['contacts import/--encoding'] = 'any'
$script:reachValues['contacts import/--list'] = 'names:lists'
$script:reachValues['contacts import/--limit'] = 'any'
$script:reachValues['contacts import/--max-errors'] = 'any'
$script:reachValues['contacts import/--against'] = 'words:local current'
$script:reachValues['contacts import/--results'] = 'file'
$script:reachValues['contacts import/--rejects'] = 'file'
$script:reachValues['contacts import/--rate'] = 'any'
$script:reachValues['contacts import/--parallel'] = 'any'
$script:reachValues['contacts export/--include'] = 'any'
$script:reachValues['contacts export/--exclude'] = 'any'
$script:reachValues['contacts export/--filters'] = 'file'
$script:reachValues['contacts export/--list'] = 'names:lists'
$script:reachValues['contacts export/--where'] = 'any'
$script:reachValues['contacts export/--search'] = 'names:searches'
$script:reachValues['contacts export/--file'] = 'file'
$script:reachValues['contacts export/--format'] = 'words:csv ndjson'
$script:reachValues['contacts export/--limit'] = 'any'
$script:reachValues['contacts list/--list'] = 'names:lists'
$script:reachValues['contacts list/--actions'] = 'any'
$script:reachValues['contacts list/--where'] = 'any'
$script:reachValues['contacts list/--search'] = 'names:searches'
$script:reachValues['contacts list/--limit'] = 'any'
$script:reachValues['contacts list/--fields'] = 'list:id firstName lastName jobTitle company.name professionalEmail updatedAt'
$script:reachValues['contacts search/--include'] = 'any'
$script:reachValues['contacts search/--exclude'] = 'any'
$script:reachValues['contacts search/--filters'] = 'file'
$script:reachValues['contacts search/--list'] = 'names:lists'
$script:reachValues['contacts search/--where'] = 'any'
$script:reachValues['contacts search/--search'] = 'names:searches'
$script:reachValues['contacts search/--limit'] = 'any'
$script:reachValues['contacts search/--fields'] = 'list:id firstName lastName jobTitle company.name professionalEmail updatedAt'
$script:reachValues['contacts show/--fields'] = 'list:id firstName lastName jobTitle company.name professionalEmail updatedAt'
$script:reachValues['contacts create/-f'] = 'any'
$script:reachValues['contacts create/--field'] = 'any'
$script:reachValues['contacts create/-F'] = 'any'
$script:reachValues['contacts create/--field-json'] = 'any'
$script:reachValues['contacts create/--input'] = 'file'
$script:reachValues['contacts create/--list'] = 'names:lists'
$script:reachValues['contacts create/--fields'] = 'list:id contactOutcome contactMatchedBy firstName lastName companyId appUrl'
$script:reachValues['contacts update/-f'] = 'any'
$script:reachValues['contacts update/--field'] = 'any'
$script:reachValues['contacts update/-F'] = 'any'
$script:reachValues['contacts update/--field-json'] = 'any'
$script:reachValues['contacts update/--input'] = 'file'
$script:reachValues['contacts update/--csv'] = 'file'
$script:reachValues['contacts update/--by'] = 'words:id email'
$script:reachValues['contacts update/--map'] = 'any'
$script:reachValues['contacts update/--mapping'] = 'any'
$script:reachValues['contacts update/--skip-lines'] = 'any'
$script:reachValues['contacts update/--sheet'] = 'any'
$script:reachValues['contacts update/--delimiter'] = 'any'
$script:reachValues['contacts update/--encoding'] = 'any'
$script:reachValues['contacts update/--limit'] = 'any'
$script:reachValues['contacts update/--max-errors'] = 'any'
$script:reachValues['contacts update/--results'] = 'file'
$script:reachValues['contacts update/--rejects'] = 'file'
$script:reachValues['contacts update/--rate'] = 'any'
$script:reachValues['contacts update/--parallel'] = 'any'
$script:reachValues['contacts update/--fields'] = 'list:id firstName lastName jobTitle company.name professionalEmail updatedAt'
$script:reachValues['contacts fields/--fields'] = 'list:id label fieldType dataType editable promptReference'
$script:reachValues['contacts timeline/--fields'] = 'list:at kind what senderIdentityName'
$script:reachValues['contacts delete/--csv'] = 'file'
$script:reachValues['contacts delete/--by'] = 'words:id email'
$script:reachValues['contacts delete/--map'] = 'any'
$script:reachValues['contacts delete/--mapping'] = 'any'
$script:reachValues['contacts delete/--skip-lines'] = 'any'
$script:reachValues['contacts delete/--sheet'] = 'any'
$script:reachValues['contacts delete/--delimiter'] = 'any'
$script:reachValues['contacts delete/--encoding'] = 'any'
$script:reachValues['contacts delete/--limit'] = 'any'
$script:reachValues['contacts delete/--max-errors'] = 'any'
$script:reachValues['contacts delete/--results'] = 'file'
$script:reachValues['contacts delete/--rejects'] = 'file'
$script:reachValues['contacts delete/--rate'] = 'any'
$script:reachValues['contacts delete/--parallel'] = 'any'
$script:reachValues['contacts delete/--fields'] = 'list:id deleted error'
$script:reachValues['contacts duplicates/--by'] = 'any'
$script:reachValues['contacts duplicates/--list'] = 'names:lists'
$script:reachValues['contacts duplicates/--limit'] = 'any'
$script:reachValues['contacts duplicates/--fields'] = 'list:size values contactIds'
$script:reachValues['contacts duplicates resolve/--by'] = 'any'
$script:reachValues['contacts duplicates resolve/--list'] = 'names:lists'
$script:reachValues['contacts duplicates resolve/--limit'] = 'any'
$script:reachValues['contacts duplicates resolve/--keep'] = 'any'
$script:reachValues['contacts duplicates resolve/--plan'] = 'file'
$script:reachValues['contacts duplicates resolve/--apply-plan'] = 'file'
$script:reachValues['contacts duplicates resolve/--undo'] = 'file'
$script:reachValues['contacts duplicates resolve/--fields'] = 'list:group status shared keep updated deleted lists campaigns note'
$script:reachValues['companies import/--map'] = 'any'
$script:reachValues['companies import/--mapping'] = 'any'
$script:reachValues['companies import/--save-mapping'] = 'any'
$script:reachValues['companies import/--skip-lines'] = 'any'
$script:reachValues['companies import/--sheet'] = 'any'
$script:reachValues['companies import/--delimiter'] = 'any'
$script:reachValues['companies import/--encoding'] = 'any'
$script:reachValues['companies import/--list'] = 'names:lists'
$script:reachValues['companies import/--limit'] = 'any'
$script:reachValues['companies import/--max-errors'] = 'any'
$script:reachValues['companies import/--against'] = 'words:local current'
$script:reachValues['companies import/--results'] = 'file'
$script:reachValues['companies import/--rejects'] = 'file'
$script:reachValues['companies import/--rate'] = 'any'
$script:reachValues['companies import/--parallel'] = 'any'
$script:reachValues['companies export/--include'] = 'any'
$script:reachValues['companies export/--exclude'] = 'any'
$script:reachValues['companies export/--filters'] = 'file'
$script:reachValues['companies export/--list'] = 'names:lists'
$script:reachValues['companies export/--where'] = 'any'
$script:reachValues['companies export/--search'] = 'names:searches'
$script:reachValues['companies export/--file'] = 'file'
$script:reachValues['companies export/--format'] = 'words:csv ndjson'
$script:reachValues['companies export/--limit'] = 'any'
$script:reachValues['companies list/--list'] = 'names:lists'
$script:reachValues['companies list/--actions'] = 'any'
$script:reachValues['companies list/--where'] = 'any'
$script:reachValues['companies list/--search'] = 'names:searches'
$script:reachValues['companies list/--limit'] = 'any'
$script:reachValues['companies list/--fields'] = 'list:id name domain industry numberOfEmployees leadsCount updatedAt'
$script:reachValues['companies search/--include'] = 'any'
$script:reachValues['companies search/--exclude'] = 'any'
$script:reachValues['companies search/--filters'] = 'file'
$script:reachValues['companies search/--list'] = 'names:lists'
$script:reachValues['companies search/--where'] = 'any'
$script:reachValues['companies search/--search'] = 'names:searches'
$script:reachValues['companies search/--limit'] = 'any'
$script:reachValues['companies search/--fields'] = 'list:id name domain industry numberOfEmployees leadsCount updatedAt'
$script:reachValues['companies show/--fields'] = 'list:id name domain industry numberOfEmployees leadsCount updatedAt'
$script:reachValues['companies create/-f'] = 'any'
$script:reachValues['companies create/--field'] = 'any'
$script:reachValues['companies create/-F'] = 'any'
$script:reachValues['companies create/--field-json'] = 'any'
$script:reachValues['companies create/--input'] = 'file'
$script:reachValues['companies create/--list'] = 'names:lists'
$script:reachValues['companies create/--fields'] = 'list:id outcome matchedBy name domain appUrl'
$script:reachValues['companies update/-f'] = 'any'
$script:reachValues['companies update/--field'] = 'any'
$script:reachValues['companies update/-F'] = 'any'
$script:reachValues['companies update/--field-json'] = 'any'
$script:reachValues['companies update/--input'] = 'file'
$script:reachValues['companies update/--csv'] = 'file'
$script:reachValues['companies update/--by'] = 'words:id'
$script:reachValues['companies update/--map'] = 'any'
$script:reachValues['companies update/--mapping'] = 'any'
$script:reachValues['companies update/--skip-lines'] = 'any'
$script:reachValues['companies update/--sheet'] = 'any'
$script:reachValues['companies update/--delimiter'] = 'any'
$script:reachValues['companies update/--encoding'] = 'any'
$script:reachValues['companies update/--limit'] = 'any'
$script:reachValues['companies update/--max-errors'] = 'any'
$script:reachValues['companies update/--results'] = 'file'
$script:reachValues['companies update/--rejects'] = 'file'
$script:reachValues['companies update/--rate'] = 'any'
$script:reachValues['companies update/--parallel'] = 'any'
$script:reachValues['companies update/--fields'] = 'list:id name domain industry numberOfEmployees leadsCount updatedAt'
$script:reachValues['companies fields/--fields'] = 'list:id label fieldType dataType editable promptReference'
$script:reachValues['list list/--entity'] = 'words:contacts companies'
$script:reachValues['list list/--limit'] = 'any'
$script:reachValues['list list/--fields'] = 'list:id name entity size createdAt appUrl'
$script:reachValues['list create/--entity'] = 'words:contacts companies'
$script:reachValues['list create/--fields'] = 'list:id name entity size createdAt appUrl'
$script:reachValues['list show/--fields'] = 'list:id name entity size createdAt appUrl'
$script:reachValues['list add/--contacts'] = 'any'
$script:reachValues['list add/--companies'] = 'any'
$script:reachValues['list add/--fields'] = 'list:listId added alreadyPresent removed notPresent'
$script:reachValues['list remove/--contacts'] = 'any'
$script:reachValues['list remove/--companies'] = 'any'
$script:reachValues['list remove/--fields'] = 'list:listId added alreadyPresent removed notPresent'
$script:reachValues['search save/--text'] = 'any'
$script:reachValues['search save/--where'] = 'any'
$script:reachValues['search save/--include'] = 'any'
$script:reachValues['search save/--exclude'] = 'any'
$script:reachValues['search save/--list'] = 'names:lists'
$script:reachValues['search save/--fields'] = 'list:name of text list where include exclude'
$script:reachValues['search list/--fields'] = 'list:name of text list where include exclude'
$script:reachValues['search remove/--fields'] = 'list:name removed'
$script:reachValues['duplicates/--by'] = 'any'
$script:reachValues['duplicates/--list'] = 'names:lists'
$script:reachValues['duplicates/--limit'] = 'any'
$script:reachValues['duplicates/--fields'] = 'list:size values contactIds'
$script:reachValues['duplicates resolve/--by'] = 'any'
$script:reachValues['duplicates resolve/--list'] = 'names:lists'
$script:reachValues['duplicates resolve/--limit'] = 'any'
$script:reachValues['duplicates resolve/--keep'] = 'any'
$script:reachValues['duplicates resolve/--plan'] = 'file'
$script:reachValues['duplicates resolve/--apply-plan'] = 'file'
$script:reachValues['duplicates resolve/--undo'] = 'file'
$script:reachValues['duplicates resolve/--fields'] = 'list:group status shared keep updated deleted lists campaigns note'
$script:reachValues['campaign init/--fields'] = 'list:path holds'
$script:reachValues['campaign lint/--format'] = 'words:human json github sarif'
$script:reachValues['campaign lint/--max-problems'] = 'any'
$script:reachValues['campaign graph/--format'] = 'words:tree mermaid dot svg'
$script:reachValues['campaign preview/--contact'] = 'any'
$script:reachValues['campaign preview/--csv'] = 'file'
$script:reachValues['campaign preview/--map'] = 'any'
$script:reachValues['campaign preview/--limit'] = 'any'
$script:reachValues['campaign preview/--fields'] = 'list:contact path day subject content missing'
$script:reachValues['campaign create/--fields'] = 'list:id name status stepCount updatedAt appUrl'
$script:reachValues['campaign list/--status'] = 'words:DRAFT ACTIVE PAUSED COMPLETED'
$script:reachValues['campaign list/--limit'] = 'any'
$script:reachValues['campaign list/--fields'] = 'list:id name status stepCount updatedAt appUrl'
$script:reachValues['campaign show/--fields'] = 'list:id name status stepCount updatedAt appUrl'
$script:reachValues['campaign update/--fields'] = 'list:id name status stepCount updatedAt appUrl'
$script:reachValues['campaign edit/--input'] = 'file'
$script:reachValues['campaign edit/--fields'] = 'list:id name status stepCount updatedAt appUrl'
$script:reachValues['campaign clone/--name'] = 'any'
$script:reachValues['campaign clone/--fields'] = 'list:id name status stepCount updatedAt appUrl'
$script:reachValues['campaign export/--file'] = 'file'
$script:reachValues['campaign status/--fields'] = 'list:id name status stepCount updatedAt appUrl'
$script:reachValues['campaign contacts/--status'] = 'words:active completed replied failed stopped'
$script:reachValues['campaign contacts/--limit'] = 'any'
$script:reachValues['campaign contacts/--fields'] = 'list:contactId firstName lastName status nextStep dueAt reason'
$script:reachValues['campaign add-contact/--fields'] = 'list:contactId outcome reason'
$script:reachValues['campaign add-list/--fields'] = 'list:campaignId contactGroupId added reactivated alreadyPresent skipped'
$script:reachValues['campaign owners/--fields'] = 'list:id name email'
$script:reachValues['campaign voices/--fields'] = 'list:id name source identityId language'
$script:reachValues['workflow init/--fields'] = 'list:path holds'
$script:reachValues['workflow lint/--format'] = 'words:human json github sarif'
$script:reachValues['workflow lint/--max-problems'] = 'any'
$script:reachValues['workflow graph/--format'] = 'words:tree mermaid dot svg'
$script:reachValues['workflow graph/--run'] = 'any'
$script:reachValues['workflow fields/--entity'] = 'words:LEAD COMPANY'
$script:reachValues['workflow fields/--fields'] = 'list:id label group entities dataType operatorIds'
$script:reachValues['workflow validate/--fields'] = 'list:severity path code message'
$script:reachValues['workflow create/--secret-file'] = 'file'
$script:reachValues['workflow create/--fields'] = 'list:id'
$script:reachValues['workflow list/--search'] = 'any'
$script:reachValues['workflow list/--status'] = 'words:DRAFT PUBLISHED'
$script:reachValues['workflow list/--limit'] = 'any'
$script:reachValues['workflow list/--fields'] = 'list:id name status version triggerType nodeCount hasUnpublishedChanges nextRunAt updatedAt appUrl'
$script:reachValues['workflow show/--published-version'] = 'any'
$script:reachValues['workflow show/--fields'] = 'list:id name status version triggerType nodeCount hasUnpublishedChanges nextRunAt updatedAt appUrl'
$script:reachValues['workflow update/--revision'] = 'any'
$script:reachValues['workflow update/--secret-file'] = 'file'
$script:reachValues['workflow update/--fields'] = 'list:id'
$script:reachValues['workflow edit/--input'] = 'file'
$script:reachValues['workflow edit/--fields'] = 'list:id'
$script:reachValues['workflow export/--file'] = 'file'
$script:reachValues['workflow export/--published-version'] = 'any'
$script:reachValues['workflow publish/--revision'] = 'any'
$script:reachValues['workflow publish/--secret-file'] = 'file'
$script:reachValues['workflow publish/--fields'] = 'list:id version'
$script:reachValues['workflow run/-f'] = 'any'
$script:reachValues['workflow run/--field'] = 'any'
$script:reachValues['workflow run/--input'] = 'any'
$script:reachValues['workflow run/--input-file'] = 'file'
$script:reachValues['workflow run/--timeout'] = 'any'
$script:reachValues['workflow run/--interval'] = 'any'
$script:reachValues['workflow run/--fields'] = 'list:runId status sequenceNumber'
$script:reachValues['workflow runs/--status'] = 'words:RUNNING SUCCEEDED FAILED CANCELLED'
$script:reachValues['workflow runs/--trigger'] = 'words:MANUAL SCHEDULE WEBHOOK API INTENT'
$script:reachValues['workflow runs/--limit'] = 'any'
$script:reachValues['workflow runs/--fields'] = 'list:runId sequenceNumber status triggerType version distinctEntityCount creditsUsed startedAt finishedAt'
$script:reachValues['workflow run-records/--status'] = 'words:pending waiting succeeded failed skipped cancelled'
$script:reachValues['workflow run-records/--step'] = 'any'
$script:reachValues['workflow run-records/--limit'] = 'any'
$script:reachValues['workflow run-records/--fields'] = 'list:id name status stepId dueAt reason reasonStepId'
$script:reachValues['workflow watch/--timeout'] = 'any'
$script:reachValues['workflow watch/--interval'] = 'any'
$script:reachValues['workflow cancel/--fields'] = 'list:runId sequenceNumber status triggerType version distinctEntityCount creditsUsed startedAt finishedAt'
$script:reachValues['workflow approve/--ids'] = 'any'
$script:reachValues['workflow approve/--fields'] = 'list:runId stepId decision decided waiting'
$script:reachValues['workflow trigger/-f'] = 'any'
$script:reachValues['workflow trigger/--field'] = 'any'
$script:reachValues['workflow trigger/-F'] = 'any'
$script:reachValues['workflow trigger/--field-json'] = 'any'
$script:reachValues['workflow trigger/--input'] = 'file'
$script:reachValues['workflow trigger/--secret-file'] = 'file'
$script:reachValues['workflow trigger/--timeout'] = 'any'
$script:reachValues['workflow trigger/--interval'] = 'any'
$script:reachValues['workflow trigger/--fields'] = 'list:runId status sequenceNumber'
$script:reachValues['workflow disable/--fields'] = 'list:id'
$script:reachValues['workflow enable/--published-version'] = 'any'
$script:reachValues['workflow enable/--fields'] = 'list:id'
$script:reachValues['ai variable list/--folder'] = 'any'
$script:reachValues['ai variable list/--limit'] = 'any'
$script:reachValues['ai variable list/--entity'] = 'words:contacts companies'
$script:reachValues['ai variable list/--fields'] = 'list:id name entity outputSchema.type folderId updatedAt prompt'
$script:reachValues['ai variable create/-f'] = 'any'
$script:reachValues['ai variable create/--field'] = 'any'
$script:reachValues['ai variable create/-F'] = 'any'
$script:reachValues['ai variable create/--field-json'] = 'any'
$script:reachValues['ai variable create/--input'] = 'file'
$script:reachValues['ai variable create/--prompt-file'] = 'file'
$script:reachValues['ai variable create/--fields'] = 'list:id name entity outputSchema.type folderId updatedAt prompt'
$script:reachValues['ai variable update/-f'] = 'any'
$script:reachValues['ai variable update/--field'] = 'any'
$script:reachValues['ai variable update/-F'] = 'any'
$script:reachValues['ai variable update/--field-json'] = 'any'
$script:reachValues['ai variable update/--input'] = 'file'
$script:reachValues['ai variable update/--prompt-file'] = 'file'
$script:reachValues['ai variable update/--fields'] = 'list:id name entity outputSchema.type folderId updatedAt prompt'
$script:reachValues['ai variable delete/--fields'] = 'list:id deleted'
$script:reachValues['ai variable archive/--fields'] = 'list:id name entity outputSchema.type folderId updatedAt prompt'
$script:reachValues['ai variable unarchive/--fields'] = 'list:id name entity outputSchema.type folderId updatedAt prompt'
$script:reachValues['ai message list/--folder'] = 'any'
$script:reachValues['ai message list/--limit'] = 'any'
$script:reachValues['ai message list/--channel'] = 'words:EMAIL NETWORK NETWORK_INMAIL NETWORK_CONNECTION'
$script:reachValues['ai message list/--fields'] = 'list:id name channel toneId folderId updatedAt prompt'
$script:reachValues['ai message create/-f'] = 'any'
$script:reachValues['ai message create/--field'] = 'any'
$script:reachValues['ai message create/-F'] = 'any'
$script:reachValues['ai message create/--field-json'] = 'any'
$script:reachValues['ai message create/--input'] = 'file'
$script:reachValues['ai message create/--prompt-file'] = 'file'
$script:reachValues['ai message create/--fields'] = 'list:id name channel toneId folderId updatedAt prompt'
$script:reachValues['ai message update/-f'] = 'any'
$script:reachValues['ai message update/--field'] = 'any'
$script:reachValues['ai message update/-F'] = 'any'
$script:reachValues['ai message update/--field-json'] = 'any'
$script:reachValues['ai message update/--input'] = 'file'
$script:reachValues['ai message update/--prompt-file'] = 'file'
$script:reachValues['ai message update/--fields'] = 'list:id name channel toneId folderId updatedAt prompt'
$script:reachValues['ai message delete/--fields'] = 'list:id deleted'
$script:reachValues['ai snippet list/--folder'] = 'any'
$script:reachValues['ai snippet list/--limit'] = 'any'
$script:reachValues['ai snippet list/--fields'] = 'list:id name toneId folderId updatedAt prompt'
$script:reachValues['ai snippet create/-f'] = 'any'
$script:reachValues['ai snippet create/--field'] = 'any'
$script:reachValues['ai snippet create/-F'] = 'any'
$script:reachValues['ai snippet create/--field-json'] = 'any'
$script:reachValues['ai snippet create/--input'] = 'file'
$script:reachValues['ai snippet create/--prompt-file'] = 'file'
$script:reachValues['ai snippet create/--fields'] = 'list:id name toneId folderId updatedAt prompt'
$script:reachValues['ai snippet update/-f'] = 'any'
$script:reachValues['ai snippet update/--field'] = 'any'
$script:reachValues['ai snippet update/-F'] = 'any'
$script:reachValues['ai snippet update/--field-json'] = 'any'
$script:reachValues['ai snippet update/--input'] = 'file'
$script:reachValues['ai snippet update/--prompt-file'] = 'file'
$script:reachValues['ai snippet update/--fields'] = 'list:id name toneId folderId updatedAt prompt'
$script:reachValues['ai snippet delete/--fields'] = 'list:id deleted'
$script:reachValues['ai template list/--folder'] = 'any'
$script:reachValues['ai template list/--limit'] = 'any'
$script:reachValues['ai template list/--fields'] = 'list:id name channel subject folderId updatedAt messages.0'
$script:reachValues['ai template create/-f'] = 'any'
$script:reachValues['ai template create/--field'] = 'any'
$script:reachValues['ai template create/-F'] = 'any'
$script:reachValues['ai template create/--field-json'] = 'any'
$script:reachValues['ai template create/--input'] = 'file'
$script:reachValues['ai template create/--message-file'] = 'file'
$script:reachValues['ai template create/--fields'] = 'list:id name channel subject folderId updatedAt messages.0'
$script:reachValues['ai template update/-f'] = 'any'
$script:reachValues['ai template update/--field'] = 'any'
$script:reachValues['ai template update/-F'] = 'any'
$script:reachValues['ai template update/--field-json'] = 'any'
$script:reachValues['ai template update/--input'] = 'file'
$script:reachValues['ai template update/--message-file'] = 'file'
$script:reachValues['ai template update/--fields'] = 'list:id name channel subject folderId updatedAt messages.0'
$script:reachValues['ai template delete/--fields'] = 'list:id deleted'
$script:reachValues['ai folder list/--fields'] = 'list:id path counts.items counts.folders updatedAt'
$script:reachValues['ai folder create/--in'] = 'any'
$script:reachValues['ai folder create/--fields'] = 'list:id path counts.items counts.folders updatedAt'
$script:reachValues['ai folder move/--to'] = 'any'
$script:reachValues['ai folder move/--fields'] = 'list:id path counts.items counts.folders updatedAt'
$script:reachValues['ai folder rename/--fields'] = 'list:id path counts.items counts.folders updatedAt'
$script:reachValues['ai folder delete/--fields'] = 'list:id deleted movedItems movedFolders'
$script:reachValues['ai tones/--fields'] = 'list:id name source description'
$script:reachValues['ai library/--fields'] = 'list:id name channel description'
$script:reachValues['ai lint/--kind'] = 'words:ai-variable ai-message ai-snippet template'
$script:reachValues['ai lint/--format'] = 'words:human json github sarif'
$script:reachValues['ai lint/--max-problems'] = 'any'
$script:reachValues['playbook show/--fields'] = 'list:section id item text'
$script:reachValues['playbook export/--file'] = 'file'
$script:reachValues['playbook lint/--format'] = 'words:human json github sarif'
$script:reachValues['playbook lint/--max-problems'] = 'any'
$script:reachValues['playbook diff/--fields'] = 'list:section change item fields'
$script:reachValues['playbook apply/--fields'] = 'list:section created updated restored deleted'
$script:reachValues['playbook edit/--input'] = 'file'
$script:reachValues['playbook edit/--fields'] = 'list:section created updated restored deleted'
$script:reachValues['social posts/--identity'] = 'names:identities'
$script:reachValues['social posts/--since'] = 'any'
$script:reachValues['social posts/--until'] = 'any'
$script:reachValues['social posts/--sort'] = 'words:impressions reactions comments reposts engagedAccounts newEngagers'
$script:reachValues['social posts/--limit'] = 'any'
$script:reachValues['social posts/--fields'] = 'list:id postedAt identityName metrics.impressions metrics.reactions metrics.comments metrics.reposts metrics.engagedAccounts metrics.newEngagers text'
$script:reachValues['social show/--fields'] = 'list:id postedAt identityName metrics.impressions metrics.reactions metrics.comments metrics.reposts metrics.engagedAccounts metrics.newEngagers text'
$script:reachValues['social react/--amount'] = 'any'
$script:reachValues['social react/--identities'] = 'names:identities'
$script:reachValues['social react/--types'] = 'any'
$script:reachValues['social react/--fields'] = 'list:identityId identityName reactionType scheduledAt'
$script:reachValues['finder preview/--saved-filter'] = 'any'
$script:reachValues['finder preview/--provider'] = 'words:AUTO NETWORK FUNDRAISING_COMPANIES FUNDRAISING_CONTACTS FUNDRAISING_INVESTORS ECOMMERCE_DATA CRM_CONTACTS CRM_COMPANIES GOOGLE_MAPS TECHSTACK_TECHNOLOGY TECHSTACK_JOBS'
$script:reachValues['finder preview/--identity'] = 'names:identities'
$script:reachValues['finder preview/--max'] = 'any'
$script:reachValues['finder preview/--fields'] = 'list:previewId userInput resolvedProvider entity droppedFilters expiresAt'
$script:reachValues['finder refine/--fields'] = 'list:previewId userInput resolvedProvider entity droppedFilters expiresAt'
$script:reachValues['finder results/--limit'] = 'any'
$script:reachValues['finder results/--page'] = 'any'
$script:reachValues['finder results/--page-size'] = 'any'
$script:reachValues['finder results/--fields'] = 'list:name title extra.company location domain networkUrl'
$script:reachValues['finder import/--list'] = 'names:lists'
$script:reachValues['finder import/--max'] = 'any'
$script:reachValues['finder import/--timeout'] = 'any'
$script:reachValues['finder import/--interval'] = 'any'
$script:reachValues['finder import/--fields'] = 'list:actionsId createdAt'
$script:reachValues['finder filters/--type'] = 'words:LEAD COMPANY'
$script:reachValues['finder filters/--limit'] = 'any'
$script:reachValues['finder filters/--fields'] = 'list:id name type createdAt'
$script:reachValues['action run/--type'] = 'any'
$script:reachValues['action run/--option'] = 'any'
$script:reachValues['action run/--list'] = 'names:lists'
$script:reachValues['action run/--contacts'] = 'any'
$script:reachValues['action run/--companies'] = 'any'
$script:reachValues['action run/--timeout'] = 'any'
$script:reachValues['action run/--interval'] = 'any'
$script:reachValues['action run/--fields'] = 'list:actionsId createdAt'
$script:reachValues['action run-records/--status'] = 'words:pending completed failed skipped cancelled'
$script:reachValues['action run-records/--limit'] = 'any'
$script:reachValues['action run-records/--fields'] = 'list:id name action status why creditsUsed'
$script:reachValues['action watch/--timeout'] = 'any'
$script:reachValues['action watch/--interval'] = 'any'
$script:reachValues['action types/--fields'] = 'list:type worksOn option kind about'
$script:reachValues['action lint/--format'] = 'words:human json github sarif'
$script:reachValues['action lint/--max-problems'] = 'any'
$script:reachValues['inbox threads/--search'] = 'any'
$script:reachValues['inbox threads/--from'] = 'names:identities'
$script:reachValues['inbox threads/--contact'] = 'any'
$script:reachValues['inbox threads/--channel'] = 'any'
$script:reachValues['inbox threads/--status'] = 'any'
$script:reachValues['inbox threads/--tag'] = 'names:tags'
$script:reachValues['inbox threads/--limit'] = 'any'
$script:reachValues['inbox threads/--fields'] = 'list:contactId contact.firstName contact.lastName senderIdentityName channel status unreadCount lastMessage.message lastMessageAt tags.name'
$script:reachValues['inbox messages/--from'] = 'names:identities'
$script:reachValues['inbox messages/--channel'] = 'any'
$script:reachValues['inbox messages/--limit'] = 'any'
$script:reachValues['inbox messages/--fields'] = 'list:at direction channel status senderIdentityId subject message'
$script:reachValues['inbox reply/--from'] = 'names:identities'
$script:reachValues['inbox reply/--file'] = 'file'
$script:reachValues['inbox reply/--subject'] = 'any'
$script:reachValues['inbox reply/--channel'] = 'any'
$script:reachValues['inbox reply/--attach'] = 'any'
$script:reachValues['inbox reply/--attach-name'] = 'any'
$script:reachValues['inbox reply/--content-type'] = 'any'
$script:reachValues['inbox reply/--request-id'] = 'any'
$script:reachValues['inbox reply/--fields'] = 'list:at direction channel status senderIdentityId subject message'
$script:reachValues['inbox tags/--create'] = 'any'
$script:reachValues['inbox tags/--color'] = 'any'
$script:reachValues['inbox tags/--limit'] = 'any'
$script:reachValues['inbox tags/--fields'] = 'list:id name color createdAt'
$script:reachValues['inbox tag/--tag'] = 'names:tags'
$script:reachValues['inbox tag/--from'] = 'names:identities'
$script:reachValues['inbox tag/--rate'] = 'any'
$script:reachValues['inbox tag/--fields'] = 'list:contactId tagIds success error'
$script:reachValues['inbox untag/--tag'] = 'names:tags'
$script:reachValues['inbox untag/--from'] = 'names:identities'
$script:reachValues['inbox untag/--rate'] = 'any'
$script:reachValues['inbox untag/--fields'] = 'list:contactId tagIds success error'
$script:reachValues['inbox link/--folder'] = 'any'
$script:reachValues['inbox link/--channel'] = 'any'
$script:reachValues['inbox link/--tag'] = 'names:tags'
$script:reachValues['inbox link/--tag-folder'] = 'any'
$script:reachValues['inbox link/--contacts'] = 'any'
$script:reachValues['inbox link/--contact'] = 'any'
$script:reachValues['inbox link/--companies'] = 'any'
$script:reachValues['inbox link/--campaign'] = 'names:campaigns'
$script:reachValues['inbox link/--from'] = 'names:identities'
$script:reachValues['inbox link/--status'] = 'any'
$script:reachValues['inbox link/--icp'] = 'any'
$script:reachValues['inbox link/--since'] = 'any'
$script:reachValues['inbox link/--until'] = 'any'
$script:reachValues['inbox link/--fields'] = 'list:url'
$script:reachValues['identity list/--limit'] = 'any'
$script:reachValues['identity list/--fields'] = 'list:id name email jobTitle emails timezone'
$script:reachValues['identity show/--fields'] = 'list:id name email jobTitle emails timezone'
$script:reachValues['identity update/-f'] = 'any'
$script:reachValues['identity update/--field'] = 'any'
$script:reachValues['identity update/-F'] = 'any'
$script:reachValues['identity update/--field-json'] = 'any'
$script:reachValues['identity update/--input'] = 'file'
$script:reachValues['identity update/--fields'] = 'list:id name email jobTitle emails timezone'
$script:reachValues['identity signature/--file'] = 'file'
$script:reachValues['identity mailboxes list/--fields'] = 'list:id email provider isPrimary healthStatus emailCredentialsExpired warmup.enabled'
$script:reachValues['identity mailboxes add/--imap'] = 'any'
$script:reachValues['identity mailboxes add/--smtp'] = 'any'
$script:reachValues['identity mailboxes add/--fields'] = 'list:id email provider isPrimary healthStatus emailCredentialsExpired warmup.enabled'
$script:reachValues['pull/--lock'] = 'any'
$script:reachValues['pull/--fields'] = 'list:state file note'
$script:reachValues['plan/--out'] = 'file'
$script:reachValues['plan/--target'] = 'any'
$script:reachValues['plan/--lock'] = 'any'
$script:reachValues['plan/--fields'] = 'list:action kind name file note'
$script:reachValues['apply/--folder'] = 'folder'
$script:reachValues['apply/--target'] = 'any'
$script:reachValues['apply/--lock'] = 'any'
$script:reachValues['lint/--format'] = 'words:human json github sarif'
$script:reachValues['lint/--max-problems'] = 'any'
$script:reachValues['init outreach/--fields'] = 'list:path'
$script:reachValues['auth login/--base-url'] = 'any'
$script:reachValues['auth login/--fields'] = 'list:profile baseUrl valid key keyFrom keyName scopes workspace user'
$script:reachValues['auth status/--fields'] = 'list:profile baseUrl valid key keyFrom keyName scopes workspace user'
$script:reachValues['auth token/--fields'] = 'list:profile key'
$script:reachValues['profile list/--fields'] = 'list:current name baseUrl key output'
$script:reachValues['profile show/--fields'] = 'list:name value from'
$script:reachValues['profile set/--base-url'] = 'any'
$script:reachValues['profile set/--path'] = 'any'
$script:reachValues['profile set/--field'] = 'any'
$script:reachValues['profile set/--default-output'] = 'words:table wide json ndjson csv yaml markdown id'
$script:reachValues['profile sync/--fields'] = 'list:request part ours theirs kind name'
$script:reachValues['alias list/--fields'] = 'list:name expansion'
$script:reachValues['serve/--host'] = 'any'
$script:reachValues['serve/--port'] = 'any'
$script:reachValues['serve/--data'] = 'folder'
$script:reachValues['serve/--database'] = 'any'
$script:reachValues['serve/--pool-size'] = 'any'
$script:reachValues['serve/--workers'] = 'any'
$script:reachValues['serve/--rate-limits'] = 'any'
$script:reachValues['serve/--backup-every'] = 'any'
$script:reachValues['serve/--tls-cert'] = 'any'
$script:reachValues['serve/--tls-key'] = 'any'
$script:reachValues['serve/--public-url'] = 'any'
$script:reachValues['serve/--app-url'] = 'any'
$script:reachValues['local status/--fields'] = 'list:version data now counts work servers locks'
$script:reachValues['local clock/--advance'] = 'any'
$script:reachValues['local clock/--set'] = 'any'
$script:reachValues['local clock/--fields'] = 'list:now frozen offsetMs'
$script:reachValues['local fault add/--times'] = 'any'
$script:reachValues['local fault add/--probability'] = 'any'
$script:reachValues['local fault add/--seed'] = 'any'
$script:reachValues['local fault add/--status'] = 'any'
$script:reachValues['local fault add/--header'] = 'any'
$script:reachValues['local fault add/--body'] = 'any'
$script:reachValues['local fault add/--latency'] = 'any'
$script:reachValues['local fault add/--drop'] = 'words:before after'
$script:reachValues['local fault add/--fields'] = 'list:id endpoint times used probability status drop latencyMs'
$script:reachValues['local fault list/--fields'] = 'list:id endpoint times used probability status drop latencyMs'
$script:reachValues['local fault clear/--fields'] = 'list:removed'
$script:reachValues['local key create/--scopes'] = 'any'
$script:reachValues['local key create/--name'] = 'any'
$script:reachValues['local key create/--workspace'] = 'any'
$script:reachValues['local key create/--user'] = 'any'
$script:reachValues['local key create/--identities'] = 'any'
$script:reachValues['local key create/--fields'] = 'list:id name scopes key'
$script:reachValues['local key list/--fields'] = 'list:id name scopes createdAt revokedAt'
$script:reachValues['local key revoke/--fields'] = 'list:id name scopes createdAt revokedAt'
$script:reachValues['local emit/--text'] = 'any'
$script:reachValues['local emit/--subject'] = 'any'
$script:reachValues['local emit/--from'] = 'names:identities'
$script:reachValues['local emit/--channel'] = 'any'
$script:reachValues['local emit/--company'] = 'any'
$script:reachValues['local emit/--url'] = 'any'
$script:reachValues['local emit/--fields'] = 'list:kind contactId senderIdentityId messageId stoppedCampaignIds'
$script:reachValues['local grant/--fields'] = 'list:workflowId user granted'
$script:reachValues['local feature/--fields'] = 'list:name on'
$script:reachValues['local campaign/--status'] = 'words:active completed replied failed stopped'
$script:reachValues['local campaign/--limit'] = 'any'
$script:reachValues['local campaign/--fields'] = 'list:contactId firstName lastName status nextStep dueAt reason'
$script:reachValues['local log/--limit'] = 'any'
$script:reachValues['local log/--fields'] = 'list:at method path status ms key requestId'
$script:reachValues['local seed/--fields'] = 'list:contacts companies lists campaigns'
$script:reachValues['local snapshot/--fields'] = 'list:path bytes'
$script:reachValues['local backup/--fields'] = 'list:path at bytes'
$script:reachValues['local restore/--data'] = 'folder'
$script:reachValues['local restore/--fields'] = 'list:path bytes'
$script:reachValues['local check/--data'] = 'folder'
$script:reachValues['local check/--fields'] = 'list:check where message'
$script:reachValues['local reset/--fields'] = 'list:contacts companies lists campaigns'
$script:reachValues['api/-f'] = 'any'
$script:reachValues['api/--field'] = 'any'
$script:reachValues['api/-F'] = 'any'
$script:reachValues['api/--field-json'] = 'any'
$script:reachValues['api/--input'] = 'file'
$script:reachValues['open/--for'] = 'any'
$script:reachValues['open/--fields'] = 'list:kind appUrl'
$script:reachValues['doctor/--fields'] = 'list:status check message hint'
$script:reachValues['mcp/--root'] = 'folder'
$script:reachValues['mcp/--tools'] = 'any'
$script:reachWords = @{
    '' = 'contacts	Import, export, search and merge contacts
companies	Import, export and search companies
list	Lists of contacts and companies
search	Saved searches of contacts and companies, kept on this machine
duplicates	Contacts that share the same values (contacts duplicates)
campaign	Outreach campaigns: write, check, draw, preview
workflow	Workflows: write, check, publish, run, watch
ai	AI variables, messages, snippets, templates and their folders
playbook	The AI playbook: show, edit, compare, apply
social	Posts with their metrics, and reactions to them
finder	Find people and companies by describing them
action	Enrichment runs: find, verify, look up, sync with the CRM
inbox	Conversations: read, reply, tag, link into the web app
identity	Sender identities, their signatures and mailboxes
pull	Write a workspace into an outreach folder
plan	Show what applying an outreach folder would do
apply	Bring an outreach folder into a workspace
lint	Find everything that is wrong with an outreach folder
init	Start an outreach folder
auth	Log in, check the key, log out
profile	Saved profiles: several workspaces, each with its address and key
alias	Words of your own for command lines
serve	Run the local service on a socket
local	Control the local service: clock, faults, keys, snapshots
api	Send any request, with the key, pace and retries of the profile
open	Open a record in the web app
schema	JSON Schema of files, for editors
doctor	Look for what could be wrong: configuration, key, clock, service
completion	Completion for bash, zsh, fish and PowerShell
mcp	Serve the commands as tools of the Model Context Protocol, on stdio
commands	The tree of commands, for machines
demo	A guided tour on the local service, in under a minute
help	help of a command or a topic'
    'contacts' = 'import	Import contacts from a CSV, JSON or Excel file
export	Write contacts as CSV or NDJSON
list	List contacts, oldest first
search	Search contacts by text and filters
show	Show one contact
create	Create one contact, or merge it with the one it matches
update	Change fields of one contact, or of many by a file
fields	The fields of contacts, custom and AI fields included
timeline	What happened to a contact
delete	Delete contacts permanently
duplicates	Contacts that share the same values'
    'contacts duplicates' = 'resolve	Merge the contacts of each group into one'
    'companies' = 'import	Import companies from a CSV, JSON or Excel file
export	Write companies as CSV or NDJSON
list	List companies, oldest first
search	Search companies by text and filters
show	Show one company
create	Create one company, or merge it with the one it matches
update	Change fields of one company, or of many by a file
fields	The fields of companies, custom and AI fields included'
    'list' = 'list	The lists of the workspace
create	Create a list
show	Show one list
add	Add contacts or companies to a list
remove	Remove contacts or companies from a list'
    'search' = 'save	Keep a search under a name, on this machine
list	List the saved searches
remove	Remove a saved search'
    'duplicates' = 'resolve	Merge the contacts of each group into one'
    'campaign' = 'init	Write a commented campaign file to start from
lint	Find everything that is wrong with campaign files
graph	Show a campaign as a tree, or as a picture
preview	Show each message as a contact would get it
create	Create a draft campaign from a file
list	The campaigns of the workspace, oldest first
show	Show one campaign
update	Change a draft campaign to what a file says
edit	Edit a draft campaign in your editor
clone	Clone a campaign into a new draft, without its contacts
export	Write a campaign as the file that would create it
status	Start, pause, resume or complete a campaign
contacts	Contacts of a campaign, and how far they are
add-contact	Add contacts to a campaign
add-list	Add every contact of a list to a campaign
owners	Who can own the tasks of a campaign
voices	Voices for voice messages'
    'workflow' = 'init	Write a commented workflow file to start from
lint	Find everything that is wrong with workflow files
graph	Show a workflow as a tree, or as a picture; with a run, how many records are where
blocks	The block catalogue, or one block with its inputs
fields	Fields that conditions can use, with operators and fixed values
validate	Ask the service whether a file, or a draft, can be published
create	Create a workflow from a file
list	The workflows you can see, oldest first
show	Show one workflow: its draft, and what is published
update	Change the draft of a workflow to what a file says
edit	Edit the draft of a workflow in your editor
export	Write a workflow as the file that would create it
publish	Publish the draft as the next version
run	Start a run of the published version
runs	The runs of a workflow, newest first
run-records	Records of a run: where each stands, and why it failed or was skipped
watch	Watch a run until it ends
status	Status of a run, and how many records are at which step
cancel	Cancel a run that has not ended
approve	Approve or reject records that wait in a run
trigger	Deliver a payload to the webhook of a workflow
disable	Stop the schedule of a workflow
enable	Bring the schedule of a workflow back'
    'ai' = 'variable	AI variables: research that becomes a field of contacts or companies
message	AI messages: list, show, create, update, delete
snippet	AI snippets: list, show, create, update, delete
template	Message templates: list, show, create, update, delete
folder	Folders of AI variables, messages, snippets and templates
tones	List the tones for AI messages and AI snippets
library	List public AI messages that campaign steps may use
lint	Find all problems in files of AI entities'
    'ai variable' = 'list	List the AI variables of the workspace, oldest first
show	Show one AI variable
create	Create an AI variable
update	Change an AI variable
delete	Delete an AI variable and its values on all records
archive	Archive an AI variable; its values are kept
unarchive	Restore an AI variable from the archive'
    'ai message' = 'list	List the AI messages of the workspace, oldest first
show	Show one AI message
create	Create an AI message
update	Change an AI message
delete	Delete an AI message that is not in use'
    'ai snippet' = 'list	List the AI snippets of the workspace, oldest first
show	Show one AI snippet
create	Create an AI snippet
update	Change an AI snippet
delete	Delete an AI snippet that is not in use'
    'ai template' = 'list	List the message templates of the workspace, oldest first
show	Show one message template
create	Create a message template
update	Change a message template
delete	Delete a message template that is not in use'
    'ai folder' = 'list	List the folders of one tree
show	Show one folder and its contents
create	Create a folder
move	Move a folder and its contents
rename	Rename a folder
delete	Delete a folder; its items and folders move up one level'
    'playbook' = 'show	Show the playbook or one section of it
export	Write the playbook as a file
lint	Find all problems in playbook files
diff	Show what applying a file would change
apply	Apply a playbook file to the workspace
edit	Edit the playbook in your editor'
    'social' = 'posts	List tracked posts with their metrics, newest first
show	Show one tracked post
react	Schedule reactions of identities to a post, spread over time'
    'finder' = 'preview	Turn the description of an audience into a search to review, refine and import
refine	Refine a preview by feedback; creates a new preview and keeps the original
results	List the records of a preview; imports nothing
import	Import the records of a preview into a list
filters	List the saved filters of the workspace'
    'action' = 'run	Run enrichment actions over contacts, companies or lists
status	Status of an enrichment run, or of the import of a preview
run-records	Records of an enrichment run: what came of each action, and why it failed or was skipped
watch	Watch a run, or the import of a preview, until it ends
types	The types of actions and all their options
lint	Find everything that is wrong with run files'
    'inbox' = 'threads	List conversations, newest message first
messages	Show the messages from and to a contact, oldest first
reply	Send a message to a contact
tags	List the tags of the inbox by name, or create one
tag	Add tags to contacts, or to their conversations with one sender
untag	Remove tags from contacts, or from their conversations with one sender
link	Create a link to a filtered inbox of the web app'
    'identity' = 'list	List the identities of the workspace
show	Show one identity
update	Change fields of an identity
signature	Show, replace or clear the signature of an identity
mailboxes	Mailboxes of an identity'
    'identity mailboxes' = 'list	List the mailboxes of an identity, the primary one first
add	Add an IMAP mailbox to an identity'
    'init' = 'outreach	Start a folder that holds a workspace as files'
    'auth' = 'login	Store an API key, after checking it with the service
status	Check the key and show its account
token	Print the key of a profile, for other programs
logout	Delete the stored key of a profile'
    'profile' = 'list	List the saved profiles
show	Show the settings in force and where each comes from
use	Make a profile the current one
set	Change a profile
sync	Adopt the names of the service where the public interface shows none
remove	Delete a profile and its key'
    'alias' = 'list	List the aliases
set	Give a command line a name of its own
remove	Remove an alias'
    'local' = 'status	Show what the local service holds, and where
clock	Show, freeze, set or advance the clock; it never goes back
fault	Make endpoints fail on purpose
key	Keys of the local service
emit	Simulate a contact who replies, opens, clicks, accepts or visits the website
grant	Give a user access to a workflow, or revoke it
feature	List the features of the workspace, or turn one on or off
campaign	Contacts of a campaign and their progress
log	List the requests that the service received, newest first
seed	Load the sample workspace; keeps existing records
snapshot	Write the whole store to a file
backup	Copy the whole store to its folder of backups; the newest three are kept
restore	Replace the whole store by a snapshot or its newest backup
check	Look for damage in the store of the local service
reset	Start over, with the sample workspace or empty'
    'local fault' = 'add	Make an endpoint fail
list	List the faults in force
clear	Remove all faults'
    'local key' = 'create	Create a key with selected scopes
list	List the keys, without their values
revoke	Revoke a key'
    'completion' = 'bash	Print the completion script for bash
zsh	Print the completion script for zsh
fish	Print the completion script for fish
powershell	Print the completion script for powershell
install	Install the script where the shell finds it'
    'help' = 'import	importing contacts and companies from CSV, JSON and Excel
campaigns	campaigns: write, check, preview, create, rehearse
workflows	workflows: write, check, publish, run, watch
outreach-as-code	a workspace as a folder of files in Git
ai	the playbook, AI variables, messages, snippets, templates
finder	finding people and companies, and enriching them
inbox	inbox, identities, social posts
local-service	the service on this machine: clock, faults, snapshots
many-machines	several servers on a PostgreSQL
ci	reach in CI
scripting	reach in scripts and pipes, and as tools of assistants
configuration	profiles, environment, completion, manual pages
troubleshooting	what to do when something is wrong
exit-codes	what each exit code means
environment	environment variables
output	tables, JSON and the rest
files	where reach keeps its files
contacts	Import, export, search and merge contacts
companies	Import, export and search companies
list	Lists of contacts and companies
search	Saved searches of contacts and companies, kept on this machine
duplicates	Contacts that share the same values (contacts duplicates)
campaign	Outreach campaigns: write, check, draw, preview
workflow	Workflows: write, check, publish, run, watch
ai	AI variables, messages, snippets, templates and their folders
playbook	The AI playbook: show, edit, compare, apply
social	Posts with their metrics, and reactions to them
finder	Find people and companies by describing them
action	Enrichment runs: find, verify, look up, sync with the CRM
inbox	Conversations: read, reply, tag, link into the web app
identity	Sender identities, their signatures and mailboxes
pull	Write a workspace into an outreach folder
plan	Show what applying an outreach folder would do
apply	Bring an outreach folder into a workspace
lint	Find everything that is wrong with an outreach folder
init	Start an outreach folder
auth	Log in, check the key, log out
profile	Saved profiles: several workspaces, each with its address and key
alias	Words of your own for command lines
serve	Run the local service on a socket
local	Control the local service: clock, faults, keys, snapshots
api	Send any request, with the key, pace and retries of the profile
open	Open a record in the web app
schema	JSON Schema of files, for editors
doctor	Look for what could be wrong: configuration, key, clock, service
completion	Completion for bash, zsh, fish and PowerShell
mcp	Serve the commands as tools of the Model Context Protocol, on stdio
commands	The tree of commands, for machines
demo	A guided tour on the local service, in under a minute'
}
$script:reachOptions = @{
    'contacts import' = '--dry-run	do everything except sending
-y	do not ask for confirmation
--yes	do not ask for confirmation
--map	field of a column; ''Header='' leaves it out, ''Header#2='' is the second of that name
--custom	a column as custom field; without a header: all that match no field
--mapping	a saved mapping; none = not even the one saved for these columns
--save-mapping	save the mapping for further files with these columns
--skip-lines	lines above the header, in place of those detected
--sheet	of a workbook, in place of its first sheet
--delimiter	in place of the one detected: a character, or comma, semicolon, tab, bar
--encoding	in place of the one detected: utf-8, utf-16le, windows-1252, …
--list	list to add the contacts to
--create-list	create the list if it does not exist
--no-merge	always create, never merge
--update	update the records of the ids even if they look like others
--no-update	create or merge rows that have an id, as all others
--limit	only the first rows
--max-errors	stop once more rows than this were not imported
--against	with --dry-run: ask the service on this machine (local) or that of the profile (current) what would change
--results	every row: line, status, id, outcome …; csv, or ndjson by its extension
--rejects	rows that were not imported, with _line and _error; fix them and import the file
--resume	resume an import that was not finished
--settle-now	do not wait for lost requests that may still arrive: rows not found are uncertain
--resend-uncertain	send the uncertain rows of this import, unless they are found
--again	send a file that was imported before
--new	start over, whatever is unfinished
--history	list past imports
--rate	in place of the documented rate, such as 30/60s
--parallel	bulks in flight at once (4)'
    'contacts export' = '--include	keep what matches; repeatable (same name: one of these)
--exclude	drop what matches; repeatable
--filters	YAML or JSON with include and exclude, in the value shapes of the API
--list	only contacts of this list
--where	field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable
--search	a saved search (reach search save)
--file	write to a file instead of stdout
--format	default: by the extension of the file, else csv
--custom	include custom and AI fields
--bom	begin with a byte order mark, for Excel
--no-guard	leave cells that look like formulas as they are
--limit	at most this many (all)'
    'contacts list' = '--list	only contacts of this list
--actions	only contacts that an enrichment run or import worked on or added
--where	field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable
--search	a saved search (reach search save)
--limit	at most this many (100; 0 = all)
--all	everything'
    'contacts search' = '--include	keep what matches; repeatable (same name: one of these)
--exclude	drop what matches; repeatable
--filters	YAML or JSON with include and exclude, in the value shapes of the API
--list	only contacts of this list
--where	field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable
--search	a saved search (reach search save)
--limit	at most this many (100; 0 = all)
--all	everything'
    'contacts show' = '--web	open it in the web app instead; in a pipe, print the link
--full	include lists, campaigns and conversations'
    'contacts create' = '--dry-run	print the requests instead of sending them
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--custom	create the custom fields that do not exist yet
--list	list to add it to
--no-merge	always create, never merge'
    'contacts update' = '--dry-run	print the request instead of sending it; with --csv, look up every record and change none
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--custom	create the custom fields that do not exist yet
--csv	a row for each record: CSV, JSON or Excel, also .gz (- = standard input)
--by	what names the record of a row: id or email
--map	field of a column, as in import; repeatable
--mapping	a saved mapping; none = not even the one saved for these columns
--skip-lines	lines above the header, in place of those detected
--sheet	of a workbook, in place of its first sheet
--delimiter	in place of the one detected
--encoding	in place of the one detected
--limit	only the first rows
--max-errors	stop once more rows than this were not done
--results	every row: line, status, id, error; csv, or ndjson by its extension
--rejects	rows that were not done, with _line and _error
--resume	continue what was not finished
--again	do it again with a file that was done before
--new	start over, whatever is unfinished
--rate	in place of the documented rate, such as 30/60s
--parallel	requests in flight at once (4)
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'contacts delete' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them
--csv	a row for each record: CSV, JSON or Excel, also .gz (- = standard input)
--by	what names the record of a row: id or email
--map	field of a column, as in import; repeatable
--mapping	a saved mapping; none = not even the one saved for these columns
--skip-lines	lines above the header, in place of those detected
--sheet	of a workbook, in place of its first sheet
--delimiter	in place of the one detected
--encoding	in place of the one detected
--limit	only the first rows
--max-errors	stop once more rows than this were not done
--results	every row: line, status, id, error; csv, or ndjson by its extension
--rejects	rows that were not done, with _line and _error
--resume	continue what was not finished
--again	do it again with a file that was done before
--new	start over, whatever is unfinished
--rate	in place of the documented rate, such as 30/60s
--parallel	requests in flight at once (4)'
    'contacts duplicates' = '--by	1 to 5 of fullName, professionalEmail, networkUrl, contactCRMId, leadCRMId
--list	only groups that touch this list
--limit	at most this many (100; 0 = all)
--all	everything'
    'contacts duplicates resolve' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them
--by	1 to 5 of fullName, professionalEmail, networkUrl, contactCRMId, leadCRMId
--list	only groups that touch this list
--limit	at most this many (100; 0 = all)
--all	everything
--keep	which contact stays: oldest, newest or most-complete
--plan	write what is proposed to a CSV file instead of doing it
--apply-plan	do what a plan says
--undo	where to save the contacts that are deleted
--no-lists	do not add the contacts that stay to the lists of the others
--no-campaigns	do not add them to their campaigns, where they start at the first step
--resume	continue the merge that was not finished
--new	start over, whatever is unfinished'
    'companies import' = '--dry-run	do everything except sending
-y	do not ask for confirmation
--yes	do not ask for confirmation
--map	field of a column; ''Header='' leaves it out, ''Header#2='' is the second of that name
--custom	a column as custom field; without a header: all that match no field
--mapping	a saved mapping; none = not even the one saved for these columns
--save-mapping	save the mapping for further files with these columns
--skip-lines	lines above the header, in place of those detected
--sheet	of a workbook, in place of its first sheet
--delimiter	in place of the one detected: a character, or comma, semicolon, tab, bar
--encoding	in place of the one detected: utf-8, utf-16le, windows-1252, …
--list	list to add the companies to
--create-list	create the list if it does not exist
--no-merge	always create, never merge
--update	update the records of the ids even if they look like others
--no-update	create or merge rows that have an id, as all others
--limit	only the first rows
--max-errors	stop once more rows than this were not imported
--against	with --dry-run: ask the service on this machine (local) or that of the profile (current) what would change
--results	every row: line, status, id, outcome …; csv, or ndjson by its extension
--rejects	rows that were not imported, with _line and _error; fix them and import the file
--resume	resume an import that was not finished
--settle-now	do not wait for lost requests that may still arrive: rows not found are uncertain
--resend-uncertain	send the uncertain rows of this import, unless they are found
--again	send a file that was imported before
--new	start over, whatever is unfinished
--history	list past imports
--rate	in place of the documented rate, such as 30/60s
--parallel	bulks in flight at once (4)'
    'companies export' = '--include	keep what matches; repeatable (same name: one of these)
--exclude	drop what matches; repeatable
--filters	YAML or JSON with include and exclude, in the value shapes of the API
--list	only companies of this list
--where	field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable
--search	a saved search (reach search save)
--file	write to a file instead of stdout
--format	default: by the extension of the file, else csv
--custom	include custom and AI fields
--bom	begin with a byte order mark, for Excel
--no-guard	leave cells that look like formulas as they are
--limit	at most this many (all)'
    'companies list' = '--list	only companies of this list
--actions	only companies that an enrichment run or import worked on or added
--where	field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable
--search	a saved search (reach search save)
--limit	at most this many (100; 0 = all)
--all	everything'
    'companies search' = '--include	keep what matches; repeatable (same name: one of these)
--exclude	drop what matches; repeatable
--filters	YAML or JSON with include and exclude, in the value shapes of the API
--list	only companies of this list
--where	field~text, field!=value, field>n, field=a..b, field=last-30d; repeatable
--search	a saved search (reach search save)
--limit	at most this many (100; 0 = all)
--all	everything'
    'companies show' = '--web	open it in the web app instead; in a pipe, print the link'
    'companies create' = '--dry-run	print the requests instead of sending them
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--custom	create the custom fields that do not exist yet
--list	list to add it to
--no-merge	always create, never merge'
    'companies update' = '--dry-run	print the request instead of sending it; with --csv, look up every record and change none
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--custom	create the custom fields that do not exist yet
--csv	a row for each record: CSV, JSON or Excel, also .gz (- = standard input)
--by	what names the record of a row: id
--map	field of a column, as in import; repeatable
--mapping	a saved mapping; none = not even the one saved for these columns
--skip-lines	lines above the header, in place of those detected
--sheet	of a workbook, in place of its first sheet
--delimiter	in place of the one detected
--encoding	in place of the one detected
--limit	only the first rows
--max-errors	stop once more rows than this were not done
--results	every row: line, status, id, error; csv, or ndjson by its extension
--rejects	rows that were not done, with _line and _error
--resume	continue what was not finished
--again	do it again with a file that was done before
--new	start over, whatever is unfinished
--rate	in place of the documented rate, such as 30/60s
--parallel	requests in flight at once (4)
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'list list' = '--entity	what it holds
--limit	at most this many (100; 0 = all)
--all	everything'
    'list create' = '--dry-run	print the requests instead of sending them
--entity	what it holds'
    'list show' = '--web	open it in the web app instead; in a pipe, print the link'
    'list add' = '--dry-run	print the requests instead of sending them
--contacts	contact ids, separated by commas (- = standard input)
--companies	company ids, separated by commas (- = standard input)'
    'list remove' = '--dry-run	print the requests instead of sending them
--contacts	contact ids, separated by commas (- = standard input)
--companies	company ids, separated by commas (- = standard input)'
    'search save' = '--companies	a search of companies instead of contacts
--text	words to find
--where	a condition, as contacts search takes it; repeatable
--include	a filter of the API; repeatable
--exclude	a filter of the API; repeatable
--list	only records of this list'
    'duplicates' = '--by	1 to 5 of fullName, professionalEmail, networkUrl, contactCRMId, leadCRMId
--list	only groups that touch this list
--limit	at most this many (100; 0 = all)
--all	everything'
    'duplicates resolve' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them
--by	1 to 5 of fullName, professionalEmail, networkUrl, contactCRMId, leadCRMId
--list	only groups that touch this list
--limit	at most this many (100; 0 = all)
--all	everything
--keep	which contact stays: oldest, newest or most-complete
--plan	write what is proposed to a CSV file instead of doing it
--apply-plan	do what a plan says
--undo	where to save the contacts that are deleted
--no-lists	do not add the contacts that stay to the lists of the others
--no-campaigns	do not add them to their campaigns, where they start at the first step
--resume	continue the merge that was not finished
--new	start over, whatever is unfinished'
    'campaign init' = '--no-schema	leave out the schema and the line that refers to it
--force	replace a file that exists'
    'campaign lint' = '--online	check against the workspace what the files refer to
--format	how problems are printed
--strict	exit 1 on warnings, too
--max-problems	problems to print per file; 0 = all'
    'campaign graph' = '--format	how it is drawn'
    'campaign preview' = '--contact	contacts of the service, separated by commas (- = standard input)
--csv	a CSV file with contacts (- = standard input)
--map	the field of a column; repeatable
--limit	at most this many contacts (of a file 3; 0 = all)
--all	every contact'
    'campaign create' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-y	do not ask for confirmation
--yes	do not ask for confirmation
--again	create it even if it was created before'
    'campaign list' = '--status	only with this status
--limit	at most this many (100; 0 = all)
--all	everything'
    'campaign show' = '--web	open it in the web app instead; in a pipe, print the link'
    'campaign update' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'campaign edit' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
--input	take the edited text from a file instead of an editor (- = standard input)'
    'campaign clone' = '--dry-run	print the requests instead of sending them
--name	name of the clone'
    'campaign export' = '--file	write to this file, atomically
--no-schema	leave out the schema and the line that refers to it'
    'campaign status' = '--dry-run	print the requests instead of sending them
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'campaign contacts' = '--status	only contacts with this status (local service)
--limit	at most this many (100; 0 = all)
--all	everything'
    'campaign add-contact' = '--dry-run	print the requests instead of sending them
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'campaign add-list' = '--dry-run	print the requests instead of sending them
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'workflow init' = '--no-schema	leave out the schema and the line that refers to it
--force	replace a file that exists'
    'workflow lint' = '--online	check against the workspace what the files refer to
--publish	as publishing checks them: nothing may be left open
--format	how problems are printed
--strict	exit 1 on warnings, too
--max-problems	problems to print per file; 0 = all'
    'workflow graph' = '--format	how it is drawn
--run	the version that this run executed, with its counts'
    'workflow blocks' = '--online	ask the service on this machine, too'
    'workflow fields' = '--entity	only fields of this kind of record
--offline	do not ask the workspace'
    'workflow validate' = '--draft	check the file as a draft, which may be incomplete
--resolved	print a file without errors, with the inputs that its import sources stand for'
    'workflow create' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-y	do not ask for confirmation
--yes	do not ask for confirmation
--secret-file	write the secret of the webhook to this file, readable only by you
--show-secret	print the secret of the webhook with the rest'
    'workflow list' = '--search	only with this in their name
--status	only with this status
--limit	at most this many (100; 0 = all)
--all	everything'
    'workflow show' = '--web	open it in the web app instead; in a pipe, print the link
--published-version	plan and trigger of this version instead of the draft'
    'workflow update' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-y	do not ask for confirmation
--yes	do not ask for confirmation
--create	create it if no workflow has this name
--revision	refuse if the draft has another revision (default: the one that is read)
--secret-file	write the secret of the webhook to this file, readable only by you
--show-secret	print the secret of the webhook with the rest'
    'workflow edit' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
--input	take the edited text from a file instead of an editor (- = standard input)'
    'workflow export' = '--file	write to this file, atomically
--no-schema	leave out the schema and the line that refers to it
--published-version	this version instead of the draft'
    'workflow publish' = '--dry-run	print the requests instead of sending them
--revision	refuse if the draft has another revision
--if-changed	publish only if the draft differs from the published version
--secret-file	write the secret of the webhook to this file, readable only by you
--show-secret	print the secret of the webhook with the rest'
    'workflow run' = '--dry-run	print the requests instead of sending them
-y	do not ask for confirmation
--yes	do not ask for confirmation
-f	one of the accepted keys, such as leadIds=1,2; repeatable
--field	one of the accepted keys, such as leadIds=1,2; repeatable
--input	the same, or a JSON or YAML object (- = standard input)
--input-file	such an object, whatever the name of the file
--watch	watch the run until it ends
--exit-status	exit 1 if it ends FAILED or CANCELLED
--timeout	stop watching after this time, with exit 8
--interval	the longest pause between two requests (2s)'
    'workflow runs' = '--status	only with this status
--trigger	only started by this
--limit	at most this many (100; 0 = all)
--all	everything'
    'workflow run-records' = '--status	only with this status: pending, waiting, succeeded, failed, skipped, cancelled
--step	only records that stand at this step, or ended there
--limit	at most this many (100; 0 = all)
--all	everything'
    'workflow watch' = '--exit-status	exit 1 if it ends FAILED or CANCELLED
--timeout	stop watching after this time, with exit 8
--interval	the longest pause between two requests (2s)'
    'workflow status' = '--web	open it in the web app instead; in a pipe, print the link
--exit-status	exit 1 if it ended FAILED or CANCELLED, 8 while it runs'
    'workflow cancel' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them'
    'workflow approve' = '--dry-run	print the requests instead of sending them
-y	do not ask for confirmation
--yes	do not ask for confirmation
--reject	reject instead of approving
--ids	only these records, separated by commas (- = standard input)'
    'workflow trigger' = '--dry-run	print the requests instead of sending them
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--secret-file	the secret of the webhook (- = standard input)
--watch	watch the run until it ends
--exit-status	exit 1 if it ends FAILED or CANCELLED
--timeout	stop watching after this time, with exit 8
--interval	the longest pause between two requests (2s)'
    'workflow disable' = '--dry-run	print the requests instead of sending them
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'workflow enable' = '--dry-run	print the requests instead of sending them
-y	do not ask for confirmation
--yes	do not ask for confirmation
--published-version	the schedule of this version'
    'ai variable list' = '--folder	only AI variables directly in this folder
--limit	at most this many (100; 0 = all)
--all	everything
--entity	only variables of contacts or of companies
--archived	include archived variables'
    'ai variable show' = '--web	open it in the web app instead; in a pipe, print the link'
    'ai variable create' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--prompt-file	the prompt, taken as it is (- = standard input)'
    'ai variable update' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--prompt-file	the prompt, taken as it is (- = standard input)'
    'ai variable delete' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them'
    'ai variable archive' = '--dry-run	print the requests instead of sending them'
    'ai variable unarchive' = '--dry-run	print the requests instead of sending them'
    'ai message list' = '--folder	only AI messages directly in this folder
--limit	at most this many (100; 0 = all)
--all	everything
--channel	only messages of this channel'
    'ai message show' = '--web	open it in the web app instead; in a pipe, print the link'
    'ai message create' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--prompt-file	the prompt, taken as it is (- = standard input)'
    'ai message update' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--prompt-file	the prompt, taken as it is (- = standard input)'
    'ai message delete' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them'
    'ai snippet list' = '--folder	only AI snippets directly in this folder
--limit	at most this many (100; 0 = all)
--all	everything'
    'ai snippet show' = '--web	open it in the web app instead; in a pipe, print the link'
    'ai snippet create' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--prompt-file	the prompt, taken as it is (- = standard input)'
    'ai snippet update' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--prompt-file	the prompt, taken as it is (- = standard input)'
    'ai snippet delete' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them'
    'ai template list' = '--folder	only message templates directly in this folder
--limit	at most this many (100; 0 = all)
--all	everything'
    'ai template show' = '--web	open it in the web app instead; in a pipe, print the link'
    'ai template create' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--message-file	a message, taken as it is (- = standard input); repeatable'
    'ai template update' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--message-file	a message, taken as it is (- = standard input); repeatable'
    'ai template delete' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them'
    'ai folder show' = '--web	open it in the web app instead; in a pipe, print the link'
    'ai folder create' = '--dry-run	print the requests instead of sending them
--in	parent folder'
    'ai folder move' = '--dry-run	print the requests instead of sending them
--to	new parent folder
--top	move it to the top level'
    'ai folder rename' = '--dry-run	print the requests instead of sending them'
    'ai folder delete' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them'
    'ai lint' = '--kind	kind of the files
--online	look up in the workspace what the files refer to
--format	how problems are printed
--strict	exit 1 on warnings, too
--max-problems	problems to print per file; 0 = all'
    'playbook export' = '--file	write to this file, atomically
--no-schema	leave out the schema and the line that refers to it'
    'playbook lint' = '--format	how problems are printed
--strict	exit 1 on warnings, too
--max-problems	problems to print per file; 0 = all'
    'playbook diff' = '--prune	include the removal of items that the file does not list
--exit-code	exit 1 if there are changes'
    'playbook apply' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
--prune	in the sections of the file, remove items that it does not list
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'playbook edit' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
--prune	remove items that are no longer in the text; without it, --yes keeps them
-y	do not ask for confirmation
--yes	do not ask for confirmation
--input	take the edited text from a file instead of an editor (- = standard input)'
    'social posts' = '--identity	only posts of this identity: name, email or ids separated by commas; repeatable
--since	posted on or after this UTC day
--until	posted on or before this UTC day
--reposts	include reposts
--sort	sort by this metric, highest first
--chart	bars instead of columns of numbers
--limit	at most this many (100; 0 = all)
--all	everything'
    'social show' = '--web	open it in the web app instead; in a pipe, print the link'
    'social react' = '--dry-run	print the requests instead of sending them
--amount	this many random identities
--identities	exactly these: a name, an email or ids separated by commas; repeatable
--types	separated by commas: LIKE, PRAISE, EMPATHY, INTEREST, APPRECIATION, ENTERTAINMENT (LIKE)
--include-author	the author may react, too
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'finder preview' = '--dry-run	print the requests instead of sending them
--saved-filter	a saved filter instead of a text
--provider	where to search (AUTO)
--identity	search as this identity
--workflow	print it as part of a workflow file
--max	with --workflow: at most this many records per run'
    'finder refine' = '--dry-run	print the requests instead of sending them'
    'finder results' = '--limit	at most this many (25; 0 = all)
--all	all available records
--page	only this page
--page-size	records on that page (25)'
    'finder import' = '--dry-run	print the requests instead of sending them
--list	the target list
--create-list	create it if it does not exist
--max	at most this many: 100 to 2500, in steps of 100 (100)
--watch	wait until it ends
--exit-status	exit 1 if it ends other than COMPLETED
--timeout	stop watching after this time, with exit 8
--interval	the longest pause between two requests (2s)'
    'finder filters' = '--type	only filters of this type
--limit	at most this many (100; 0 = all)
--all	everything'
    'action run' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
--type	an action; repeatable
--option	an option of the type before it (name:=json for JSON); repeatable
--list	a list of contacts or companies; repeatable
--contacts	contact ids, separated by commas (- = standard input)
--companies	company ids, separated by commas (- = standard input)
--watch	wait until it ends
--exit-status	exit 1 if it ends other than COMPLETED
--timeout	stop watching after this time, with exit 8
--interval	the longest pause between two requests (2s)'
    'action run-records' = '--status	only with this status: pending, completed, failed, skipped, cancelled
--limit	at most this many (100; 0 = all)
--all	everything'
    'action watch' = '--exit-status	exit 1 if it ends other than COMPLETED
--timeout	stop watching after this time, with exit 8
--interval	the longest pause between two requests (2s)'
    'action lint' = '--format	how problems are printed
--strict	exit 1 on warnings, too
--max-problems	problems to print per file; 0 = all'
    'inbox threads' = '--search	text of the contact, its company or a message
--unread	only with unread messages
--from	only with this sender: name, email or id
--contact	only of this contact: id, email or name
--channel	network, email, whatsapp, task
--status	paused, active, completed
--tag	only with this tag; repeat it for any of several
--archived	archived conversations instead
--limit	at most this many (100; 0 = all)
--all	everything'
    'inbox messages' = '--web	open it in the web app instead; in a pipe, print the link
--from	only with this sender: name, email or id
--channel	network, email, whatsapp, task
--limit	at most this many (100; 0 = all)
--all	everything'
    'inbox reply' = '--dry-run	print the requests instead of sending them
--from	sender: name, email or id (the sender of the last conversation)
--file	take the text from a file (- = standard input)
--subject	subject of the first email of a conversation
--channel	network, email, whatsapp (the channel of the last conversation)
--attach	URL or storage key of an attachment
--attach-name	name of the attachment
--content-type	type of the attachment: audio, image, file, video
--request-id	id of an earlier attempt, or your own
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'inbox tags' = '--dry-run	print the requests instead of sending them
--create	create a tag with this name (up to 50 characters)
--color	colour of the new tag, such as #2563eb
--limit	at most this many (100; 0 = all)
--all	everything'
    'inbox tag' = '--dry-run	print the requests instead of sending them
--tag	the tag; repeatable
--from	only conversations with this sender: name, email or id
--new	start over instead of continuing an interrupted command
--rate	another rate, such as 30/60s
--create	create the tag if it does not exist'
    'inbox untag' = '--dry-run	print the requests instead of sending them
--tag	the tag; repeatable
--from	only conversations with this sender: name, email or id
--new	start over instead of continuing an interrupted command
--rate	another rate, such as 30/60s'
    'inbox link' = '--folder	received, unread, sent, scheduled, ai_draft, tags (received)
--channel	network, email, whatsapp, task; repeatable, or separated by commas
--tag	with this tag; repeatable
--tag-folder	with a tag of this folder
--untagged	include conversations without a tag
--contacts	of these contacts: ids separated by commas, a name, an email (- = ids on standard input); repeatable
--contact	open the conversation of this contact: id, email or name; to filter, use --contacts
--companies	of contacts at these companies: ids, a name, a domain; repeatable
--campaign	of this campaign; repeatable
--from	with this sender: name, email or id; repeatable
--status	paused, active, completed; as --channel
--icp	high, medium, low, disqualified, missing_data; as --channel
--archived	only archived conversations
--no-archived	no archived conversations
--since	with messages since then
--until	with messages until then
--open	open it in the browser'
    'identity list' = '--limit	at most this many (100; 0 = all)
--all	everything'
    'identity show' = '--web	open it in the web app instead; in a pipe, print the link'
    'identity update' = '--dry-run	print the requests instead of sending them
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)'
    'identity signature' = '--dry-run	print the requests instead of sending them
--file	replace it by the HTML of a file (- = standard input)
--edit	change it in your editor
--clear	remove it
--html	print the HTML'
    'identity mailboxes add' = '--dry-run	print the requests instead of sending them
--imap	server for incoming email (port 993)
--smtp	server for outgoing email (port 587)
--primary	make it the primary mailbox
--password-stdin	read the password from standard input'
    'pull' = '--dry-run	print the requests instead of sending them
--merge	merge changes of both sides; conflicts are marked in the file (exit 1)
--force	the workspace wins: changes made here and not applied are lost
--lock	the lock file to use: .reach/NAME.json (the name of the profile)'
    'plan' = '--exit-code	exit 1 if there is something to apply
--out	save the plan; apply FILE refuses it once it is out of date
--target	only this resource, such as campaign/Welcome; repeatable
--prune	delete resources that were applied from here and are no longer in any file
--overwrite	overwrite changes made in the workspace
--clone-running	create a new draft beside a campaign that is no longer a draft
--lock	the lock file to use: .reach/NAME.json (the name of the profile)'
    'apply' = '--dry-run	print the requests instead of sending them
--strict	refuse what the checks only warn of, too
--no-check	send it whatever the checks find
--folder	the outreach folder (the current folder, or outreach in it)
--target	only this resource, such as campaign/Welcome; repeatable
--prune	delete resources that were applied from here and are no longer in any file
--overwrite	overwrite changes made in the workspace
--clone-running	create a new draft beside a campaign that is no longer a draft
--lock	the lock file to use: .reach/NAME.json (the name of the profile)
-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'lint' = '--format	how problems are printed
--strict	exit 1 on warnings, too
--max-problems	problems to print per file; 0 = all'
    'init outreach' = '--force	replace existing files'
    'auth login' = '--base-url	address of the service
--key-stdin	read the key from standard input
--keychain	keep the key in the keychain of the operating system (REACH_KEYCHAIN)
--no-keychain	keep the key in the configuration file'
    'profile set' = '--base-url	address of the service; another host needs a new login
--keychain	move the key to the keychain of the operating system
--no-keychain	move the key to the configuration file
--path	path of a request that the interface does not show
--field	name of a field or parameter that the interface does not show
--default-output	default of --output'
    'profile sync' = '--accept	use proposed names: asks for each, or takes names, or all
--forget	use the names of reach again
--dry-run	show the names without changing the profile'
    'profile remove' = '-y	do not ask for confirmation
--yes	do not ask for confirmation'
    'serve' = '--host	address to bind; beyond this machine with --tls-cert or --insecure
--port	0 selects a free port
--data	folder of the store (that of profile local)
--ephemeral	keep nothing
--database	a PostgreSQL as the store, for several servers (REACH_DATABASE_URL)
--pool-size	connections to the database, for requests
--workers	threads for background work; 0: it only answers requests
--workers-only	do background work alone; answers only /healthz, /livez, /metrics and /_local
--metrics	offer /metrics, for Prometheus
--empty	create a new store without the sample workspace
--rate-limits	the documented rates, none, or N times them
--backup-every	how old the newest backup of a store that changes may become; 0 makes none
--admin	allow /_local over the socket, with the admin token
--require-webhook-signature	refuse webhook deliveries without a timed signature
--tls-cert	serve https with this certificate (PEM)
--tls-key	its private key (PEM)
--insecure	allow plain http beyond this machine: keys travel unencrypted
--public-url	where others reach it: webhook addresses begin with it
--app-url	where browsers reach its pages: links of records begin with it
--no-pages	answer only the API, without pages for a browser'
    'local clock' = '--dry-run	print the requests instead of sending them
--advance	such as 90s, 2h or 3d
--set	a time that is not in its past, such as 2026-12-01T09:00:00Z
--freeze	stop the clock
--unfreeze	start it again'
    'local fault add' = '--dry-run	print the requests instead of sending them
--times	number of requests that fail (all)
--probability	probability of a failure, from 0 to 1
--seed	the same seed fails the same requests
--status	answer with this status
--header	add this header to the answer; repeatable
--body	answer with this body
--truncate	cut the body in half
--latency	wait before answering
--drop	cut the connection before or after the request is applied'
    'local fault clear' = '--dry-run	print the requests instead of sending them'
    'local key create' = '--dry-run	print the requests instead of sending them
--scopes	separated by commas; empty = every request is denied
--name	its name in the log
--workspace	its workspace; created if it does not exist
--user	its user, a member; created if it does not exist (the admin)
--identities	the user sees only posts of these identities; separated by commas'
    'local key revoke' = '--dry-run	print the requests instead of sending them'
    'local emit' = '--dry-run	print the requests instead of sending them
--text	text of a reply (- = standard input)
--subject	subject of a reply by email
--from	the identity concerned (the sender of the last conversation)
--channel	network, email, whatsapp (the channel of the last conversation)
--company	company of a visit, instead of a contact: id, name or domain
--url	page of a visit'
    'local grant' = '--dry-run	print the requests instead of sending them
--take-back	revoke the access'
    'local feature' = '--dry-run	print the requests instead of sending them'
    'local campaign' = '--status	only contacts with this status
--limit	at most this many (100; 0 = all)
--all	everything'
    'local log' = '--limit	at most this many (100; 0 = all)
--all	everything'
    'local seed' = '--dry-run	print the requests instead of sending them'
    'local snapshot' = '--dry-run	print the requests instead of sending them'
    'local backup' = '--dry-run	print the requests instead of sending them'
    'local restore' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them
--latest	the newest backup that is not damaged
--data	folder of a reach serve --data, which must not be running'
    'local check' = '--data	folder of a reach serve --data, which must not be running'
    'local reset' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them
--empty	without the sample workspace'
    'api' = '--dry-run	print the requests instead of sending them
-f	a field as text; repeatable
--field	a field as text; repeatable
-F	a field as JSON: number, boolean, null, list; repeatable
--field-json	a field as JSON: number, boolean, null, list; repeatable
--input	a JSON or YAML object with fields (- = standard input)
--paginate	request all pages of a GET and print their records
-i	print status and headers before the body
--include	print status and headers before the body'
    'open' = '--for	how long the local service shows it, such as 10m
--print	print the link instead'
    'completion install' = '-y	do not ask for confirmation
--yes	do not ask for confirmation
--dry-run	print the requests instead of sending them'
    'mcp' = '--skill	print a skill file (Markdown) for an assistant that has a shell, and end
--allow-writes	offer commands that write, too
--root	a folder whose files may be used; repeatable
--tools	offer only these: read, or groups such as contacts,campaign'
    'commands' = '--tree	one object with nested commands and the global options'
    'demo' = '-y	do not ask for confirmation
--yes	do not ask for confirmation'
}
$script:reachArguments = @{
    'contacts import/0' = 'file'
    'companies import/0' = 'file'
    'list show/0' = 'names:lists'
    'list add/0' = 'names:lists'
    'list remove/0' = 'names:lists'
    'search save/0' = 'names:searches'
    'search remove/0' = 'names:searches'
    'campaign init/0' = 'file'
    'campaign lint/+' = 'file'
    'campaign graph/0' = 'names:campaigns'
    'campaign preview/0' = 'names:campaigns'
    'campaign create/0' = 'file'
    'campaign show/0' = 'names:campaigns'
    'campaign update/0' = 'names:campaigns'
    'campaign update/1' = 'file'
    'campaign edit/0' = 'names:campaigns'
    'campaign clone/0' = 'names:campaigns'
    'campaign export/0' = 'names:campaigns'
    'campaign status/0' = 'names:campaigns'
    'campaign status/1' = 'words:DRAFT ACTIVE PAUSED COMPLETED'
    'campaign contacts/0' = 'names:campaigns'
    'campaign add-contact/0' = 'names:campaigns'
    'campaign add-list/0' = 'names:campaigns'
    'campaign add-list/1' = 'names:lists'
    'workflow init/0' = 'file'
    'workflow lint/+' = 'file'
    'workflow graph/0' = 'names:workflows'
    'workflow validate/0' = 'names:workflows'
    'workflow create/0' = 'file'
    'workflow show/0' = 'names:workflows'
    'workflow update/0' = 'file'
    'workflow update/1' = 'file'
    'workflow edit/0' = 'names:workflows'
    'workflow export/0' = 'names:workflows'
    'workflow publish/0' = 'names:workflows'
    'workflow run/0' = 'names:workflows'
    'workflow runs/0' = 'names:workflows'
    'workflow trigger/0' = 'names:workflows'
    'workflow disable/0' = 'names:workflows'
    'workflow enable/0' = 'names:workflows'
    'ai variable show/0' = 'names:variables'
    'ai variable update/0' = 'names:variables'
    'ai variable delete/0' = 'names:variables'
    'ai variable archive/0' = 'names:variables'
    'ai variable unarchive/0' = 'names:variables'
    'ai message show/0' = 'names:messages'
    'ai message update/0' = 'names:messages'
    'ai message delete/0' = 'names:messages'
    'ai snippet show/0' = 'names:snippets'
    'ai snippet update/0' = 'names:snippets'
    'ai snippet delete/0' = 'names:snippets'
    'ai template show/0' = 'names:templates'
    'ai template update/0' = 'names:templates'
    'ai template delete/0' = 'names:templates'
    'ai folder list/0' = 'words:contacts companies ai-messages ai-snippets message-templates'
    'ai folder show/0' = 'words:contacts companies ai-messages ai-snippets message-templates'
    'ai folder create/0' = 'words:contacts companies ai-messages ai-snippets message-templates'
    'ai folder move/0' = 'words:contacts companies ai-messages ai-snippets message-templates'
    'ai folder rename/0' = 'words:contacts companies ai-messages ai-snippets message-templates'
    'ai folder delete/0' = 'words:contacts companies ai-messages ai-snippets message-templates'
    'ai lint/+' = 'file'
    'playbook show/0' = 'words:company productsServices idealCustomerProfiles competitors testimonials faqs idealCompanies'
    'playbook lint/+' = 'file'
    'playbook diff/0' = 'file'
    'playbook apply/0' = 'file'
    'action run/0' = 'file'
    'action lint/+' = 'file'
    'identity show/0' = 'names:identities'
    'identity update/0' = 'names:identities'
    'identity signature/0' = 'names:identities'
    'identity mailboxes list/0' = 'names:identities'
    'identity mailboxes add/0' = 'names:identities'
    'pull/0' = 'folder'
    'plan/0' = 'folder'
    'apply/0' = 'file'
    'lint/0' = 'folder'
    'init outreach/0' = 'folder'
    'profile use/0' = 'names:profiles'
    'profile set/0' = 'names:profiles'
    'profile remove/0' = 'names:profiles'
    'local emit/0' = 'words:reply visit open click view accept complete'
    'local grant/0' = 'names:workflows'
    'local feature/1' = 'words:on off'
    'local campaign/0' = 'names:campaigns'
    'local snapshot/0' = 'file'
    'local restore/0' = 'file'
    'open/0' = 'words:contact company list campaign workflow run identity post thread ai-variable ai-message ai-snippet template contacts companies lists campaigns workflows runs identities posts threads ai-variables ai-messages ai-snippets templates home inbox outbox social playbook ai finder actions queue log'
    'schema/0' = 'words:campaign workflow list outreach action playbook ai-variable ai-message ai-snippet template'
    'completion install/0' = 'words:bash zsh fish powershell'
}
$script:reachCommon = '--profile	profile to use (REACH_PROFILE)
-o	table|wide|json|ndjson|csv|yaml|markdown|id (REACH_OUTPUT)
--output	table|wide|json|ndjson|csv|yaml|markdown|id (REACH_OUTPUT)
--json	the same as --output json
--fields	only these columns or keys
--jq	print what jq makes of the JSON
--template	print this for each record: "{{firstName}} {{company.name}}"
--no-input	never ask; fail where an answer is missing (REACH_NO_INPUT)
--no-color	no colour (NO_COLOR)
--no-pager	no pager for long output (REACH_PAGER)
-q	no notes and no progress on stderr
--quiet	no notes and no progress on stderr
--debug	print each request on stderr, without secrets
--request-timeout	deadline of one request with its retries (60s)
--max-retries	retries of a request that is safe to repeat (4)
-h	this help
--help	this help'

Register-ArgumentCompleter -Native -CommandName reach -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.Text -ne $wordToComplete } | ForEach-Object { "$_" })
  $at = ''; $count = 0; $open = ''
  for ($i = 1; $i -lt $words.Count; $i++) {
    $word = $words[$i]; $open = ''
    if ($word -like '-*') {
      if ($word -notlike '*=*') {
        $value = $script:reachValues["$at/$word"]
        if (-not $value) { $value = $script:reachValues["*/$word"] }
        if ($value) { $i++; if ($i -ge $words.Count) { $open = $value } }
      }
    } else {
      $next = $script:reachSubs["$at/$word"]
      if ($next) { $at = $next } else { $count++ }
    }
  }
  $slot = $open
  $lines = @()
  if (-not $slot) {
    if ($wordToComplete -like '-*') {
      $lines = @("$($script:reachOptions[$at])".Split("`n")) + $script:reachCommon.Split("`n")
    } elseif ($script:reachWords[$at]) {
      $lines = $script:reachWords[$at].Split("`n")
    } else {
      $slot = $script:reachArguments["$at/$count"]
      if (-not $slot) { $slot = $script:reachArguments["$at/+"] }
    }
  }
  if ($slot -like 'words:*') { $lines = $slot.Substring(6).Split(' ') }
  if ($slot -like 'list:*') {
    $before = $wordToComplete.Substring(0, $wordToComplete.LastIndexOf(',') + 1)
    $lines = @($slot.Substring(5).Split(' ') | ForEach-Object { "$before$_" })
  }
  if ($slot -like 'names:*') { $lines = @(reach completion names $slot.Substring(6) 2>$null) }
  # A word may be typed behind a quote; what replaces it has quotes of its own.
  $typed = $wordToComplete -replace '^["\u2018-\u201e'']', ''
  foreach ($line in $lines) {
    $word, $about = $line.Trim().Split("`t")
    if ($word -and $word.StartsWith($typed, [System.StringComparison]::OrdinalIgnoreCase)) {
      $text = if ($word -match '^[\w./:+=-]+$') { $word } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'" }
      [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $(if ($about) { $about } else { $word }))
    }
  }
}
