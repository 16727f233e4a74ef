package dashboard

import (
	"litmus/models/access"
)

// auditRoutes are the pages and files of the audit.
var auditRoutes = []route{
	get(auditPath, access.ActionReadAudit, listRequests),
	get("/dashboard/audit.csv", access.ActionReadAudit, auditCSV),
	get("/dashboard/audit/changes", access.ActionReadAudit, auditChanges),
	get("/dashboard/audit/changes.csv", access.ActionReadAudit, auditChangesCSV),
	get(requestsPath+"/{id}", access.ActionReadAudit, auditRequest),
}
