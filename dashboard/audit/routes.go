// Package audit has the pages of the audit: requests with keys, and changes.
package audit

import (
	"litmus/dashboard/internal/site"
	"litmus/models/access"
)

// Routes are the pages and files of the audit.
var Routes = []site.Route{
	site.Get(site.AuditPath, access.ActionReadAudit, listRequests),
	site.Get("/dashboard/audit.csv", access.ActionReadAudit, auditCSV),
	site.Get("/dashboard/audit/changes", access.ActionReadAudit, auditChanges),
	site.Get("/dashboard/audit/changes.csv", access.ActionReadAudit, auditChangesCSV),
	site.Get(site.RequestsPath+"/{id}", access.ActionReadAudit, auditRequest),
}
