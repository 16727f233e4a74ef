package booking

import (
	"slices"
	"time"

	"litmus/models"
)

// Request is the body of a booking (§4, Book) after its JSON types were checked: a pointer is nil where the field is
// absent or null. [Request.Validate] turns it into an [Order].
type Request struct {
	PostingID, RoundID                         string
	CandidateID, CandidateEmail, CandidateName string
	CandidateLanguage                          string
	ScheduledStartAt                           *string
	InterviewerEmail, MeetingLink              string
	TimeZone                                   *string
	ExternallyScheduled, ReplaceExisting       bool

	Panel []string // addresses; none: no panel is named
	Auto  bool     // the request says [PanelAuto] instead
}

// PanelAuto is what a request says in the place of a panel's addresses if we are to choose them (P8).
const PanelAuto = "auto"

// Order is a booking request whose shape was checked: addresses are normalized and instants parsed.
type Order struct {
	PostingID, RoundID            string
	CandidateID                   string    // if given, the email is not used
	CandidateEmail, CandidateName string    // "" if there is a candidate id
	CandidateLanguage             string    // "" if it is not known
	Start                         time.Time // zero for an external session
	InterviewerEmail              string    // "" if none is named
	// Anybody says that whoever is free interviews, see [timetable.WhoseTurn]; nobody is named then.
	Anybody bool
	// Auto says that we choose a panel for the round's seats, see [panel.Choose]; Panel names one, the lead first. Of
	// the two and InterviewerEmail at most one is given, but that the lead of a panel may be named twice.
	Auto        bool
	Panel       []string
	Shown       []string // of Auto: the panel that a page showed; another one is a conflict. Or none
	Swapped     bool     // of Panel: in one that we suggested seats were swapped, see [Facts.because]
	KeepsPanel  bool     // of a replace that moves an interview: the others of its panel stay, see [KeptPanel]
	MeetingLink string
	TimeZone    string // "" for the organization's
	Replaces    string // of a replace: the id of that interview, "" for whichever the candidate has
	Replace     bool   // replaces the candidate's interview; without it an existing one is a conflict

	Kind OrderKind
	From time.Time // of an [OrderMove]: the start that the page showed

	Reason *models.Reason // of a replace: why; nil if none is given

	PresentRound string // of an order by the candidate: the round of the interview that they have, "" for none
}

// OrderKind says who books what.
type OrderKind int

// The kinds of booking orders.
const (
	OrderStandard OrderKind = iota // over REST: an interview at a start (§4, Book)
	OrderExternal                  // over REST: a session by single-use link, which has no start yet
	OrderPick                      // on the candidate's page: an offered start; we choose who interviews
	OrderMove                      // on the candidate's page: another such start for their interview
)

// ByCandidate reports whether the candidate ordered it on their page.
func (o Order) ByCandidate() bool { return o.Kind == OrderPick || o.Kind == OrderMove }

// Chooses reports whether we choose who interviews.
func (o Order) Chooses() bool { return o.ByCandidate() || o.Anybody || o.Auto }

// External reports whether the order is for a session by single-use link.
func (o Order) External() bool { return o.Kind == OrderExternal }

// repeatedWithin is how long after a booking the same order counts as its form sent twice.
const repeatedWithin = time.Minute

// Repeats reports whether the order is for what was booked a moment before now: its form was sent twice (D12). One with
// another meeting link is a change.
func (o Order) Repeats(i models.Interview, now time.Time) bool {
	who := i.InterviewerEmail == o.InterviewerEmail &&
		(len(o.Panel) == 0 || slices.EqualFunc(o.Panel, models.People(i.Panel), isOf))
	if o.Auto {
		who = len(i.Panel) > 0 && (len(o.Shown) == 0 || slices.EqualFunc(o.Shown, models.People(i.Panel), isOf))
	}
	return !o.External() && i.StartsAt.Equal(o.Start) && who &&
		i.RoundID == o.RoundID && (o.MeetingLink == "" || o.MeetingLink == i.MeetingLink) &&
		now.Sub(i.StartSetAt) <= repeatedWithin
}

func isOf(email string, s models.Seated) bool { return s.Email == email }

// Keeps reports whether a booking leaves the interview that it replaces as it was: when, with whom, where, and how
// long.
func Keeps(before, after models.Interview) bool {
	return before.Source == after.Source && before.RoundID == after.RoundID && before.StartsAt.Equal(after.StartsAt) &&
		before.EndsAt.Equal(after.EndsAt) && before.Indefinite == after.Indefinite &&
		before.TimeZone == after.TimeZone && before.InterviewerEmail == after.InterviewerEmail &&
		before.MeetingLink == after.MeetingLink && before.LinkMaker == after.LinkMaker &&
		slices.EqualFunc(before.Panel, after.Panel, sameSeat)
}

// Validate checks the shape of the request and returns the order; every refusal is [models.Invalid].
func (r Request) Validate() (Order, error) {
	o := Order{
		PostingID: r.PostingID, RoundID: r.RoundID, CandidateID: r.CandidateID, Replace: r.ReplaceExisting,
	}
	var err error
	if r.PostingID == "" {
		return o, models.About(models.Refusal{Cause: models.CauseRequired, Field: "posting_id"},
			models.Invalidf("posting_id is required"))
	}
	if r.RoundID == "" {
		return o, models.About(models.Refusal{Cause: models.CauseRequired, Field: "round_id"},
			models.Advised(models.Invalidf("round_id is required: "), models.AdvicePipeline))
	}
	if r.CandidateID == "" {
		if r.CandidateEmail == "" {
			return o, models.About(models.Refusal{Cause: models.CauseCandidate, Field: "candidate_email"},
				models.Invalidf("candidate_id or candidate_email is required"))
		}
		if o.CandidateEmail, err = models.ParseEmail("candidate_email", r.CandidateEmail); err != nil {
			return o, err
		}
		if o.CandidateName, err = models.CleanName("candidate_name", r.CandidateName); err != nil {
			return o, err
		}
	}
	if o.CandidateLanguage, err = models.ParseLanguage("candidate_language", r.CandidateLanguage); err != nil {
		return o, err
	}
	if r.InterviewerEmail != "" {
		if o.InterviewerEmail, err = models.ParseEmail("interviewer_email", r.InterviewerEmail); err != nil {
			return o, err
		}
	}
	if err := r.panel(&o); err != nil {
		return o, err
	}
	if o.MeetingLink, err = models.ParseMeetingLink("meeting_link", r.MeetingLink); err != nil {
		return o, err
	}
	if r.TimeZone != nil {
		if err := models.CheckTimeZone("time_zone", *r.TimeZone); err != nil {
			return o, err
		}
		o.TimeZone = *r.TimeZone
	}
	if r.ExternallyScheduled { // scheduled_start_at is not read
		o.Kind = OrderExternal
		switch {
		case o.InterviewerEmail == "":
			return o, models.About(models.Refusal{Cause: models.CauseWhoRuns, Field: "interviewer_email"},
				models.Invalidf("interviewer_email is required when externally_scheduled is true: who runs the session"))
		case o.MeetingLink == "":
			return o, models.About(models.Refusal{Cause: models.CauseWhereRuns, Field: "meeting_link"},
				models.Invalidf("meeting_link is required when externally_scheduled is true: an absolute http or "+
					"https URL"))
		}
		return o, nil
	}
	if r.ScheduledStartAt == nil || *r.ScheduledStartAt == "" {
		return o, models.About(models.Refusal{Cause: models.CauseRequired, Field: "scheduled_start_at"},
			models.Invalidf("scheduled_start_at is required for a standard booking: RFC 3339 with Z or an explicit "+
				"offset"))
	}
	if o.Start, err = models.ParseInstant("scheduled_start_at", *r.ScheduledStartAt); err != nil {
		return o, err
	}
	if !o.Start.Before(models.Latest) {
		return o, models.About(models.Refusal{Cause: models.CauseYears, Field: "scheduled_start_at"},
			models.Invalidf("scheduled_start_at %s is after the year 2200", models.Quote(*r.ScheduledStartAt)))
	}
	o.Start = models.Instant(o.Start)
	return o, nil
}

// panel reads the people of a panel into the order.
func (r Request) panel(o *Order) (err error) {
	switch {
	case len(r.Panel) == 0 && !r.Auto:
		return nil
	case r.ExternallyScheduled:
		return panelError("panel cannot be given when externally_scheduled is true: one person runs such a session")
	case r.Auto && o.InterviewerEmail != "":
		return panelError("interviewer_email cannot be given with panel %q, which chooses who leads", PanelAuto)
	case r.Auto:
		o.Auto = true
		return nil
	}
	if o.Panel, err = ParsePanel(r.Panel); err != nil {
		return err
	}
	if o.InterviewerEmail != "" && o.InterviewerEmail != o.Panel[0] {
		return panelError("interviewer_email %s does not lead the panel; the first of panel does", o.InterviewerEmail)
	}
	o.InterviewerEmail = o.Panel[0]
	return nil
}

// ParsePanel reads the addresses of a panel, the lead first, each once. Every refusal is [models.Invalid].
func ParsePanel(list []string) (emails []string, err error) {
	if len(list) == 0 || len(list) > models.MaxSeats {
		return nil, panelError("panel has %d people; expected 1 to %d", len(list), models.MaxSeats)
	}
	for _, address := range list {
		email, err := models.ParseEmail("panel", address)
		switch {
		case err != nil:
			return nil, err
		case slices.Contains(emails, email):
			return nil, panelError("panel names %s twice", email)
		}
		emails = append(emails, email)
	}
	return emails, nil
}

func panelError(format string, args ...any) error {
	return models.InField("panel", models.Invalidf(format, args...))
}

// Anybody is what a tool takes in the place of an interviewer's address: whoever is free then (T7).
const Anybody = "any"
