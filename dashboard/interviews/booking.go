package interviews

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/store/pages"
	"litmus/zones"
)

// bookingDays is how many days of times a page has: those of a grid.
const bookingDays = 7

// chosenBooking is what was chosen so far. Its form carries it on from page to page, so that no address has personal
// data in it.
type chosenBooking struct {
	Candidate pages.FoundCandidate // of a new one only the email and the name
	New       bool
	Round     pages.BookableRound
	Replaces  *models.Interview // the candidate's interview, which this booking replaces
	InZone    string            // in which letters show times, "" for the organization's
	Back      string            // the address of the week from which it was begun, "" for none
}

// bookBody is the data of the page that asks for whom and for which round (the first step).
type bookBody struct {
	Text      string
	Searched  bool
	Found     []foundLine
	Rounds    []site.Choice
	Email     string
	Name      string
	Candidate *foundLine // chosen, and of several rounds one is still to be
	Begun     begunBooking
}

// foundLine is a candidate record to choose.
type foundLine struct {
	ID, Name, Email, Posting, Assessment string
	Interview                            string // when they have one, "" for none
	Refusal                              string // why nothing can be booked for them, "" if it can
}

// book asks for whom and for which round an interview is booked, as far as the address does not say.
func book(v *site.Visit) (site.Answer, error) {
	if id := v.Query("round"); id != "" {
		if err := v.Store.Pages.CheckRound(v.Context(), v.Org.ID, id); err != nil {
			return site.Answer{}, err
		}
	}
	if id := v.Query("again"); id != "" {
		return bookAgain(v, id)
	}
	if id := v.Query("candidate"); id != "" {
		return bookFor(v, id, v.Query("round"), bookingForm{Week: dayAsked(v)}, "")
	}
	begun, err := begin(v)
	if err != nil {
		return site.Answer{}, err
	}
	return askForWhom(v, bookBody{Text: strings.TrimSpace(v.Query("q")), Begun: begun}, v.Query("round"))
}

// bookFor goes on with a candidate who is known: to the times, whose form has what is known besides, or to the choice
// of one of several rounds.
func bookFor(v *site.Visit, candidateID, roundID string, f bookingForm, zone string) (site.Answer, error) {
	found, err := v.Store.Pages.BookedCandidate(v.Context(), v.Org.ID, candidateID)
	if models.KindOf(err) == models.Invalid {
		a, wrong := askForWhom(v, bookBody{}, "")
		if wrong != nil {
			return a, wrong
		}
		return a.Refusing(err)
	}
	if err != nil {
		return site.Answer{}, err
	}
	rounds, err := v.Store.Pages.BookableRounds(v.Context(), v.Org.ID,
		pages.RoundRestriction{PostingID: found.PostingID,
			TrackID: found.TrackID, AssessmentID: found.AssessmentID, RoundID: roundID})
	if err != nil {
		return site.Answer{}, err
	}
	begun, err := begin(v)
	if err != nil {
		return site.Answer{}, err
	}
	line := foundOf(v, found)
	if len(rounds) == 1 && line.Refusal == "" {
		c := chosenBooking{Candidate: found, Round: rounds[0], Replaces: found.Interview, InZone: zone,
			Back: begun.Back}
		return begun.times(v, c, f)
	}
	body := bookBody{Candidate: &line, Rounds: roundChoices(rounds, roundID), Begun: begun}
	a := v.Show("book", "Book an interview", body).Under(site.InterviewsPath, "Interviews")
	switch {
	case line.Refusal != "":
		return a.Refusing(models.Conflictf("%s", line.Refusal))
	case len(rounds) == 0:
		return a.Refusing(models.Conflictf("no round of %s in the candidate's track can be booked: configure one in "+
			"the pipeline of the posting", found.PostingTitle))
	}
	return a, nil
}

// askForWhom shows the form for the candidate, and the records that match what was looked for.
func askForWhom(v *site.Visit, body bookBody, roundID string) (site.Answer, error) {
	rounds, err := v.Store.Pages.BookableRounds(v.Context(), v.Org.ID,
		pages.RoundRestriction{PostingID: v.Query("posting")})
	if err != nil {
		return site.Answer{}, err
	}
	if len(rounds) == 1 {
		roundID = rounds[0].ID
	}
	body.Rounds = roundChoices(rounds, roundID)
	if words := models.SearchWords(body.Text); len(words) > 0 {
		found, err := v.Store.Pages.FindCandidates(v.Context(), v.Org.ID, words, 20)
		if err != nil {
			return site.Answer{}, err
		}
		body.Searched = true
		for _, f := range found {
			body.Found = append(body.Found, foundOf(v, f))
		}
	}
	return v.Show("book", "Book an interview", body).Under(site.InterviewsPath, "Interviews"), nil
}

func foundOf(v *site.Visit, f pages.FoundCandidate) foundLine {
	l := foundLine{ID: f.ID, Name: models.NameOf(f.Name, f.Email), Email: f.Email, Posting: f.PostingTitle,
		Assessment: f.AssessmentTitle}
	if i := f.Interview; i != nil {
		if l.Interview = "waits for a link to be opened"; !i.Unused() {
			l.Interview = site.WhenText(i.StartsAt, v.Zone)
		}
	}
	if state := f.StateAt(v.Now, f.Interview != nil); !models.ActiveState(state) {
		l.Refusal = l.Name + " is " + strings.ReplaceAll(state, "_", " ") + " for " + f.AssessmentTitle +
			", so nothing can be booked any more"
	}
	return l
}

func roundChoices(rounds []pages.BookableRound, chosen string) []site.Choice {
	out := make([]site.Choice, len(rounds))
	for n, r := range rounds {
		name := r.PostingTitle + ": " + r.Title + ", " + strconv.Itoa(r.DurationMinutes) + " minutes"
		for _, other := range rounds {
			if other.PostingID == r.PostingID && other.TrackID != r.TrackID {
				name = r.PostingTitle + ", " + r.TrackName + ": " + r.Title + ", " + strconv.Itoa(r.DurationMinutes) +
					" minutes"
				break
			}
		}
		out[n] = site.Choice{Value: r.ID, Name: name, Chosen: r.ID == chosen}
	}
	return out
}

// bookingForm is what the form of the times and of the preview says beside [chosenBooking].
type bookingForm struct {
	Week        time.Time // when the first day of the times begins
	Date, Clock string    // of another time, in the viewer's zone
	Interviewer string    // "" for nobody
	Pick        string    // a start and who interviews, as the grid has them
	Link        string    // a meeting link, "" for the one that is configured or made
	External    bool      // a session by single-use link, which has no time
	Auto        bool      // of another time of a round with seats: a panel is seated, unless somebody is named
	Panel       []string  // who takes the seats, the lead first; none: whom we choose

	Compared []string // the people who have a lane of their own in the grid, none for whoever is free
	Beside   string   // a zone whose clock stands beside the viewer's, such as the candidate's; "" for none
	All      bool     // hours of the day are shown
}

// formOf reads what the form says. The days that it showed stay.
func formOf(v *site.Visit) (f bookingForm, err error) {
	f = bookingForm{Date: v.Field("date"), Clock: v.Field("clock"), Interviewer: v.Field("interviewer"),
		Pick: v.Field("pick"), Link: v.Field("link"), External: v.Field("external") != "", Beside: v.Field("beside"),
		All: v.Field("hours") != "", Auto: v.Field("auto") != ""}
	for _, email := range v.Form["panel"] {
		if email != "" { // nobody takes that seat
			f.Panel = append(f.Panel, email)
		}
	}
	for _, email := range v.Form["who"] {
		if len(f.Compared) < mostCompared {
			f.Compared = append(f.Compared, email)
		}
	}
	if f.Beside != "" && !zones.Offered(f.Beside) {
		f.Beside = ""
	}
	if first := cmp.Or(v.Field("week"), v.Field("first")); first != "" {
		f.Week, err = v.ParseDay("week", first)
	}
	return f, err
}

// bookStep goes on from what was chosen: to the times, or to what will be sent.
func bookStep(v *site.Visit) (site.Answer, error) {
	c, a, err := chosen(v)
	if err != nil || a.Page != nil {
		return a, err
	}
	return step(v, c)
}

// step shows the page that the form asks for.
func step(v *site.Visit, c chosenBooking) (site.Answer, error) {
	f, err := formOf(v)
	if err != nil {
		return askWhenAgain(v, c, f, err)
	}
	if v.Field("week") != "" || v.Field("step") == "times" ||
		f.All && f.Pick+f.Date+f.Clock == "" && !f.External { // another view of the times was asked for
		return askWhen(v, c, f, nil)
	}
	order, err := readOrder(v, c, f)
	if err == nil {
		return preview(v, c, f, order)
	}
	return askWhenAgain(v, c, f, err)
}

// askWhenAgain shows the forms of the times with what is wrong in the one that was sent.
func askWhenAgain(v *site.Visit, c chosenBooking, f bookingForm, wrong error) (site.Answer, error) {
	a, err := askWhen(v, c, f, nil)
	if err != nil {
		return a, err
	}
	if f.External {
		a = a.At(map[string]string{"interviewer_email": "runs", "meeting_link": "where"})
	}
	return a.Refusing(wrong)
}

// chosen reads who was chosen and for which round. If the form does not say, or they cannot be booked, the answer's
// page asks again.
func chosen(v *site.Visit) (c chosenBooking, again site.Answer, err error) {
	refuse := func(body bookBody, refused error) (chosenBooking, site.Answer, error) {
		a, err := askForWhom(v, body, v.Field("round"))
		if err != nil {
			return c, a, err
		}
		a, err = a.Refusing(refused)
		return c, a, err
	}
	body := bookBody{Email: v.Field("email"), Name: v.Field("name")}
	c.Back = weekBefore(v)
	rounds, err := v.Store.Pages.BookableRounds(v.Context(), v.Org.ID,
		pages.RoundRestriction{RoundID: v.Field("round")})
	if err != nil {
		return c, again, err
	}
	if v.Field("round") == "" || len(rounds) != 1 {
		if id := v.Field("round"); id != "" {
			if err := v.Store.Pages.CheckRound(v.Context(), v.Org.ID, id); err != nil {
				return c, again, err
			}
		}
		return refuse(body, models.InField("round", models.Invalidf("choose a round that can be booked")))
	}
	c.Round = rounds[0]
	if zone := v.Field("zone"); zones.Offered(zone) {
		c.InZone = zone
	}
	if id := v.Field("candidate"); id != "" {
		if c.Candidate, err = v.Store.Pages.BookedCandidate(v.Context(), v.Org.ID, id); err != nil {
			return c, again, err
		}
		c.Replaces = c.Candidate.Interview
		return c, again, nil
	}
	email, refused := models.ParseEmail("the email address", body.Email)
	if refused != nil {
		return refuse(body, refused)
	}
	name, refused := models.CleanName("the name", body.Name)
	if refused != nil {
		return refuse(body, refused)
	}
	record, err := v.Store.Pages.CandidateOf(v.Context(), v.Org.ID, c.Round.PostingID, c.Round.AssessmentID, email)
	switch {
	case err != nil:
		return c, again, err
	case record != nil: // they are no new candidate
		c.Candidate, c.Replaces = *record, record.Interview
	default:
		c.New = true
		c.Candidate = pages.FoundCandidate{Candidate: models.Candidate{Email: email, Name: name},
			PostingTitle: c.Round.PostingTitle}
	}
	return c, again, nil
}

// kept are the fields of what was chosen.
func (c chosenBooking) kept() []site.HiddenField {
	fields := []site.HiddenField{{Name: "round", Value: c.Round.ID}}
	if c.InZone != "" {
		fields = append(fields, site.HiddenField{Name: "zone", Value: c.InZone})
	}
	if c.Back != "" {
		fields = append(fields, site.HiddenField{Name: "back", Value: c.Back})
	}
	if c.New {
		return append(fields, site.HiddenField{Name: "email", Value: c.Candidate.Email}, site.HiddenField{Name: "name",
			Value: c.Candidate.Name})
	}
	return append(fields, site.HiddenField{Name: "candidate", Value: c.Candidate.ID})
}

// Name returns the candidate's name, else their address.
func (c chosenBooking) Name() string { return models.NameOf(c.Candidate.Name, c.Candidate.Email) }

// back is the page that the booking was begun on.
func (c chosenBooking) back() string {
	if c.Back != "" {
		return c.Back
	}
	if c.Replaces != nil {
		return site.InterviewPath(c.Replaces.ID)
	}
	return site.BookPath
}

func (c chosenBooking) backName() string {
	if c.Back != "" {
		return "The week"
	}
	if c.Replaces != nil {
		return c.Name()
	}
	return "Book an interview"
}

// dayAsked is the first day of the times that the address asks for, the zero time if it asks for none.
func dayAsked(v *site.Visit) time.Time {
	day, err := v.ParseDay("week", v.Query("week"))
	if err != nil {
		return time.Time{}
	}
	return day
}
