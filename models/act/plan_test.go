package act

import (
	"crypto/rand"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/desk"
	"litmus/models/keyring"
	"litmus/models/timetable"
)

var (
	planNow   = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	planTerms = PlanTerms{OrgID: "org_1", KeyID: "key_1", Tool: "book_interview", Arguments: []byte(`{"a":1}`)}
	planFacts = []Fact{{FactInterview, "int_1 3"}, {FactCandidate, "none"}, {FactSending, "[]"}}
)

// signed is the plan of the terms and facts above.
func signed(t *testing.T) string {
	t.Helper()
	token, expires, err := SignPlan(keyring.Secret(desk.Secret), planTerms, planFacts, rand.Reader, planNow)
	if err != nil || !expires.Equal(planNow.Add(PlanLife)) {
		t.Fatalf("signed until %s, %v", expires, err)
	}
	return token
}

func TestPlanBelongsToItsTerms(t *testing.T) { // T4
	t.Parallel()
	s, token := keyring.Secret(desk.Secret), signed(t)
	if p, err := ReadPlan(s, planTerms, token); err != nil || p.ID == "" || p.Check(s, planFacts) != nil {
		t.Fatalf("the plan itself is refused: %+v, %v", p, err)
	}
	if again := signed(t); again == token {
		t.Error("two plans of the same facts are one: the second could never be carried out")
	}
	said := map[string]bool{}
	for doing, change := range map[string]func(*PlanTerms){
		"altered arguments":    func(t *PlanTerms) { t.Arguments = []byte(`{"a":2}`) },
		"another organization": func(t *PlanTerms) { t.OrgID = "org_2" },
		"another key":          func(t *PlanTerms) { t.KeyID = "key_2" },
		"another tool":         func(t *PlanTerms) { t.Tool = "reschedule_interview" },
		"shifted terms":        func(t *PlanTerms) { t.KeyID, t.Tool = "key_1b", "ook_interview" },
	} {
		terms := planTerms
		change(&terms)
		_, err := ReadPlan(s, terms, token)
		if models.KindOf(err) != models.Invalid {
			t.Errorf("%s: %v, want it refused", doing, err)
			continue
		}
		said[strings.ReplaceAll(err.Error(), terms.Tool, planTerms.Tool)] = true
	}
	if len(said) != 1 {
		t.Errorf("the refusals tell whose plan it is: %v", said)
	}
	desk.WantRefusal(t, "another secret", models.Invalid, "")(
		ReadPlan(keyring.Secret("another secret that is long enough"), planTerms, token))
}

func TestPlanCannotBeForged(t *testing.T) { // T4
	t.Parallel()
	s, token := keyring.Secret(desk.Secret), signed(t)
	for _, other := range desk.ChangedBits(t, strings.TrimPrefix(token, planPrefix)) {
		desk.WantRefusal(t, "a changed bit", models.Invalid, "")(ReadPlan(s, planTerms, planPrefix+other))
	}
	for _, other := range []string{"", planPrefix, token[:len(token)-2], token + "AA", token + "\n",
		strings.TrimPrefix(token, planPrefix), "accept", strings.Repeat("A", 4000)} {
		if _, err := ReadPlan(s, planTerms, other); models.KindOf(err) != models.Invalid || len(err.Error()) > 600 {
			t.Errorf("%.40q: %.700v", other, err)
		}
	}
}

func TestPlanExpires(t *testing.T) { // T4
	t.Parallel()
	p, err := ReadPlan(keyring.Secret(desk.Secret), planTerms, signed(t))
	if err != nil {
		t.Fatal(err)
	}
	if p.Expired(planNow.Add(PlanLife - time.Millisecond)) {
		t.Error("it expires early")
	}
	if !p.Expired(planNow.Add(PlanLife)) {
		t.Error("it does not expire")
	}
	desk.WantRefusal(t, "expired", models.Conflict, "2031-03-03T12:10:00.000Z")(PlanExpired(p))
}

func TestPlanSaysWhatChanged(t *testing.T) { // T4
	t.Parallel()
	s := keyring.Secret(desk.Secret)
	p, err := ReadPlan(s, planTerms, signed(t))
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range planFacts {
		facts := slices.Clone(planFacts)
		facts[n].Version += "0"
		err := p.Check(s, facts)
		var changed *PlanChanged
		if !errors.As(err, &changed) || models.KindOf(err) != models.Conflict ||
			!slices.Equal(changed.About, []FactAbout{want.About}) ||
			!strings.Contains(err.Error(), factWords[want.About]) {
			t.Errorf("after %q changed: %v", want.Version, err)
		}
	}
	for _, c := range []struct{ about, words []FactAbout }{
		{[]FactAbout{FactInterview, FactOutcome, FactSending}, []FactAbout{FactInterview, FactSending}},
		{[]FactAbout{FactSubmission, FactOutcome}, []FactAbout{FactSubmission}},
		{[]FactAbout{FactOutcome, FactSending}, []FactAbout{FactOutcome, FactSending}},
		{[]FactAbout{FactOutcome}, []FactAbout{FactOutcome}},
	} {
		want := []string{}
		for _, a := range c.words {
			want = append(want, factWords[a])
		}
		if got := (&PlanChanged{About: c.about}).Words(); !slices.Equal(got, want) {
			t.Errorf("of %v it says %q, want %q", c.about, got, want)
		}
	}
	desk.WantRefusal(t, "a fact that is not there any more", models.Conflict, "")(p.Check(s, planFacts[:2]))
	desk.WantRefusal(t, "a fact that was not there", models.Conflict, "")(
		p.Check(s, append(slices.Clone(planFacts), Fact{FactOutcome, ""})))
	for about := FactInterview; about <= FactSending; about++ {
		if factWords[about] == "" {
			t.Errorf("fact %d has no words", about)
		}
	}
}

// TestFacts: what differs each time that the same is decided is no fact, and all that a plan says is.
func TestFacts(t *testing.T) {
	t.Parallel()
	o := booking.Order{Start: planNow.Add(3 * time.Hour), InterviewerEmail: "ann@x.example"}
	f := booking.Facts{Organization: models.Organization{ID: "org_1", Approved: true, TimeZone: "UTC"},
		Posting: &models.Posting{ID: "post_1", Status: models.StatusOpen}, Round: &models.Round{ID: "rnd_1", DurationMinutes: 60,
			Bookable: true, Type: models.StepAssessment, DeliveryMode: models.DeliverySync}}
	p := models.DefaultPolicy
	p.Meeting, p.Room = models.MakerJitsi, func(id string) string { return "https://meet.example/" + id }
	o.CandidateEmail = "cleo@x.example"
	preview := func(o booking.Order, f booking.Facts, id string, now time.Time) []Fact {
		t.Helper()
		b, err := booking.Decide(o, f, p, models.IDs{Interview: id, Candidate: "cand_" + id}, now)
		if err != nil {
			t.Fatal(err)
		}
		return PreviewBooking(o, f, b, nil, p, now).Facts()
	}
	want := preview(o, f, "one", planNow)
	if got := preview(o, f, "two", planNow.Add(9*time.Minute)); !slices.Equal(got, want) {
		t.Errorf("decided again nine minutes later with other ids:\n%q\n%q", got, want)
	}
	known := models.Candidate{ID: "cand_1", Email: "cleo@x.example", State: models.CandidateInvited, PostingID: "post_1",
		UpdatedAt: planNow}
	for doing, c := range map[string]struct {
		about  FactAbout
		change func(f *booking.Facts)
	}{
		"the candidate was made":   {FactCandidate, func(f *booking.Facts) { f.Candidate = &known }},
		"the duration changed":     {FactOutcome, func(f *booking.Facts) { f.Round.DurationMinutes = 45 }},
		"the zone changed":         {FactOutcome, func(f *booking.Facts) { f.Organization.TimeZone = "Asia/Tokyo" }},
		"a link was configured":    {FactOutcome, func(f *booking.Facts) { f.Own.Person = "https://own.example" }},
		"the organization pauses":  {FactSending, func(f *booking.Facts) { f.Organization.Approved = false }},
		"the start became offered": {FactAvailability, func(f *booking.Facts) { f.Available = offeredAt(o.Start) }},
	} {
		after, round := f, *f.Round
		after.Round = &round
		c.change(&after)
		got := preview(o, after, "one", planNow)
		changed := false
		for n, fact := range got {
			changed = changed || fact.About == c.about && fact != want[n]
		}
		if !changed {
			t.Errorf("%s: the facts are the same\n%q", doing, got)
		}
	}
}

// offeredAt is the availability of a posting on which Ann has painted one start.
func offeredAt(start time.Time) timetable.Availability {
	return timetable.Availability{Interviewers: []timetable.Available{{Email: "ann@x.example",
		Painted: []time.Time{start}}}}
}

func TestMeetingLinkOfAPreview(t *testing.T) { // What a plan says stays true
	t.Parallel()
	room := "https://meet.example/int_new"
	p := Preview{After: models.Interview{MeetingLink: room, LinkSource: models.LinkAutomatic}}
	if got := p.MeetingLink(); got != "" {
		t.Errorf("a room that will have another name is shown: %s", got)
	}
	p.Before.MeetingLink = room
	if got := p.MeetingLink(); got != room {
		t.Errorf("the room that stays is %q", got)
	}
	p.After.MeetingLink, p.After.LinkSource = "https://own.example", models.LinkFromPerson
	if got := p.MeetingLink(); got != "https://own.example" {
		t.Errorf("the person's own link is %q", got)
	}
}

// TestPlanWithoutTimes: an invitation's plan warns that there is no time to pick, and is not outdated by one that is
// added or taken meanwhile.
func TestPlanWithoutTimes(t *testing.T) {
	t.Parallel()
	p := PreviewInvitation(candidacy.Invitation{Candidate: *desk.Invitee(), DeliveryMode: models.DeliverySync,
		Approved: true}, false, desk.Thu)
	r := desk.PickFacts().Round
	if got := p.WithoutTimes(r, []timetable.Slot{{StartAt: desk.Mon(15, 0)}}); len(got.Warnings) != 0 {
		t.Errorf("with a time: %v", got.Warnings)
	}
	for name, got := range map[string]Preview{"nobody offers one": p.WithoutTimes(r, nil),
		"there is no round": p.WithoutTimes(nil, nil)} {
		if len(got.Warnings) != 1 || got.Warnings[0].Code != WarnNoTimeToPick || got.Warnings[0].Message == "" {
			t.Errorf("%s: %v", name, got.Warnings)
		}
		if !reflect.DeepEqual(got.Facts(), p.Facts()) {
			t.Errorf("%s: the plan rests on it", name)
		}
	}
}

// notCompared are the fields of an interview that a plan does not compare, each with the reason. What an interview was
// before the act is compared by its revision.
var notCompared = map[string]string{
	"OrgID":              "the plan's terms have it",
	"ID":                 "a new row has another one each time that it is decided",
	"PostingID":          "the round's",
	"CandidateID":        "a new record has another one each time that it is decided; the record is compared itself",
	"EndsAt":             "the start plus the minutes",
	"WindowEndsAt":       "the start plus the minutes and the grace",
	"ExpiresAt":          "an instant of the decision",
	"LinkExpiresAt":      "an instant of the decision",
	"LinkUsedAt":         "no act with a plan sets it",
	"LinkHash":           "made anew each time that it is decided",
	"LinkHolder":         "no act with a plan sets it",
	"CreatedAt":          "an instant of the decision",
	"InvitedAt":          "nobody is told by it; the candidate's record is compared itself",
	"UpdatedAt":          "an instant of the decision",
	"Revision":           "compared as it was read",
	"WokenRevision":      "a mark of the service",
	"ConvergedRevision":  "a mark of the service",
	"NextDueAt":          "a mark of the service",
	"AnnounceRevision":   "follows from the revision; what is sent by it is compared",
	"StartSetAt":         "an instant of the decision",
	"InterviewerSetAt":   "an instant of the decision",
	"AssessmentLinkOwed": "compared in what is sent",
	"Picked":             "no act with a plan sets it",
	"Reschedules":        "no act with a plan raises it",
	"AccessEpoch":        "follows from the revision",
	"Replacement":        "no act with a plan sets it",
	"Held":               "no act with a plan sets it",
	"Drift":              "no act with a plan sets it",
	"Replacements":       "no act with a plan sets it",
	"Drifts":             "no act with a plan sets it",
	"Answers":            "no act with a plan sets it",
	"Departures":         "who left, which the panel says",
	"NoShow":             "no act with a plan sets it",
	"OverLimits":         "compared in the warning",
	"NoShowNote":         "no act with a plan sets it",
	"Erasure":            "no act with a plan sets it",
}

// A field that is added to an interview is compared between a plan and its confirmation, or stands above with the
// reason why it need not be.
func TestPlanComparesInterviews(t *testing.T) {
	t.Parallel()
	kind := reflect.TypeFor[models.Interview]()
	for n := range kind.NumField() {
		name := kind.Field(n).Name
		var p Preview
		was := p.outcome()
		switch v := reflect.ValueOf(&p.After).Elem().Field(n); x := v.Addr().Interface().(type) {
		case *string:
			*x = "other"
		case *bool:
			*x = true
		case *int:
			*x = 7
		case *int64:
			*x = 7
		case *time.Time:
			*x = planNow
		case **time.Time:
			*x = &planNow
		case **string:
			*x = &name
		case *[]string:
			*x = []string{"other"}
		case **models.Replacement:
			*x = &models.Replacement{}
		case **models.Held:
			*x = &models.Held{}
		case **models.Drift:
			*x = &models.Drift{}
		case *models.OverLimits:
			*x = models.OverLimits{{Limit: "day"}}
		case *[]models.Seated:
			*x = []models.Seated{{Email: "ada@acme.example"}}
		case *[]models.Replacement:
			*x = []models.Replacement{{}}
		case *[]models.Drift:
			*x = []models.Drift{{}}
		case *[]models.Departure:
			*x = []models.Departure{{}}
		case *[]models.Answer:
			*x = []models.Answer{{}}
		case **models.Reason:
			*x = &models.Reason{Text: "ill"}
		default:
			t.Fatalf("%s: give it another value here", name)
		}
		compared := p.outcome() != was
		if reason := notCompared[name]; compared == (reason != "") {
			t.Errorf("%s: compared %t, not compared since %q", name, compared, reason)
		}
	}
	for name := range notCompared {
		if _, is := kind.FieldByName(name); !is {
			t.Errorf("an interview has no %s", name)
		}
	}
}
