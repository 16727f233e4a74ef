package orgfile

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/models/timetable"
)

// Write writes the file that [Parse] reads as this setup. Fields with their default value are left out. Of a connected
// calendar it writes `calendar: kept` and never its credentials. It fails if the result is larger than a file may be,
// or cannot be read again.
func Write(s setup.Setup) ([]byte, error) {
	root := &mapping{}
	root.put("organization", organizationNode(s.Organization))
	entries(root, "interviewers", s.Interviewers, personNode)
	entries(root, "absences", s.Absences, absenceNode)
	entries(root, "pools", s.Pools, poolNode)
	entries(root, "assessments", s.Assessments, assessmentNode)
	entries(root, "postings", s.Postings, postingNode)
	entries(root, "imports", s.Imports, importNode)
	entries(root, "submissions", s.Submissions, submissionNode)
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(root.node()); err != nil {
		return nil, fmt.Errorf("write organization file: %w", err)
	}
	if err := e.Close(); err != nil {
		return nil, fmt.Errorf("write organization file: %w", err)
	}
	if _, err := Parse("the file", b.Bytes()); err != nil {
		return nil, fmt.Errorf("the organization does not fit into a file: %w", err)
	}
	return b.Bytes(), nil
}

// mapping is a YAML mapping that is put together field by field.
type mapping struct{ content []*yaml.Node }

func (m *mapping) put(name string, value *yaml.Node) {
	m.content = append(m.content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, value)
}

func (m *mapping) node() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Content: m.content} }

// flow is the mapping on one line.
func (m *mapping) flow() *yaml.Node {
	n := m.node()
	n.Style = yaml.FlowStyle
	return n
}

// text adds the field unless it is empty.
func (m *mapping) text(name, value string) {
	if value != "" {
		m.put(name, text(value))
	}
}

func (m *mapping) number(name string, value, otherwise int) {
	if value != otherwise {
		m.put(name, scalar("!!int", strconv.Itoa(value)))
	}
}

func (m *mapping) float(name string, value *float64) {
	if value != nil {
		m.put(name, scalar("!!float", strconv.FormatFloat(*value, 'f', -1, 64)))
	}
}

func (m *mapping) flag(name string, value, otherwise bool) {
	if value != otherwise {
		m.put(name, scalar("!!bool", strconv.FormatBool(value)))
	}
}

func (m *mapping) instant(name string, value *time.Time) {
	if value != nil {
		m.put(name, text(models.FormatInstant(*value)))
	}
}

// texts adds a list of texts on one line unless it is empty.
func (m *mapping) texts(name string, values []string) {
	if len(values) > 0 {
		m.put(name, texts(values))
	}
}

func scalar(tag, value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
}

// text is a text as a person would write it: several lines as a block, where the block is read as the same text.
func text(s string) *yaml.Node {
	n := scalar("!!str", s)
	if !strings.Contains(s, "\n") {
		return n
	}
	n.Style = yaml.LiteralStyle
	var again string
	if b, err := yaml.Marshal(n); err != nil || yaml.Unmarshal(b, &again) != nil || again != s {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

func texts(values []string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	for _, v := range values {
		n.Content = append(n.Content, text(v))
	}
	return n
}

func organizationNode(o setup.Organization) *yaml.Node {
	m := &mapping{}
	m.text("slug", o.Slug)
	m.text("name", o.Name)
	m.flag("approved", o.Approved, true)
	m.text("time_zone", o.TimeZone)
	m.text("language", o.Language)
	m.text("mail_from", o.MailFrom)
	m.text("support_email", o.SupportEmail)
	m.texts("admins", mailboxes(o, o.Admins))
	m.texts("recruiters", mailboxes(o, o.Recruiters))
	m.number("invite_days", o.InviteDays, 0)
	r := &mapping{}
	r.number("max", o.RescheduleMax, -1)
	r.number("cutoff_hours", o.RescheduleCutoffHours, -1)
	r.flag("picked_only", o.MovePickedOnly, false)
	m.put("candidate_reschedule", r.flow())
	c := &mapping{}
	c.flag("allowed", !o.CancelForbidden, true)
	c.number("cutoff_hours", o.CancelCutoffHours, 0)
	if len(c.content) > 0 {
		m.put("candidate_cancel", c.flow())
	}
	m.number("undo_seconds", o.UndoSeconds, -1)
	m.number("refill_hours", o.RefillHours, 0)
	m.texts("fallback_recipients", o.FallbackRecipients)
	b := &mapping{}
	b.text("accent", o.Brand.Accent)
	if len(o.Brand.Logo) > 0 {
		b.text("logo", base64.StdEncoding.EncodeToString(o.Brand.Logo))
	}
	if len(b.content) > 0 {
		m.put("brand", b.node())
	}
	if l := limits(o.Limits.InterviewLimits); len(l.content) > 0 || o.Limits.NoShowsFree {
		l.flag("no_shows_count", !o.Limits.NoShowsFree, true)
		m.put("limits", l.flow())
	}
	var networks []string
	for _, n := range o.AllowPrivateNetworks {
		networks = append(networks, n.String())
	}
	m.texts("allow_private_networks", networks)
	return m.node()
}

// mailboxes are the addresses with the names that the file has of them.
func mailboxes(o setup.Organization, emails []string) (out []string) {
	for _, e := range emails {
		if name := o.MemberNames[e]; name != "" {
			e = phrase(name) + " <" + e + ">"
		}
		out = append(out, e)
	}
	return out
}

// phrase is a name as it stands before an address: in quotes unless it consists of letters and spaces.
func phrase(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && c != ' ' }) ||
		strings.Contains(name, "  ") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return name
}

func personNode(p setup.Person) *yaml.Node {
	m := &mapping{}
	m.text("email", p.Email)
	m.text("name", p.Name)
	m.text("title", p.Title)
	m.text("time_zone", p.TimeZone)
	m.text("meeting_link", p.MeetingLink)
	m.week("working_hours", p.WorkingHours)
	if p.Dates != nil {
		dates := &mapping{}
		for _, date := range slices.Sorted(maps.Keys(p.Dates)) {
			dates.put(date, texts(spans(p.Dates[date])))
		}
		m.put("dates", dates.flow())
	}
	if l := limits(p.Limits); len(l.content) > 0 {
		m.put("limits", l.flow())
	}
	if p.CalendarKept || p.Calendar != nil {
		kept := text(calendarKept)
		kept.LineComment = "its credentials are not exported"
		m.put("calendar", kept)
	}
	return m.node()
}

func limits(l models.InterviewLimits) *mapping {
	m := &mapping{}
	for _, f := range models.LimitFields {
		m.number(f.Name, *f.Of(&l), 0)
	}
	return m
}

func spans(hours []timetable.Hours) (out []string) {
	for _, h := range hours {
		out = append(out, h.String())
	}
	return out
}

func assessmentNode(a setup.Assessment) *yaml.Node {
	m := &mapping{}
	m.text("key", a.Key)
	m.text("title", a.Title)
	m.text("delivery_mode", a.DeliveryMode)
	m.flag("ready", a.Ready, true)
	m.number("time_limit_minutes", a.TimeLimitMinutes, 0)
	m.text("instructions", a.Instructions)
	return m.node()
}

func postingNode(p setup.Posting) *yaml.Node {
	m := &mapping{}
	m.text("key", p.Key)
	m.text("kind", p.Kind)
	m.text("title", p.Title)
	m.text("status", p.Status)
	m.text("team", p.Team)
	m.text("location", p.Location)
	if p.Type != "" || p.Kind == models.KindRole { // a role without one would become full_time
		m.put("type", text(p.Type))
	}
	m.instant("created_at", p.CreatedAt)
	m.instant("archived_at", p.ArchivedAt)
	entries(m, "tracks", p.Tracks, trackNode)
	m.texts("unstaged", p.Unstaged)
	m.texts("recruiters", p.Recruiters)
	entries(m, "interviewers", p.Interviewers, assignedNode)
	return m.node()
}

func trackNode(t setup.Track) *yaml.Node {
	m := &mapping{}
	m.text("key", t.Key)
	m.text("name", t.Name)
	m.flag("default", t.Default, false)
	entries(m, "steps", t.Steps, stepNode)
	return m.node()
}

func stepNode(s setup.Step) *yaml.Node {
	m := &mapping{}
	m.text("key", s.Key)
	m.text("type", s.Type)
	m.text("title", s.Title)
	switch s.Type {
	case models.StepAssessment:
		m.text("assessment", s.Assessment)
		m.number("duration_minutes", s.DurationMinutes, 0)
		m.flag("bookable", s.Bookable, true)
		m.flag("indefinite", s.Indefinite, false)
		m.texts("fallback_recipients", s.FallbackRecipients)
		entries(m, "seats", s.Seats, seatNode)
	case models.StepGroup:
		m.text("assignment_mode", s.AssignmentMode)
		m.texts("assessments", s.Assessments)
	}
	return m.flow()
}

func seatNode(s models.Seat) *yaml.Node {
	m := &mapping{}
	m.text("pool", s.Pool)
	m.texts("people", s.People)
	m.number("count", s.Count, 1)
	m.text("role", s.Role)
	m.flag("optional", s.Optional, s.Role == models.SeatShadow)
	return m.flow()
}

func assignedNode(i setup.PostingInterviewer) *yaml.Node {
	m := &mapping{}
	m.text("email", i.Email)
	m.text("meeting_link", i.MeetingLink)
	var slots []string
	for _, at := range i.Slots {
		slots = append(slots, at.UTC().Format(time.RFC3339))
	}
	m.texts("slots", slots)
	m.flag("member", !i.NoMember, true)
	return m.node()
}

func candidateNode(c setup.Candidate) *yaml.Node {
	m := &mapping{}
	m.text("email", c.Email)
	m.text("name", c.Name)
	return m.flow()
}

func importNode(i setup.Import) *yaml.Node {
	m := &mapping{}
	m.text("key", i.Key)
	m.text("posting", i.Posting)
	m.text("step", i.Step)
	m.put("candidate", candidateNode(i.Candidate))
	m.text("source", i.Source)
	m.instant("scheduled_start_at", &i.ScheduledStartAt)
	m.number("duration_minutes", i.DurationMinutes, 0)
	m.text("interviewer_email", i.InterviewerEmail)
	m.text("meeting_link", i.MeetingLink)
	m.instant("call_ended_at", i.CallEndedAt)
	if t := i.Artifacts.Transcript; t != nil {
		tm := &mapping{}
		tm.text("text", t.Text)
		entries(tm, "segments", t.Segments, segmentNode)
		tm.instant("received_at", t.ReceivedAt)
		m.put("transcript", tm.node())
	}
	if r := i.Artifacts.Recording; r != nil {
		rm := &mapping{}
		rm.flag("available", r.Available, false)
		if r.DurationSeconds != 0 {
			rm.float("duration_seconds", &r.DurationSeconds)
		}
		m.put("recording", rm.flow())
	}
	if n := i.Artifacts.InterviewerNotes; n != nil {
		nm := &mapping{}
		nm.text("text", n.Text)
		nm.instant("updated_at", n.UpdatedAt)
		m.put("interviewer_notes", nm.node())
	}
	return m.node()
}

func segmentNode(s booking.Segment) *yaml.Node {
	m := &mapping{}
	m.text("speaker", s.Speaker)
	m.number("start_ms", int(s.StartMS), 0)
	m.number("end_ms", int(s.EndMS), int(s.StartMS))
	m.text("text", s.Text)
	return m.node()
}

func submissionNode(s setup.Submission) *yaml.Node {
	m := &mapping{}
	m.text("key", s.Key)
	m.text("posting", s.Posting)
	m.text("assessment", s.Assessment)
	m.put("candidate", candidateNode(s.Candidate))
	m.instant("submitted_at", &s.SubmittedAt)
	m.float("score", s.Score)
	m.float("native_score", s.NativeScore)
	m.text("decision", s.Decision)
	return m.node()
}

// entries adds a list of entries unless it is empty.
func entries[E any](m *mapping, name string, all []E, node func(E) *yaml.Node) {
	if len(all) == 0 {
		return
	}
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, e := range all {
		list.Content = append(list.Content, node(e))
	}
	m.put(name, list)
}
