package dashboard

import (
	"strconv"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/history"
)

// changeLine is a change as a list shows it.
type changeLine struct {
	models.Change
	By, Did string
	Path    string // page of what was changed, "" for none
	Request string // page of the request that changed it, "" for none
}

// changeLines are changes in words, with the zone and the links of the viewer.
func (v *visit) changeLines(changes []models.Change) []changeLine {
	lines := make([]changeLine, len(changes))
	for n, c := range changes {
		lines[n] = changeLine{Change: c, By: c.Actor.String(), Did: history.Did(c, v.zone, v.now),
			Path: v.subjectPath(c.Subject, c.SubjectID), Request: v.requestOf(c)}
	}
	return lines
}

// requestOf is the page of the request that made a change, "" if none did and for whoever may not read the audit.
func (v *visit) requestOf(c models.Change) string {
	if c.Actor.RequestID == "" || !v.can(access.ActionReadAudit, access.Facts{}) {
		return ""
	}
	return requestPath(c.Actor.RequestID) + "?at=" + strconv.FormatInt(c.At.UnixMilli(), 10)
}

// subjectPages are the pages of records that have one, by the sort of record and by the beginning of its id. All
// members have one page, and an organization has its settings.
var subjectPages = []struct {
	subject models.Subject
	prefix  string
	path    string
}{
	{models.SubjectInterview, "int_", interviewPath("{id}")},
	{models.SubjectCandidate, "cand_", candidatesPath + "/{id}"},
	{models.SubjectPosting, "post_", postingPath("{id}", "")},
	{models.SubjectAssessment, "asm_", assessmentsPath + "/{id}"},
	{models.SubjectKey, "key_", keyPath("{id}")},
	{"", "sub_", submissionsPath + "/{id}"},
	{models.SubjectMember, "", membersPath},
	{models.SubjectOrganization, "", organizationPath},
}

// subjectPath is the page of a record, "" if there is none.
func (s *base) subjectPath(subject models.Subject, id string) string {
	for _, p := range subjectPages {
		if p.subject == subject && strings.HasPrefix(id, p.prefix) && s.served[p.path] {
			return strings.Replace(p.path, "{id}", id, 1)
		}
	}
	return ""
}

// idLink is an id with the page of its record, "" if there is none.
type idLink struct{ ID, Path string }

// idLinks are the ids of records of any sort.
func (s *base) idLinks(ids []string) []idLink {
	links := make([]idLink, len(ids))
	for n, id := range ids {
		links[n].ID = id
		for _, p := range subjectPages {
			if p.prefix != "" && strings.HasPrefix(id, p.prefix) && s.served[p.path] {
				links[n].Path = strings.Replace(p.path, "{id}", id, 1)
			}
		}
	}
	return links
}

// newestChanges is how many changes the page of a posting or an assessment tells.
const newestChanges = 10

// historyOf returns the newest changes of a record in words (D4).
func (v *visit) historyOf(subject models.Subject, id string) ([]changeLine, error) {
	changes, _, err := v.Store.Audit.History(v.Context(), v.org.ID, subject, id, nil, newestChanges)
	return v.changeLines(changes), err
}
