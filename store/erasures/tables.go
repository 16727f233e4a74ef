package erasures

import (
	"slices"
	"strings"

	"litmus/models/effect"
)

// A table is one with rows about candidates. Its statements know @org and @candidate, and those that overwrite also
// @now, @email and @name, what stands in the place of the address and the name.
type table struct {
	name string
	// where says which rows are the candidate's, after that of the organization: those of each condition, none of which
	// has a row of another. An index finds each; joined by "or" they would be looked for among all rows.
	where []string
	// becomes has the columns that may name the person with what is written into them; nil: the rows are removed.
	becomes map[string]string
	moves   map[string]string // other columns that change with them
	nobody  string            // the other columns of text, which name no candidate
	hidden  string            // columns that are not exported: what opens something
}

// Which rows of a table are a candidate's.
const (
	ofCandidate = "candidate_id = @candidate"
	theirs      = "(select id from interviews where org_id = @org and candidate_id = @candidate)"
	ofInterview = "interview_id in " + theirs
	handedIn    = "(select id from submissions where org_id = @org and candidate_id = @candidate)"
)

// What is written in the place of what names the person.
const (
	blank   = "''"
	null    = "null"
	noList  = "'[]'"
	noParts = "'{}'"
)

// ofCandidates are the tables with rows about candidates, in the order in which they are overwritten: what is found by
// another table comes before it. after is the SQL of an instant that is later than the column's.
func ofCandidates(after func(column string) string) []table {
	const toCandidate = "'mail:" + effect.RoleCandidate + ":"
	return []table{
		{name: "taken_over", where: []string{
			"kind = 'import' and key in (select key from imports where org_id = @org and " + ofInterview + ")",
			"kind = 'submission' and key in (select key from submissions where org_id = @org and " + ofCandidate + ")"}},
		{name: "imports", where: []string{ofInterview}, nobody: "org_id interview_id origin",
			becomes: map[string]string{"key": "'erased-' || interview_id", "digest": noParts}},
		{name: "artifacts", where: []string{ofInterview}, nobody: "org_id interview_id",
			becomes: map[string]string{"transcript": null, "recording": null, "interviewer_notes": null}},
		{name: "callbacks", where: []string{ofInterview}, becomes: map[string]string{},
			nobody: "org_id interview_id event_id"}, // of a notetaker
		{name: "grades", where: []string{"submission_id in " + handedIn},
			nobody: "org_id submission_id actor_kind actor_id", becomes: map[string]string{"notes": blank}},
		{name: "files", where: []string{ofCandidate}}, // their content goes before: see [Kept]
		{name: "answers", where: []string{ofCandidate}, nobody: "org_id candidate_id submission_id",
			becomes: map[string]string{"text": blank, "links": noList}},
		{name: "submissions", where: []string{ofCandidate},
			nobody:  "org_id id posting_id assessment_id candidate_id decision origin",
			becomes: map[string]string{"key": null, "receipt_zone": blank},
			moves:   map[string]string{"updated_at": after("updated_at")}},
		{name: "accommodations", where: []string{ofCandidate}},
		{name: "proposals", where: []string{ofCandidate}},
		{name: "history", where: []string{"subject = 'candidate' and subject_id = @candidate",
			"subject = 'interview' and subject_id in " + theirs},
			nobody:  "org_id subject subject_id id what actor_kind actor_id request_id",
			becomes: map[string]string{"details": noList}},
		{name: "effects", where: []string{ofCandidate, ofInterview, "submission_id in " + handedIn},
			nobody: "org_id interview_id candidate_id calendar_id sign_in_id news_id submission_id kind state " +
				"interviewer code",
			becomes: map[string]string{
				"target": "case when target like " + toCandidate + "%' then " + toCandidate + "' || @email " +
					"else target end",
				"detail": blank, "meeting_link": blank, "provider_id": blank, "etag": blank},
			moves: map[string]string{"tries": "0"}}, // so that an attempt that is under way writes nothing of it anew
		{name: "committed_plans", where: []string{"(" + ofCandidate + " or " + ofInterview + ")"}, // kept for days only
			becomes: map[string]string{},
			nobody:  "org_id id key_id tool interview_id candidate_id submission_id made"},
		{name: "interviews", where: []string{ofCandidate}, hidden: "link_hash link_holder",
			nobody: "org_id id posting_id round_id track_id assessment_id candidate_id source time_zone " +
				"interviewer_email panel briefing_recipients link_source link_maker no_show drift drifts over_limits " +
				"answers departures erasure wake_trace",
			becomes: map[string]string{"meeting_link": blank, "link_hash": null, "link_holder": null,
				"replacement": null, "replacements": null, "held": null, "reason": null, "no_show_note": blank},
			moves: map[string]string{"erasure": "'done'", "updated_at": after("updated_at"),
				"revision": "revision + 1"}},
		{name: "candidates", where: []string{"id = @candidate"},
			nobody: "org_id id posting_id assessment_id track_id state advanced_from erasure wake_trace",
			becomes: map[string]string{"email": "@email", "name": "@name", "invite_note": blank, "language": blank,
				"hour_cycle": blank},
			moves: map[string]string{"erasure": "'done'", "updated_at": after("updated_at"),
				"revision": "case when revision > 0 then revision + 1 else 0 end"}},
	}
}

// ofNobody are the tables without rows about candidates, each with its columns of text or bytes: what a team says of
// itself and its work. The audit has ids alone, see db.CouldBeID. A new column stands here, or among those that are
// overwritten.
var ofNobody = map[string]string{
	"attendees": "org_id interview_id email",
	"organizations": "id slug name time_zone mail_from allow_private_networks origin fallback_recipients accent " +
		"logo_type support_email language limits",
	"keys":         "org_id id name hash last_four scopes form",
	"audit":        "id org_id key_id method route resource_ids request_id address",
	"people":       "org_id email name title time_zone meeting_link working_hours origin dates limits",
	"calendars":    "org_id email provider sealed fingerprint id sync_token code detail origin wake_trace room_id",
	"assessments":  "org_id id key title delivery_mode instructions origin",
	"postings":     "org_id id key kind title status team location type origin",
	"tracks":       "org_id id posting_id key name",
	"pools":        "org_id id key name kind settings limits origin",
	"pool_members": "org_id pool_id email state paused_until resumes declared",
	"rooms":        "org_id id pool_id key name time_zone hours",
	"rounds": "org_id id posting_id track_id key type title assessment_id " +
		"fallback_recipients group_id assignment_mode assessment_ids seats",
	"absences":             "org_id email first_day last_day why",
	"busy_blocks":          "org_id email", // times alone
	"erasure_keys":         "id sealed",
	"erasures":             "org_id id email key_id hash actor_kind actor_id remaining", // email goes when it is done
	"files":                "org_id id assessment_id candidate_id name type hash",       // candidates' are removed
	"identity":             "id namespace place",
	"logos":                "org_id content",
	"members":              "org_id email name role origin",
	"news":                 "org_id id email as_recruiter following seen_id wake_trace",
	"news_items":           "org_id news_id posting_id subject subject_id change_id",
	"pictures":             "org_id email id content",
	"rubrics":              "org_id assessment_id text scale actor_kind actor_id",
	"sessions":             "org_id id email hash label",
	"sign_ins":             "org_id id email asked living added_by member_letters sent wake_trace",
	"slots":                "org_id posting_id email",
	"test_clocks":          "org_id",
	"taken_over":           "org_id kind key", // those of candidates are removed
	"stranger_letters":     "org_id day",
	"posting_interviewers": "org_id posting_id email meeting_link",
	"posting_watchers":     "org_id posting_id email",
	"unstaged_assessments": "org_id posting_id assessment_id",
}

// statements overwrite the candidate's rows, or remove them; none if the table has nothing to overwrite.
func (t table) statements() (out []string) {
	does := "delete from " + t.name
	if t.becomes != nil {
		var set []string
		for _, columns := range []map[string]string{t.becomes, t.moves} {
			for column, value := range columns {
				set = append(set, column+" = "+value)
			}
		}
		if len(set) == 0 {
			return nil
		}
		slices.Sort(set)
		does = "update " + t.name + " set " + strings.Join(set, ", ")
	}
	for _, where := range t.where {
		out = append(out, does+" where org_id = @org and "+where)
	}
	return out
}

// rows is a statement that reads the candidate's rows.
func (t table) rows() string {
	var all []string
	for _, where := range t.where {
		all = append(all, "select * from "+t.name+" where org_id = @org and "+where)
	}
	return strings.Join(all, " union all ")
}

// Unlisted are the columns of text or bytes among those of a database, as "table.column", of which it is not said
// whether they name a candidate.
func Unlisted(columns []string) (out []string) {
	known, removed := map[string]bool{}, map[string]bool{}
	list := func(table, columns string) {
		for _, c := range strings.Fields(columns) {
			known[table+"."+c] = true
		}
	}
	for name, columns := range ofNobody {
		list(name, columns)
	}
	for _, t := range ofCandidates(func(column string) string { return column }) {
		_, others := ofNobody[t.name]
		removed[t.name] = t.becomes == nil && !others
		list(t.name, t.nobody)
		for c := range t.becomes {
			known[t.name+"."+c] = true
		}
	}
	for _, c := range columns {
		if name, _, _ := strings.Cut(c, "."); !known[c] && !removed[name] {
			out = append(out, c)
		}
	}
	return out
}

// Named are the columns that may name a person and are written over, as "table.column".
func Named() (out []string) {
	for _, t := range ofCandidates(func(column string) string { return column }) {
		for column := range t.becomes {
			out = append(out, t.name+"."+column)
		}
	}
	slices.Sort(out)
	return out
}
