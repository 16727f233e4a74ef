package dashboard

import "litmus/models"

// auditRoutes are the pages and files of the audit.
var auditRoutes = []route{
	get(auditPath, models.ActionReadAudit, listRequests),
	get("/dashboard/audit.csv", models.ActionReadAudit, auditCSV),
	get("/dashboard/audit/changes", models.ActionReadAudit, auditChanges),
	get("/dashboard/audit/changes.csv", models.ActionReadAudit, auditChangesCSV),
	get(requestsPath+"/{id}", models.ActionReadAudit, auditRequest),
}
