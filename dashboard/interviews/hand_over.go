package interviews

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/interviews"
	"litmus/store/pages"
)

// handOverPath is where several interviews are handed over at once.
const handOverPath = site.InterviewsPath + "/hand-over"

// HandOverPath returns the address of the page that hands these interviews over, "" if there are none. back is where it
// leads back to.
func HandOverPath(lines []Line, back string) string {
	if len(lines) == 0 {
		return ""
	}
	parameters := []string{"back", back}
	for _, l := range lines[:min(len(lines), mostChosen)] {
		parameters = append(parameters, "id", l.ID)
	}
	return site.Href(handOverPath, parameters...)
}

// handOverBody is the data of the page that asks what becomes of each interview, and of the one that shows what that
// will send.
type handOverBody struct {
	Lines  []handOverLine
	Stay   []handOverLine // of the preview: they are left as they are
	Why    *reasonBody
	Back   string
	Passed int // chosen interviews that are not to come any more
	Days   int // how far ahead another time is looked for
}

// handOverLine is one of the interviews.
type handOverLine struct {
	Line
	Why     string         // why it was left as it is, "" if nothing was tried
	Groups  []handOverKind // what can be chosen
	Stay    site.Choice    // to leave it as it is
	Nobody  bool           // nobody can take it, and there is no other time
	Busy    bool           // nobody is free at its start
	What    string         // of the preview: what becomes of it
	Value   string         // of the preview: the choice
	Sending site.SendingBody
}

// handOverKind are choices of one kind.
type handOverKind struct {
	Name    string
	Choices []site.Choice
}

// shownTakeover is a choice of the form: an interview at the revision that was shown, and what becomes of it.
type shownTakeover struct {
	booking.Takeover
	Revision int64
}

// value is the choice in the form: the interview, who interviews, and when it begins where that is another time.
func (t shownTakeover) value() string {
	text := t.InterviewID + "@" + strconv.FormatInt(t.Revision, 10)
	if t.Leaves() {
		return text
	}
	if text += " " + t.Email; t.Moves() {
		text += " " + models.FormatInstant(t.Start)
	}
	return text
}

// parseTakeover reads [shownTakeover.value].
func parseTakeover(value string) (t shownTakeover, err error) {
	fields := strings.Fields(value)
	if len(fields) == 0 || len(fields) > 3 {
		return t, models.Invalidf("the form is incomplete; load its page again")
	}
	id, revision, _ := strings.Cut(fields[0], "@")
	t.InterviewID = id
	t.Revision, _ = strconv.ParseInt(revision, 10, 64) // 0, which no row has, for none
	if len(fields) > 1 {
		if t.Email, err = models.ParseEmail("the interviewer's address", fields[1]); err != nil {
			return t, err
		}
	}
	if len(fields) > 2 {
		t.Start, err = models.ParseInstant("the start", fields[2])
	}
	return t, err
}

// handOverPage suggests who takes over each of the interviews that the address names, or when they take place instead
// (D11). It changes nothing.
func handOverPage(v *site.Visit) (site.Answer, error) {
	back := backOf(v.Query("back"))
	chosen := map[string]bool{}
	for _, value := range v.URL.Query()["id"] {
		id, _, _ := strings.Cut(value, "@")
		chosen[id] = true
	}
	if len(chosen) == 0 {
		return site.RedirectNote(back, "Choose the interviews first."), nil
	}
	return askTakeovers(v, slices.Sorted(maps.Keys(chosen)), back, nil, nil)
}

// handOver shows what the choices will send to whom, and carries them out once that is confirmed. Each is done by
// itself, as it was shown: one that changed meanwhile is left and shown again.
func handOver(v *site.Visit) (site.Answer, error) {
	back := backOf(v.Field("back"))
	var ids []string
	chosen := map[string]shownTakeover{}
	for _, value := range v.Form["to"] {
		t, err := parseTakeover(value)
		if err != nil {
			return site.Answer{}, err
		}
		if _, twice := chosen[t.InterviewID]; !twice {
			ids = append(ids, t.InterviewID)
		}
		chosen[t.InterviewID] = t
		if t.Moves() {
			if err := v.May(access.ActionMove, access.Facts{}); err != nil {
				return site.Answer{}, err
			}
		}
	}
	switch {
	case len(ids) == 0:
		return site.RedirectNote(back, "Choose the interviews first."), nil
	case v.Field("step") == "choose":
		return askTakeovers(v, ids, back, chosen, nil)
	case v.Field("confirm") == "":
		return previewTakeovers(v, ids, back, chosen)
	}
	by := v.By()
	var err error
	if by.Reason, err = reasonOf(v); err != nil {
		a, failed := previewTakeovers(v, ids, back, chosen)
		if failed != nil || a.Page == nil {
			return a, failed
		}
		return a.Refusing(err)
	}
	var takeovers []booking.Takeover
	for _, id := range ids {
		if t := chosen[id]; !t.Leaves() {
			takeovers = append(takeovers, t.Takeover)
			by.Shown = append(by.Shown, act.Shown{ID: id, Revision: t.Revision})
		}
	}
	if _, err := v.Store.Interviews.ByID(v.Context(), v.Org.ID, ids); err != nil { // before any of them is changed
		return site.Answer{}, err
	}
	done, refused, err := v.Acts.Bookings.HandOver(v.Context(), by, takeovers)
	if err != nil {
		return site.Answer{}, err
	}
	repeated, err := movedAlready(v, chosen, refused)
	if err != nil {
		return site.Answer{}, err
	}
	if done += repeated; len(refused) == 0 {
		note := models.Count(done, "interview") + " are handed over."
		if done == 1 {
			note = "The interview is handed over."
		}
		return site.RedirectNote(back, note), nil
	}
	a, err := askTakeovers(v, slices.Sorted(maps.Keys(refused)), back, nil, refused)
	if err != nil || a.Page == nil {
		return a, err
	}
	left := models.Count(len(refused), "interview")
	if done == 0 {
		return a.Refusing(models.Conflictf("%s could not be handed over; beside each stands why", left))
	}
	return a.Refusing(models.Conflictf("%s could not be handed over, and %d were; beside each stands why", left, done))
}

// movedAlready takes out of refused what was moved as it was chosen a moment ago: its form was sent twice. It returns
// how many these are.
func movedAlready(v *site.Visit, chosen map[string]shownTakeover, refused map[string]error) (n int, err error) {
	if len(refused) == 0 {
		return 0, nil
	}
	rows, err := v.Store.Interviews.ByID(v.Context(), v.Org.ID, slices.Collect(maps.Keys(refused)))
	for _, r := range rows {
		if t := chosen[r.ID]; t.Moves() && t.Order(r.Interview).Repeats(r.Interview, v.Now) {
			delete(refused, r.ID)
			n++
		}
	}
	return n, err
}

// backOf is where the page leads back to.
func backOf(address string) string {
	if address == "" {
		return site.InterviewsPath
	}
	return site.Within(address)
}

// handingOver are the interviews with what decides what becomes of them.
type handingOver struct {
	rows   []interviews.InterviewRow
	list   []booking.HandingOver
	names  interviews.Names
	people map[string]string // names of those who interview on the postings, by email
	passed int               // how many of those that were asked for are not to come any more
}

// readHandingOver reads the interviews of those ids that are still to come; [models.NotFound] for an unknown one. The
// number of queries does not depend on how many there are.
func readHandingOver(v *site.Visit, ids []string) (h handingOver, err error) {
	if len(ids) > mostChosen {
		return h, models.Invalidf("%d interviews are too many at once; choose at most %d", len(ids), mostChosen)
	}
	if h.rows, err = v.Store.Interviews.ByID(v.Context(), v.Org.ID, ids); err != nil {
		return h, err
	}
	h.rows = slices.DeleteFunc(h.rows, func(r interviews.InterviewRow) bool { return !r.Replaceable(v.Now) })
	h.passed = len(ids) - len(h.rows)
	if len(h.rows) == 0 {
		return h, nil
	}
	if h.names, err = v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, h.rows); err != nil {
		return h, err
	}
	plain, roundIDs := make([]models.Interview, len(h.rows)), make([]string, len(h.rows))
	for n, r := range h.rows {
		plain[n], roundIDs[n] = r.Interview, r.RoundID
	}
	rounds, err := v.Store.Pages.BookableRounds(v.Context(), v.Org.ID, pages.RoundRestriction{Any: roundIDs})
	if err != nil {
		return h, err
	}
	durations := map[string]time.Duration{}
	for _, r := range rounds {
		durations[r.ID] = r.Duration()
	}
	h.list, h.people, err = v.Store.Availability.Around(v.Context(), v.Org.ID, plain, booking.HandOverAhead)
	for n := range h.list {
		h.list[n].Available.Not = []string{h.rows[n].CandidateEmail}
		if v.Can(access.ActionMove, access.Facts{}) {
			h.list[n].Round = durations[h.list[n].RoundID]
		}
	}
	return h, err
}

// person is what somebody is called.
func (h handingOver) person(email string) string {
	if name := h.people[email]; name != "" {
		return name
	}
	return h.names.Person(email)
}

// askTakeovers asks what becomes of each interview. chosen are the choices that the form had, nil for what is
// suggested, and refused says why interviews were left as they are.
func askTakeovers(v *site.Visit, ids []string, back string, chosen map[string]shownTakeover,
	refused map[string]error) (site.Answer, error) {
	h, err := readHandingOver(v, ids)
	if err != nil {
		return site.Answer{}, err
	}
	if len(h.rows) == 0 {
		return site.RedirectNote(back, "None of them is still to come."), nil
	}
	first := site.StartOfDay(h.rows[0].StartsAt, v.Zone)
	last := v.PlusDays(site.StartOfDay(h.rows[len(h.rows)-1].StartsAt, v.Zone), bookingDays)
	loads, err := v.Store.Pages.Loads(v.Context(), v.Org.ID, first, last)
	if err != nil {
		return site.Answer{}, err
	}
	why, err := reasonForm(v)
	if err != nil {
		return site.Answer{}, err
	}
	body := handOverBody{Why: why, Back: back, Passed: h.passed,
		Days: int(booking.HandOverAhead / (24 * time.Hour))}
	for n, t := range booking.SuggestTakeovers(h.list, loads, v.Zone, v.Now) {
		wanted := t.Suggested
		if c, known := chosen[h.rows[n].ID]; known {
			wanted = c.Takeover
		}
		line := takeoverLine(v, h, h.rows[n], t, wanted, loads)
		if why := refused[line.ID]; why != nil {
			line.Why = v.Refused(why)
		}
		body.Lines = append(body.Lines, line)
	}
	return v.Show("interviews-hand-over", "Hand over "+models.Count(len(body.Lines), "interview"), body).
		Under(back, "Back").Area(site.InterviewsPath).
		Lead("Nothing is changed before you have seen what will be sent to whom."), nil
}

// laterLayout shows another time in a list of choices, which is short on a phone.
const laterLayout = "Mon 2 Jan 15:04"

// takeoverLine shows what can become of an interview, with what is wanted chosen.
func takeoverLine(v *site.Visit, h handingOver, row interviews.InterviewRow, t booking.Takeovers,
	wanted booking.Takeover, loads map[string]int) handOverLine {
	line := handOverLine{Line: LineOf(v, row, h.names), Busy: len(t.Free) == 0, Nobody: len(t.Free)+len(t.Later) == 0}
	found := wanted.Leaves()
	choice := func(c booking.Takeover, name string) site.Choice {
		c.InterviewID = row.ID
		same := c.Email == wanted.Email && c.Start.Equal(wanted.Start)
		found = found || same
		return site.Choice{Value: shownTakeover{c, row.Revision}.value(), Name: name, Chosen: same}
	}
	var free, later []site.Choice
	for _, email := range t.Free {
		free = append(free, choice(booking.Takeover{Email: email}, h.person(email)+", "+
			models.Count(loads[email], "interview")+" in these days"))
	}
	for _, c := range t.Later {
		later = append(later, choice(c, c.Start.In(v.Zone).Format(laterLayout)+", "+h.person(c.Email)))
	}
	if !found { // it was chosen before, and is not offered any more
		words := h.person(wanted.Email)
		if wanted.Moves() {
			words = wanted.Start.In(v.Zone).Format(laterLayout) + ", " + words
		}
		free = append(free, choice(wanted, words+", not free any more"))
	}
	if len(free) > 0 {
		line.Groups = append(line.Groups, handOverKind{"Free at this time", free})
	}
	if len(later) > 0 {
		line.Groups = append(line.Groups, handOverKind{"At another time", later})
	}
	line.Stay = choice(booking.Takeover{}, "Leave it as it is")
	return line
}
