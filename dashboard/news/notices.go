package news

import (
	"litmus/dashboard/internal/site"
	"litmus/models/news"
)

// noticesView is the page where members choose how they are told.
type noticesView struct {
	Choices             []choice
	Recruiting, Follows []news.Watcher
	Here, Postings      string
}

// choice is how somebody is told of some postings.
type choice struct {
	Name, Legend string
	Chosen       news.Often
	Ways         []way
}

// way is one of the answers to a choice.
type way struct {
	Value news.Often
	Words string
}

var ways = []way{{news.AtOnce, "At once, gathered into one letter where there is much"},
	{news.Daily, "Once a day, in the morning"}, {news.Never, "Never by letter"}}

// showNotices shows how the member is told, and of which postings.
func showNotices(v *site.Visit) (site.Answer, error) {
	w, err := v.Store.Watchers.Watching(v.Context(), v.Org.ID, v.Member.Email)
	if err != nil {
		return site.Answer{}, err
	}
	return noticesOf(v, w.Settings, w.Postings), nil
}

func noticesOf(v *site.Visit, s news.Settings, postings []news.Watcher) site.Answer {
	view := noticesView{Here: site.NoticesPath, Postings: site.PostingsPath, Choices: []choice{
		{"recruiting", "On postings that you recruit for", s.AsRecruiter, ways},
		{"following", "On postings that you follow", s.Following, ways}}}
	for _, p := range postings {
		if p.Recruiter {
			view.Recruiting = append(view.Recruiting, p)
		} else {
			view.Follows = append(view.Follows, p)
		}
	}
	return v.Show("notices", "How you are told", view).Lead("A letter says when a candidate picks a time, moves or "+
		"cancels their interview, or hands in. “What is new” shows all of it in any case.").Under(site.NewsPath,
		"What is new")
}

// setNotices saves how the member is told.
func setNotices(v *site.Visit) (site.Answer, error) {
	to := news.Settings{AsRecruiter: news.Often(v.Field("recruiting")), Following: news.Often(v.Field("following"))}
	if err := v.Acts.Watchers.SetNews(v.Context(), v.By(), to); err != nil {
		w, failed := v.Store.Watchers.Watching(v.Context(), v.Org.ID, v.Member.Email)
		if failed != nil {
			return site.Answer{}, failed
		}
		return noticesOf(v, w.Settings, w.Postings).Refusing(err)
	}
	return site.RedirectNote(site.NoticesPath, "It is saved."), nil
}
