package news

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/news"
)

// shown is how many events the page shows.
const shown = 50

// newsView is the page of what is new.
type newsView struct {
	Lines    []line
	Fresh    int
	More     bool   // there are older ones
	UpTo     string // the place of the newest one
	Watching bool   // the member watches a posting
	Notices  string
}

// line is an event with the page of what it is about.
type line struct {
	news.Event
	Path    string
	Posting string // page of the posting
	Who     string
}

// showNews shows what candidates did on the postings that the member watches, and marks what they have not seen. It
// changes nothing: what is new stays so until they say that they have seen it.
func showNews(v *site.Visit) (site.Answer, error) {
	list, more, err := v.Store.Pages.News(v.Context(), v.Org.ID, v.Member.Email, shown)
	if err != nil {
		return site.Answer{}, err
	}
	watching, err := v.Store.Watchers.Watching(v.Context(), v.Org.ID, v.Member.Email)
	if err != nil {
		return site.Answer{}, err
	}
	view := newsView{More: more, Watching: len(watching.Postings) > 0, Notices: site.NoticesPath}
	changes := make([]models.Change, len(list))
	for n, e := range list {
		changes[n] = e.Change
	}
	for n, c := range v.ChangeLines(changes) {
		e := list[n]
		if e.Fresh {
			view.Fresh++
		}
		view.Lines = append(view.Lines, line{e, c.Path, site.PostingPath(e.PostingID, ""),
			models.NameOf(e.Candidate, e.CandidateEmail)})
	}
	if len(list) > 0 {
		view.UpTo = models.Position{At: list[0].At, ID: list[0].ID}.String()
	}
	return v.Show("news", "What is new", view).
		Lead("What candidates did in the last 14 days on the postings that you recruit for or follow."), nil
}

// markSeen says that the member has seen what the page showed. What came since stays new.
func markSeen(v *site.Visit) (site.Answer, error) {
	upTo, err := models.ParsePosition(v.Field("up_to"))
	if err == nil {
		err = v.Acts.Watchers.MarkSeen(v.Context(), v.By(), upTo)
	}
	if err != nil {
		a, failed := showNews(v)
		if failed != nil {
			return site.Answer{}, failed
		}
		return a.Refusing(err)
	}
	return site.RedirectNote(site.NewsPath, "All of it is marked as seen."), nil
}
