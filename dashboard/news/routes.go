// Package news has the pages of what is new on the postings that a member watches, and of how they are told (D27).
package news

import (
	"litmus/dashboard/internal/site"
	"litmus/models/access"
)

// Routes are the pages and forms of what is new.
var Routes = []site.Route{
	site.Get(site.NewsPath, access.ActionFollowPosting, showNews),
	site.Post(site.NewsPath+"/seen", access.ActionFollowPosting, markSeen),
	site.Get(site.NoticesPath, access.ActionFollowPosting, showNotices),
	site.Post(site.NoticesPath, access.ActionFollowPosting, setNotices),
}
