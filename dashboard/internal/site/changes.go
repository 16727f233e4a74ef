package site

import (
	"strconv"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/history"
)

// ChangeLine is a change as a list shows it.
type ChangeLine struct {
	models.Change
	By, Did string
	Path    string // page of what was changed, "" for none
	Request string // page of the request that changed it, "" for none
}

// ChangeLines are changes in words, with the zone and the links of the viewer.
func (v *Visit) ChangeLines(changes []models.Change) []ChangeLine {
	lines := make([]ChangeLine, len(changes))
	for n, c := range changes {
		lines[n] = ChangeLine{Change: c, By: c.Actor.String(), Did: history.Did(c, v.Zone, v.Now),
			Path: v.subjectPath(c.Subject, c.SubjectID), Request: v.RequestOf(c)}
	}
	return lines
}

// RequestOf is the page of the request that made a change, "" if none did and for whoever may not read the audit.
func (v *Visit) RequestOf(c models.Change) string {
	if c.Actor.RequestID == "" || !v.Can(access.ActionReadAudit, access.Facts{}) {
		return ""
	}
	return RequestPath(c.Actor.RequestID) + "?at=" + strconv.FormatInt(c.At.UnixMilli(), 10)
}

// subjectPages are the pages of records that have one, by the sort of record and by the beginning of its id. All
// members have one page, and an organization has its settings.
var subjectPages = []struct {
	subject models.Subject
	prefix  string
	path    string
}{
	{models.SubjectInterview, "int_", InterviewPath("{id}")},
	{models.SubjectCandidate, "cand_", CandidatesPath + "/{id}"},
	{models.SubjectPosting, "post_", PostingPath("{id}", "")},
	{models.SubjectAssessment, "asm_", AssessmentsPath + "/{id}"},
	{models.SubjectPool, "pool_", PoolPath("{id}", "")},
	{models.SubjectKey, "key_", KeyPath("{id}")},
	{"", "sub_", SubmissionsPath + "/{id}"},
	{models.SubjectMember, "", MembersPath},
	{models.SubjectOrganization, "", OrganizationPath},
}

// subjectPath is the page of a record, "" if there is none.
func (s *Base) subjectPath(subject models.Subject, id string) string {
	for _, p := range subjectPages {
		if p.subject == subject && strings.HasPrefix(id, p.prefix) && s.Served[p.path] {
			return strings.Replace(p.path, "{id}", id, 1)
		}
	}
	return ""
}

// IDLink is an id with the page of its record, "" if there is none.
type IDLink struct{ ID, Path string }

// IDLinks are the ids of records of any sort.
func (s *Base) IDLinks(ids []string) []IDLink {
	links := make([]IDLink, len(ids))
	for n, id := range ids {
		links[n].ID = id
		for _, p := range subjectPages {
			if p.prefix != "" && strings.HasPrefix(id, p.prefix) && s.Served[p.path] {
				links[n].Path = strings.Replace(p.path, "{id}", id, 1)
			}
		}
	}
	return links
}

// newestChanges is how many changes the page of a posting or an assessment tells.
const newestChanges = 10

// HistoryOf returns the newest changes of a record in words (D4).
func (v *Visit) HistoryOf(subject models.Subject, id string) ([]ChangeLine, error) {
	changes, _, err := v.Store.Audit.History(v.Context(), v.Org.ID, subject, id, nil, newestChanges)
	return v.ChangeLines(changes), err
}
