package site

import (
	"strings"

	"litmus/models"
	"litmus/models/access"
)

// Reaches reports whether the member gets to a page of that action, if only with what is their own.
func (v *Visit) Reaches(path string, a access.Action) bool {
	return v.Served[path] && (a == AnyMember || v.Can(a, access.Facts{Own: true}))
}

// key is what a key of the keyboard leads to, or two of them one after another.
type key struct {
	Key, Name, Path string
	action          access.Action
}

// Strokes are the keys to press, in their order.
func (k key) Strokes() []string { return strings.Fields(k.Key) }

// Finds reports whether the key opens the search.
func (k key) Finds() bool { return k.Path == SearchPath }

// keys are the keys of every page. A script presses the links of their list.
var keys = []key{
	{"/", "Search", SearchPath, AnyMember},
	{"g h", "Home", models.DashboardPath, AnyMember},
	{"g i", "Interviews", InterviewsPath, access.ActionSeeInterview},
	{"g c", "Candidates", CandidatesPath, access.ActionSeeCandidate},
	{"g p", "Postings", PostingsPath, access.ActionSeePosting},
	{"g a", "Availability", AvailabilityPath, access.ActionSeeAvailability},
	{"w", "Week", WeekPath, access.ActionSeeInterview},
	{"b", "Book an interview", BookPath, access.ActionBook},
	{"n", "Invite a candidate", InvitePath, access.ActionInvite},
}

// Keys returns the keys that lead the member somewhere.
func (p *page) Keys() (out []key) {
	for _, k := range keys {
		if p.visit.Reaches(k.Path, k.action) {
			out = append(out, k)
		}
	}
	return out
}
