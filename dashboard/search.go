package dashboard

import (
	"cmp"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/interviews"
	"litmus/models"
	"litmus/models/access"
	"litmus/store/pages"
)

// hitsOfEach is how many of each sort the search shows.
const hitsOfEach = 5

// searchBody is the data of the page of the search.
type searchBody struct {
	Text   string
	Groups []hitGroup
	Said   string // how much was found, in words
}

// hitGroup are hits of one sort.
type hitGroup struct {
	ID, Name, Icon string
	Hits           []hit
	All, AllName   string // the list with more of them, "" if these are all
}

// hit is something that was found.
type hit struct {
	Path, Name, Hint string
	Interview        *interviews.Line // nil for anything else
}

// place is a page that the search finds by its name, or by other words for it.
type place struct {
	name, others, path string
	action             access.Action
}

// places are the pages that are found beside the areas of the navigation: what people do most first.
var places = []place{
	{"Book an interview", "schedule new", site.BookPath, access.ActionBook},
	{"Invite a candidate", "send assessment new", site.InvitePath, access.ActionInvite},
	{"Invite several candidates", "send paste list csv note", site.InviteSeveralPath, access.ActionInvite},
	{"Week", "calendar of interviews", site.WeekPath, access.ActionSeeInterview},
	{"New posting", "role job", site.PostingsPath + "/new", access.ActionEditPosting},
	{"New assessment", "", site.AssessmentsPath + "/new", access.ActionEditAssessment},
	{"New API key", "", site.KeysPath + "/new", access.ActionManageKeys},
	{"Your working hours", "availability absences vacation", site.HoursPath, access.ActionEditHours},
	{"Your calendar", "connect google microsoft caldav", site.CalendarPath, access.ActionConnectCalendar},
	{"Your meeting link", "zoom meet teams", models.MeetingLinkPath, access.ActionEditMeetingLink},
	{"Connected calendars", "", models.DashboardPath + "/calendars", access.ActionSeeAvailability},
	{"Your sessions", "sign out devices", models.DashboardPath + "/sessions", site.AnyMember},
	{"Time zone", "", models.DashboardPath + "/zone", site.AnyMember},
}

// search finds candidates, interviews, postings, people and pages by their names (D25), nothing that its own page would
// not show the viewer. Without words it offers the pages.
func search(v *site.Visit) (site.Answer, error) {
	text := strings.TrimSpace(v.Query("q"))
	words := models.SearchWords(text)
	upcoming := models.ViewUpcoming.Search(models.InterviewFilter{}, v.Today(), v.Now)
	upcoming.Own = v.Own()
	found, err := v.Store.Pages.Search(v.Context(), v.Org.ID, words, upcoming, hitsOfEach)
	if err != nil {
		return site.Answer{}, err
	}
	body := searchBody{Text: text}
	n := 0
	for _, g := range []hitGroup{pagesFound(v, words), candidatesFound(found, text), interviewsFound(v, found, text),
		postingsFound(v, found, text), peopleFound(v, found), poolsFound(v, found)} {
		if n += len(g.Hits); len(g.Hits) > 0 {
			body.Groups = append(body.Groups, g)
		}
	}
	switch {
	case len(words) == 0:
		body.Said = "Type a name, an address or a posting."
	case n == 0:
		body.Said = "Nothing is called so."
	default:
		body.Said = models.Count(n, "result")
	}
	return v.Show("search", "Search", body), nil
}

// pagesFound are the pages whose names have the words, of those that the member gets to.
func pagesFound(v *site.Visit, words []string) hitGroup {
	g := hitGroup{ID: "pages", Name: "Pages", Icon: "arrow-right"}
	add := func(p place) {
		if len(g.Hits) < hitsOfEach && v.Reaches(p.path, p.action) && models.HasWords(words, p.name, p.others) {
			g.Hits = append(g.Hits, hit{Path: p.path, Name: p.name})
		}
	}
	for _, a := range site.Areas {
		if len(words) > 0 {
			add(place{a.Name, "", a.Path, a.Action})
		}
	}
	for _, p := range places {
		add(p)
	}
	return g
}

func candidatesFound(found pages.Hits, text string) hitGroup {
	g := hitGroup{ID: "candidates", Name: "Candidates", Icon: "users"}
	for _, c := range found.Candidates {
		g.Hits = append(g.Hits, hit{Path: site.CandidatesPath + "/" + c.ID, Name: models.NameOf(c.Name, c.Email),
			Hint: hints(c.Email, c.PostingTitle, c.AssessmentTitle)})
	}
	if found.MoreCandidates {
		g.All, g.AllName = site.Href(site.CandidatesPath, "q", text), "All candidates"
	}
	return g
}

func interviewsFound(v *site.Visit, found pages.Hits, text string) hitGroup {
	g := hitGroup{ID: "interviews", Name: "Interviews", Icon: "calendar-days"}
	for _, l := range interviews.LinesOf(v, found.Interviews, found.Names) {
		g.Hits = append(g.Hits, hit{Path: l.Path, Name: l.Candidate, Interview: &l,
			Hint: hints(l.Posting, cmp.Or(l.Interviewer, "nobody is named"))})
	}
	if found.MoreInterviews {
		g.All = site.Href(site.InterviewsPath, "q", text, "view", string(models.ViewAll))
		g.AllName = "All interviews"
	}
	return g
}

func postingsFound(v *site.Visit, found pages.Hits, text string) hitGroup {
	g := hitGroup{ID: "postings", Name: "Postings", Icon: "briefcase"}
	if !v.Can(access.ActionSeePosting, access.Facts{}) {
		return g
	}
	for _, p := range found.Postings {
		state := p.Status
		if p.ArchivedAt != nil {
			state = models.StateArchived
		}
		g.Hits = append(g.Hits, hit{Path: site.PostingPath(p.ID, ""), Name: p.Title,
			Hint: hints(p.Team, p.Location, state)})
	}
	if found.MorePostings {
		g.All, g.AllName = site.Href(site.PostingsPath, "q", text), "All postings"
	}
	return g
}

// peopleFound leads to the hours of members and interviewers, for an interviewer to their own.
func peopleFound(v *site.Visit, found pages.Hits) hitGroup {
	g := hitGroup{ID: "people", Name: "People", Icon: "user"}
	for _, m := range found.People {
		if v.Can(access.ActionSeeAvailability, v.OwnOf(m.Email)) {
			g.Hits = append(g.Hits, hit{Name: models.NameOf(m.Name, m.Email), Hint: m.Email,
				Path: site.Href(site.HoursPath, "person", v.Store.Availability.PersonID(v.Org.ID, m.Email))})
		}
	}
	switch {
	case !found.MorePeople || !v.Can(access.ActionSeeAvailability, access.Facts{}):
	case v.Can(access.ActionManageMembers, access.Facts{}):
		g.All, g.AllName = site.MembersPath, "All members"
	default:
		g.All, g.AllName = site.AvailabilityPath, "Everybody's availability"
	}
	return g
}

func poolsFound(v *site.Visit, found pages.Hits) hitGroup {
	g := hitGroup{ID: "pools", Name: "Pools", Icon: "graduation-cap"}
	if !v.Can(access.ActionSeePools, access.Facts{}) {
		return g
	}
	for _, p := range found.Pools {
		g.Hits = append(g.Hits, hit{Path: site.PoolPath(p.ID, ""), Name: p.Name})
	}
	if found.MorePools {
		g.All, g.AllName = site.PoolsPath, "All pools"
	}
	return g
}

// hints joins what is said below a name, without what is missing.
func hints(parts ...string) string {
	var some []string
	for _, p := range parts {
		if p != "" {
			some = append(some, p)
		}
	}
	return strings.Join(some, " · ")
}
