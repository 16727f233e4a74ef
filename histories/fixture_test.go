package histories

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/setups"
)

// The people, candidates and rounds of every history.
var (
	// Lena is not a person of the organization.
	interviewers = []string{"alan@acme.example", "grace@acme.example", "petra@acme.example", "lena@acme.example"}
	emails       = []string{"ann@c.example", "bob@c.example", "cy@c.example", "dee@c.example"}
	liveRounds   = []string{"backend/default/design", "backend/default/pairing", "backend/referral/design",
		"intern/default/design", "old/default/design"}
	allRounds = append([]string{"backend/default/review", "backend/default/takehome", "backend/default/unsaved",
		"backend/referral/quizzes", "intern/default/draft", "rnd_none"}, liveRounds...)
	assessmentOf = map[string]string{} // by round, filled in by plan
)

const (
	imported      = "imp@c.example"
	over          = "over@c.example"
	done          = "done@c.example"
	firstAttached = "takehome" // of backend; an invite without an assessment means this one
)

// plan returns the organization of a history as the model knows it, with keys instead of ids.
func plan(r *rand.Rand) organization {
	live := func(id, assessment string, minutes int) step {
		return step{id: id, kind: "assessment", title: "The " + id, assessment: assessment, minutes: minutes,
			bookable: true}
	}
	pairing, unsaved := live("backend/default/pairing", "pairing", 90), live("backend/default/unsaved", "pairing", 60)
	pairing.indefinite, unsaved.bookable = true, false
	referral := live("backend/referral/design", "design", 30)
	referral.fallback = true
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	hours := map[time.Weekday][][2]int{}
	for d := time.Monday; d <= time.Friday; d++ {
		hours[d] = [][2]int{{9 * 60, 12*60 + 15}, {13 * 60, 17*60 + 30}}
	}
	o := organization{
		zone: []string{"UTC", "America/New_York"}[r.IntN(2)], admins: r.IntN(3) > 0,
		inviteLife: []time.Duration{14 * day, day, 3 * day}[r.IntN(3)],
		moves:      1 + r.IntN(2), cutoff: time.Duration(1+r.IntN(2)*11) * time.Hour,
		people: map[string]person{
			"grace@acme.example": {link: "https://meet.example/grace", zone: time.UTC},
			"alan@acme.example":  {zone: time.UTC},
			"petra@acme.example": {link: "https://meet.example/petra", zone: berlin, hours: hours},
		},
		assessments: map[string]assessment{
			"takehome": {"takehome", "Take-home", "async", true}, "design": {"design", "Design", "sync", true},
			"pairing": {"pairing", "Pairing", "sync", true}, "quiz": {"quiz", "Quiz", "async", true},
			"week": {"week", "Trial week", "trial", true}, "draft": {"draft", "Draft", "sync", false},
		},
		postings: []posting{
			{id: "backend", kind: "role", title: "Backend", status: "open", kindOfWork: "full_time",
				unstaged: []string{"week"}, tracks: []track{
					{id: "backend/default", name: "Default", isDefault: true, steps: []step{
						{id: "backend/default/review", kind: "step", title: "Review"},
						live("backend/default/takehome", "takehome", 60),
						live("backend/default/design", "design", 60), pairing, unsaved}},
					{id: "backend/referral", name: "Referral", steps: []step{referral,
						{id: "backend/referral/quizzes", kind: "group", title: "Quizzes", mode: "self_select",
							members: []string{"quiz"}}}},
				}},
			{id: "intern", kind: "cohort", title: "Interns", status: "open", tracks: []track{
				{id: "intern/default", name: "Default", isDefault: true,
					steps: []step{live("intern/default/design", "design", 45),
						live("intern/default/draft", "draft", 60)}}}},
			{id: "old", kind: "role", title: "Old", status: "closed", kindOfWork: "full_time", tracks: []track{
				{id: "old/default", name: "Default", isDefault: true,
					steps: []step{live("old/default/design", "design", 60)}}}},
		},
		artifacts: map[string]artifacts{"over": {
			transcript: `{"text":"Hello.","segments":[{"speaker":"Grace","start_ms":0,"end_ms":900,"text":"Hello."}],"received_at":null}`,
			recording:  `{"available":true,"duration_seconds":3120}`,
		}},
	}
	o.pickedOnly = r.IntN(4) == 0
	o.noCancel, o.cancelUntil = r.IntN(6) == 0, time.Duration(r.IntN(2)*3)*time.Hour
	return o
}

func init() {
	for _, p := range plan(rand.New(rand.NewPCG(0, 0))).postings {
		for _, t := range p.tracks {
			for _, s := range t.steps {
				assessmentOf[s.id] = s.assessment
			}
		}
	}
}

// at returns a time in the first days of a history.
func at(days, hour, minute int) time.Time {
	return time.Date(2031, 3, 3+days, hour, minute, 0, 0, time.UTC)
}

// painted are the interviewers of the postings at the beginning of a history.
var painted = []assigned{
	{"backend", "alan@acme.example", "https://meet.example/alan-backend",
		joined([]time.Time{at(0, 15, 0), at(0, 16, 0), at(1, 15, 0), at(2, 9, 0)})},
	{"backend", "grace@acme.example", "",
		joined([]time.Time{at(0, 14, 0), at(0, 15, 0), at(1, 15, 0), at(3, 10, 0), at(9, 15, 0)})},
	{"backend", "petra@acme.example", "", ""},
	{"intern", "grace@acme.example", "https://meet.example/grace-intern",
		joined([]time.Time{at(0, 15, 0), at(0, 15, 30), at(1, 15, 0)})},
	{"old", "alan@acme.example", "", joined([]time.Time{at(0, 15, 0), at(1, 15, 0)})},
}

// setup returns the plan in the form that the store accepts.
func (o organization) setup(slug string) setup.Setup {
	last := func(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }
	out := setup.Setup{Organization: setup.Organization{Slug: slug, Name: "Acme", Approved: true,
		TimeZone: o.zone, InviteDays: int(o.inviteLife / day),
		RescheduleMax: o.moves, RescheduleCutoffHours: int(o.cutoff / time.Hour),
		MovePickedOnly: o.pickedOnly, CancelForbidden: o.noCancel, CancelCutoffHours: int(o.cancelUntil / time.Hour)}}
	if o.admins {
		out.Organization.Admins = []string{"ada@acme.example"}
	}
	for email, p := range o.people {
		one := setup.Person{Email: email, Name: short(email), TimeZone: p.zone.String(), MeetingLink: p.link}
		if p.hours != nil {
			one.WorkingHours = timetable.WeeklyHours{}
			for d, spans := range p.hours {
				for _, s := range spans {
					one.WorkingHours[d] = append(one.WorkingHours[d], timetable.Hours{From: s[0], To: s[1]})
				}
			}
		}
		out.Interviewers = append(out.Interviewers, one)
	}
	for _, a := range o.assessments {
		out.Assessments = append(out.Assessments,
			setup.Assessment{Key: a.id, Title: a.title, DeliveryMode: a.mode, Ready: a.ready})
	}
	for n, p := range o.postings {
		created := beginning.AddDate(0, 0, -n)
		one := setup.Posting{Key: p.id, Kind: p.kind, Title: p.title, Status: p.status, Type: p.kindOfWork,
			CreatedAt: &created, Unstaged: p.unstaged}
		for _, t := range p.tracks {
			ts := setup.Track{Key: last(t.id), Name: t.name, Default: t.isDefault}
			for _, s := range t.steps {
				ss := setup.Step{Key: last(s.id), Type: s.kind, Title: s.title, Assessment: s.assessment,
					DurationMinutes: s.minutes, Bookable: s.bookable, Indefinite: s.indefinite,
					AssignmentMode: s.mode, Assessments: s.members}
				if s.fallback {
					ss.FallbackRecipients = []string{"desk@acme.example"}
				}
				ts.Steps = append(ts.Steps, ss)
			}
			one.Tracks = append(one.Tracks, ts)
		}
		for _, a := range painted {
			if a.posting != p.id {
				continue
			}
			i := setup.PostingInterviewer{Email: a.email, MeetingLink: a.link}
			for _, s := range a.times() {
				i.Slots = append(i.Slots, parse(s))
			}
			one.Interviewers = append(one.Interviewers, i)
		}
		out.Postings = append(out.Postings, one)
	}
	ended := beginning.Add(-20 * time.Hour)
	out.Imports = []setup.Import{
		{Key: "imp", Posting: "backend", Step: "default/design", Candidate: setup.Candidate{Email: imported},
			Source: models.SourceGreenhouse, ScheduledStartAt: at(0, 14, 30),
			DurationMinutes: 45, InterviewerEmail: "grace@acme.example", MeetingLink: "https://meet.example/gh"},
		{Key: "over", Posting: "old", Step: "design", Candidate: setup.Candidate{Email: over, Name: "Over"},
			Source: models.SourceLever, ScheduledStartAt: beginning.Add(-21 * time.Hour),
			InterviewerEmail: "alan@acme.example", CallEndedAt: &ended, Artifacts: booking.Artifacts{
				Transcript: &booking.Transcript{Text: "Hello.",
					Segments: []booking.Segment{{Speaker: "Grace", EndMS: 900, Text: "Hello."}}},
				Recording: &booking.Recording{Available: true, DurationSeconds: 3120}}},
	}
	score, native := 84.0, 4.2
	out.Submissions = []setup.Submission{
		{Key: "graded", Posting: "backend", Assessment: "takehome",
			Candidate: setup.Candidate{Email: done, Name: "Done"}, SubmittedAt: beginning.Add(-time.Hour),
			Score: &score, NativeScore: &native, Decision: models.DecisionAdvance},
		{Key: "turned down", Posting: "backend", Assessment: "design", Candidate: setup.Candidate{Email: done},
			SubmittedAt: beginning.Add(-time.Hour), Decision: models.DecisionReject},
	}
	return out
}

// begin makes an organization for a history and returns the world in which the history begins.
func (s *studio) begin(r *rand.Rand) (world, *known, error) {
	s.clock.Store(beginning.UnixMilli())
	s.made++
	o := plan(r)
	o.grace, o.rooms = s.policy.SessionGrace, s.policy.Meeting != ""
	applied, err := s.Setups.Apply(ctx, o.setup(fmt.Sprintf("acme-%d", s.made)), setups.Options{})
	if err != nil {
		return world{}, nil, err
	}
	s.org = applied.Organization
	if s.key, _, err = s.Team.CreateKey(ctx, act.By{}, s.org, "histories", access.Scopes); err != nil {
		return world{}, nil, err
	}
	k := &known{ids: map[string]string{}, keys: map[string]string{}, candidates: map[who]string{},
		interviews: map[who]string{}}
	name := func(key, id string) { k.ids[key], k.keys[id] = id, key }
	for key, id := range applied.Assessments {
		name(key, id)
	}
	for key, p := range applied.Postings {
		name(key, p.ID)
		for trackKey, t := range p.Tracks {
			name(key+"/"+trackKey, t.ID)
			for stepKey, id := range t.Steps {
				name(key+"/"+trackKey+"/"+stepKey, id)
			}
		}
	}
	w := world{organization: o.named(k), now: beginning}
	for _, a := range painted {
		a.posting = k.id(a.posting)
		w.assigned = append(w.assigned, a)
	}
	w = w.withAssigned("", nil) // sorted
	for _, x := range []struct {
		email, posting, assessment, track, name, state string
	}{{imported, "backend", "design", "default", "", "invited"}, {over, "old", "design", "default", "Over", "invited"},
		{done, "backend", "takehome", "default", "Done", "advanced"},
		{done, "backend", "design", "default", "", "rejected"}} {
		var id string
		if err := s.db.QueryRow("select id from candidates where org_id = '" + s.org + "' and email = '" + x.email +
			"' and assessment_id = '" + k.id(x.assessment) + "'").Scan(&id); err != nil {
			return w, nil, err
		}
		k.candidates[who{x.posting, x.assessment, x.email}] = id
		w = w.withCandidate(candidate{id: id, posting: k.id(x.posting), assessment: k.id(x.assessment),
			track: k.id(x.posting + "/" + x.track), email: x.email, name: x.name, state: x.state})
	}
	for _, x := range []struct {
		key, email, round, source, interviewer, link string
		start, ended                                 time.Time
		minutes                                      int
	}{{"imp", imported, "backend/default/design", "greenhouse", "grace@acme.example", "https://meet.example/gh",
		at(0, 14, 30), time.Time{}, 45},
		{"over", over, "old/default/design", "lever", "alan@acme.example", "", beginning.Add(-21 * time.Hour),
			beginning.Add(-20 * time.Hour), 60}} {
		posting, _, _ := strings.Cut(x.round, "/")
		p := who{posting, "design", x.email}
		i := interview{id: applied.Imports[x.key], posting: k.id(posting), round: k.id(x.round),
			track: k.id(posting + "/default"), assessment: k.id("design"), candidate: k.candidates[p],
			source: x.source, zone: o.zone, interviewer: x.interviewer, link: x.link, externally: true,
			minutes: x.minutes, start: x.start, ended: x.ended, created: beginning, updated: beginning}
		if x.link != "" {
			i.linkFrom = "body"
		}
		w, k.interviews[p], k.all = w.with(i), i.id, append(k.all, i.id)
		if kept, ok := o.artifacts[x.key]; ok {
			w.organization.artifacts = map[string]artifacts{i.id: kept}
		}
	}
	w.submissions = []submission{
		{applied.Submissions["graded"], k.id("takehome"), k.candidates[who{"backend", "takehome", done}], "advance",
			stamp(beginning.Add(-time.Hour)), 84, 4.2},
		{applied.Submissions["turned down"], k.id("design"), k.candidates[who{"backend", "design", done}], "reject",
			stamp(beginning.Add(-time.Hour)), -1, -1},
	}
	for _, one := range w.submissions {
		k.submissions = append(k.submissions, one.id)
	}
	return w, k, nil
}

// named returns the plan with ids instead of keys.
func (o organization) named(k *known) *organization {
	postings := o.postings
	o.postings = nil
	all := func(keys []string) (ids []string) {
		for _, key := range keys {
			ids = append(ids, k.id(key))
		}
		return ids
	}
	for _, p := range postings {
		p.id, p.unstaged = k.id(p.id), all(p.unstaged)
		tracks := p.tracks
		p.tracks = nil
		for _, t := range tracks {
			steps := t.steps
			t.id, t.steps = k.id(t.id), nil
			for _, s := range steps {
				s.id, s.members = k.id(s.id), all(s.members)
				if s.assessment != "" {
					s.assessment = k.id(s.assessment)
				}
				t.steps = append(t.steps, s)
			}
			p.tracks = append(p.tracks, t)
		}
		o.postings = append(o.postings, p)
	}
	known := o.assessments
	o.assessments = map[string]assessment{}
	for key, a := range known {
		a.id = k.id(key)
		o.assessments[a.id] = a
	}
	return &o
}
