package pipelines

import (
	"slices"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
)

// watchView says who watches a posting, and whether the viewer does (D27).
type watchView struct {
	Recruiters, Followers []pipeline.PostingWatcher
	MayFollow, Follows    bool
}

func watchOf(v *site.Visit, page pipeline.PostingPage) (w watchView) {
	watches := false
	for _, p := range page.Watchers {
		watches = watches || p.Email == v.Member.Email
		if p.Recruiter {
			w.Recruiters = append(w.Recruiters, p)
			continue
		}
		w.Followers = append(w.Followers, p)
		w.Follows = w.Follows || p.Email == v.Member.Email
	}
	w.MayFollow = !watches && page.Posting.ArchivedAt == nil && v.Can(access.ActionFollowPosting, access.Facts{})
	return w
}

// follow has the member told of the posting.
func follow(v *site.Visit) (site.Answer, error) {
	if err := v.Acts.Watchers.Follow(v.Context(), v.By(), v.ID()); err != nil {
		return postingProblem(v, err)
	}
	return site.RedirectNote(site.PostingPath(v.ID(), ""),
		"You follow this posting. “How you are told” says when."), nil
}

// unfollow undoes it, and leads back to where the button was.
func unfollow(v *site.Visit) (site.Answer, error) {
	if err := v.Acts.Watchers.Unfollow(v.Context(), v.By(), v.ID()); err != nil {
		return postingProblem(v, err)
	}
	back := site.PostingPath(v.ID(), "")
	if v.Field("back") == site.NoticesPath {
		back = site.NoticesPath
	}
	return site.RedirectNote(back, "You do not follow the posting any more."), nil
}

// recruiterChoice is a member who can be a recruiter of a posting.
type recruiterChoice struct {
	models.Member
	Chosen bool
}

// recruiterChoices are the members who can be recruiters: those who are come first, in their order.
func recruiterChoices(v *site.Visit, chosen []string) (out []recruiterChoice, err error) {
	members, err := v.Store.Team.Members(v.Context(), v.Org.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		if pipeline.MayRecruit(m.Role) {
			out = append(out, recruiterChoice{m, slices.Contains(chosen, m.Email)})
		}
	}
	place := func(c recruiterChoice) int {
		if !c.Chosen {
			return len(chosen)
		}
		return slices.Index(chosen, c.Email)
	}
	slices.SortStableFunc(out, func(a, b recruiterChoice) int { return place(a) - place(b) })
	return out, nil
}
