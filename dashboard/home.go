package dashboard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/interviews"
	"litmus/models"
	"litmus/models/access"
	"litmus/store/availability"
	"litmus/store/pages"
)

// comingDays is how many days after today the first page shows.
const comingDays = 2

// linksWithin is how long before its end a candidate link is listed.
const linksWithin = 24 * time.Hour

// maxNews is how far the first page counts what is new.
const maxNews = 50

// NewsWords says how much is new.
func (b homeBody) NewsWords() string {
	if b.News > maxNews {
		return "More than " + strconv.Itoa(maxNews) + " things"
	}
	return models.Count(b.News, "thing")
}

// homeBody is the data of the first page (D10).
type homeBody struct {
	Tabs      []site.Tab // mine or everybody's; none for whoever sees their own only
	Days      []homeDay
	More      string // the list, when it has more
	Links     []interviews.Line
	Failing   []failingLine
	Broken    []brokenLine
	Waiting   []pages.WaitingInvitations
	Asked     []askedLine
	HandOver  string // where those of Asked whose leads are to be replaced are handed over
	Unlinked  []interviews.UnlinkedLine
	Drifted   []interviews.DriftLine
	Refilled  []refilledLine
	Unoffered []availability.Offering // of whoever sees only their own: the postings on which they offer no time
	Book      string                  // "" if the viewer may not book
	Team      []waitingLine           // what waits to be graded and decided on
	Mine      bool
	Well      bool        // nothing is to be mended
	News      int         // what candidates did on the viewer's postings and they have not seen, at most maxNews
	Own       bool        // only what is the viewer's own is shown
	First     []firstStep // what a new team does first; none once there is an interview
	Zone      string
}

// homeDay is a day with its interviews.
type homeDay struct {
	Name  string
	Day   time.Time
	Lines []interviews.Line
}

// failingLine is an effect that fails, with what mends it.
type failingLine struct {
	Who, Sort string
	Path      string // of the interview or the candidate
	Trouble   site.Trouble
	Since     time.Time
}

// askedLine is an interview for which a replacement is asked.
type askedLine struct {
	interviews.Line
	By, Reason string
	Declined   bool // in their calendar
	Room       bool // it is a room whose calendar declined
	Answered   bool // declined by their letter
	AskedAt    time.Time
	Of         string // in whose place, where it is a panel and they did not ask themselves; else ""
	Needs      string // why somebody is needed though nobody asked; "" if somebody did
	Reassign   string // where the interviewer is changed
	Button     string // that leads there
	Elsewhere  string // at which other times there would be somebody, "" if nobody looked
}

// refilledLine is a seat that somebody else got by itself.
type refilledLine struct {
	interviews.Line
	Left, Joined string
	Room         bool // both are rooms
	At           time.Time
}

// refilledWithin is how long the first page says that a seat was refilled.
const refilledWithin = 3 * 24 * time.Hour

// mostElsewhere is of how many requests the first page says at which other times there would be somebody.
const mostElsewhere = 3

// brokenLine is a calendar that cannot be read.
type brokenLine struct {
	Name, Problem, Mend string
	Path                string // where it is mended, "" if the viewer may not
	Since               time.Time
}

// home shows the next interviews, and what is to be mended, each with the button that mends it (D10).
func home(v *site.Visit) (site.Answer, error) {
	own := v.Own()
	mine := own != "" || v.Query("whose") == "mine"
	today := v.Today()
	span := pages.HomeSpan{From: today, To: v.PlusDays(today, comingDays+1).Add(-time.Millisecond),
		LinksEnd: v.Now.Add(linksWithin), Own: own, OwnEffect: own,
		Postings: v.Can(access.ActionInvite, access.Facts{}), Reassigns: v.Can(access.ActionReassign, access.Facts{})}
	if mine {
		span.Own = v.Member.Email
	}
	if v.Org.RefillHours > 0 && span.Reassigns {
		span.Refilled = v.Now.Add(-refilledWithin)
	}
	h, err := v.Store.Pages.Home(v.Context(), v.Org.ID, span)
	if err != nil {
		return site.Answer{}, err
	}
	body := homeBody{Links: interviews.LinesOf(v, h.Links, h.Names), Waiting: h.Waiting, Mine: mine,
		Zone: v.Zone.String()}
	if own == "" {
		body.Tabs = []site.Tab{{Name: "Everybody's", Path: models.DashboardPath, Chosen: !mine},
			{Name: "Mine", Path: site.Href(models.DashboardPath, "whose", "mine"), Chosen: mine}}
	}
	if v.Can(access.ActionBook, access.Facts{}) {
		body.Book = site.BookPath
	}
	if h.More {
		body.More = site.InterviewsPath
	}
	names := []string{"Today", "Tomorrow"}
	for n := range comingDays + 1 {
		day := homeDay{Day: v.PlusDays(today, n)}
		if day.Name = day.Day.In(v.Zone).Weekday().String(); n < len(names) {
			day.Name = names[n]
		}
		body.Days = append(body.Days, day)
	}
	for _, l := range interviews.LinesOf(v, h.Coming, h.Names) {
		n := comingDays
		for n > 0 && l.StartsAt.Before(body.Days[n].Day) {
			n--
		}
		body.Days[n].Lines = append(body.Days[n].Lines, l)
	}
	for _, e := range h.Failing {
		body.Failing = append(body.Failing, failingOf(v, e))
	}
	for _, c := range h.Broken {
		body.Broken = append(body.Broken, brokenOf(v, c))
	}
	var ofLeads []interviews.Line
	for n, l := range interviews.LinesOf(v, h.Asked, h.Names) {
		if h.Asked[n].ReplacementOf(l.InterviewerEmail, v.Now) != nil {
			ofLeads = append(ofLeads, l)
		}
		for _, asked := range h.Asked[n].ReplacementsAskedAt(v.Now) {
			line := askedLine{Line: l, By: h.Names.Person(asked.By), Reason: asked.Reason,
				Declined: asked.Declined, Answered: asked.Source != "", AskedAt: asked.AskedAt,
				Button:   "Change interviewer",
				Reassign: interviews.SeatPath(h.Asked[n].Interview, asked.Interviewer)}
			if asked.Interviewer != l.InterviewerEmail {
				line.Button = "Swap"
			}
			if line.Room = h.Asked[n].RoomOf(asked.Interviewer) != nil; line.Room {
				line.Button = "Another room"
			}
			line.Needs = asked.NeedWords()
			if line.Needs != "" || len(l.Panel) > 0 && asked.By != asked.Interviewer {
				line.Of = h.Names.Person(asked.Interviewer)
			}
			if len(body.Asked) < mostElsewhere {
				if line.Elsewhere, err = interviews.Elsewhere(v, h.Asked[n].Interview, asked.Interviewer); err != nil {
					return site.Answer{}, err
				}
			}
			body.Asked = append(body.Asked, line)
		}
	}
	for n, l := range interviews.LinesOf(v, h.Refilled, h.Names) {
		for _, d := range h.Refilled[n].RefilledSince(span.Refilled) {
			body.Refilled = append(body.Refilled, refilledLine{l, h.Names.Person(d.Email), h.Names.Person(d.Joined),
				!strings.Contains(d.Email, "@"), d.At})
		}
	}
	body.HandOver = interviews.HandOverPath(ofLeads, models.DashboardPath)
	for _, row := range h.Unlinked {
		body.Unlinked = append(body.Unlinked, interviews.UnlinkedOf(v, row, h.Names, h.Assigned))
	}
	for _, row := range h.Drifted {
		body.Drifted = append(body.Drifted, interviews.DriftsOf(v, row, h.Names, span.Own)...)
	}
	if body.First, err = firstSteps(v); err != nil {
		return site.Answer{}, err
	}
	if body.Own = own != ""; body.Own {
		list, err := v.Store.Availability.Offerings(v.Context(), v.Org.ID, "", own)
		if err != nil {
			return site.Answer{}, err
		}
		body.Unoffered = slices.DeleteFunc(list, func(o availability.Offering) bool { return !o.None() })
	}
	if body.Team, err = teamsWork(v); err != nil {
		return site.Answer{}, err
	}
	if v.Can(access.ActionFollowPosting, access.Facts{}) {
		if body.News, err = v.Store.Pages.FreshNews(v.Context(), v.Org.ID, v.Member.Email, maxNews+1); err != nil {
			return site.Answer{}, err
		}
	}
	body.Well = len(body.Links)+len(body.Failing)+len(body.Broken)+len(body.Waiting)+len(body.Asked)+
		len(body.First)+len(body.Unoffered)+len(body.Unlinked)+len(body.Drifted) == 0
	return v.Show("home", "Home", body), nil
}

// brokenOf says since when a calendar cannot be read, what that means, and what mends it.
func brokenOf(v *site.Visit, c pages.BrokenCalendar) brokenLine {
	t := c.TroubleAt(v.Now, v.Zone)
	l := brokenLine{Name: models.NameOf(c.Name, c.Email), Since: *c.FailingSince, Problem: t.Problem, Mend: t.Mend,
		Path: v.ToCalendar(c.Email)}
	if l.Path == "" {
		l.Mend = l.Name + " or an admin can mend it."
	}
	return l
}

// failingOf says what fails for whom, and what mends it.
func failingOf(v *site.Visit, e pages.FailingEffect) failingLine {
	name := models.NameOf(e.CandidateName, e.CandidateEmail)
	l := failingLine{Who: name, Path: site.CandidatesPath + "/" + e.RecordID, Since: e.UpdatedAt}
	if e.InterviewID != "" {
		l.Path = site.InterviewPath(e.InterviewID)
	}
	email, whom := e.Whose(), ""
	if whom = cmp.Or(e.Room, email); email == e.CandidateEmail {
		whom = name
	}
	l.Trouble = site.TroubleOf(e.Target, e.Code, whom, v.ToCalendar(email), !e.Permanent)
	l.Sort = targetNames[site.SortOf(e.Target)]
	return l
}

// targetNames say what an effect is on.
var targetNames = map[string]string{"letter": "Letter", "calendar": "Calendar", "meeting": "Meeting link",
	"notetaker": "Notetaker"}

// slash leads from the address with a slash at its end to the first page.
func slash(*site.Visit) (site.Answer, error) { return site.Redirect(models.DashboardPath), nil }
