package team

import (
	"slices"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models/access"
)

// scopeWords says what a scope allows (§5 Scopes): in a list of keys, and beside its box in a form.
type scopeWords struct {
	Scope, Short, Long string
}

// scopeGroup are scopes that stand together in a form.
type scopeGroup struct {
	Title, Hint string
	Scopes      []scopeWords
}

// scopeGroups have every scope that there is, once.
var scopeGroups = []scopeGroup{
	{"Scheduling", "An integration that books needs the first three. With the fourth, candidates choose their time.",
		[]scopeWords{
			{access.RolesRead, "read postings", "List postings and read their pipelines."},
			{access.InterviewsRead, "read interviews",
				"Read interviews, pipelines, the interviewers of a posting and the times that are free."},
			{access.InterviewsWrite, "write interviews",
				"Book, move, reassign and cancel interviews; change interviewers and availability."},
			{access.InvitesWrite, "invite candidates", "Invite candidates to assessments."},
		}},
	{"Results", "", []scopeWords{
		{access.SubmissionsRead, "read submissions", "Read a submission with its score and decision."},
	}},
	{"Tool server", "These allow nothing over REST. They are for the tool server.", []scopeWords{
		{access.CandidatesRead, "read candidates", "Read how candidates stand, and how many stand where."},
		{access.AssessmentsRead, "read assessments", "Read assessments."},
		{access.AssessmentsWrite, "write assessments", "Create and change assessments."},
		{access.GradersRead, "read graders", "Read rubrics, by which submissions are graded."},
		{access.GradersWrite, "write graders", "Write rubrics."},
		{access.SubmissionsWrite, "write submissions", "Grade submissions, and decide on them."},
		{access.SandboxesWrite, "write sandboxes", "Nothing yet: there is no tool for it."},
		{access.ArchivesRead, "read archives", "Read what candidates handed in, as they handed it in."},
	}},
}

// scopesInWords says what a key may do, as a list shows it.
func scopesInWords(scopes []string) string {
	switch {
	case scopes == nil:
		return "Unrestricted until edited"
	case fullAccess(scopes):
		return "Full access"
	}
	words := make([]string, len(scopes))
	for n, scope := range scopes {
		words[n] = shortWords(scope)
	}
	list := strings.Join(words, ", ")
	return strings.ToUpper(list[:1]) + list[1:]
}

func shortWords(scope string) string {
	for _, g := range scopeGroups {
		for _, w := range g.Scopes {
			if w.Scope == scope {
				return w.Short
			}
		}
	}
	return scope
}

// fullAccess reports whether a key has every scope that there is today.
func fullAccess(scopes []string) bool {
	return !slices.ContainsFunc(access.Scopes, func(s string) bool { return !slices.Contains(scopes, s) })
}

// scopesForm is the part of a form that chooses the scopes of a key.
type scopesForm struct {
	Full   bool
	Groups []scopeChoices
}

type scopeChoices struct {
	scopeGroup
	Choices []scopeChoice
}

type scopeChoice struct {
	scopeWords
	Ticked bool
}

// newScopesForm is the form with these scopes chosen.
func newScopesForm(full bool, ticked []string) scopesForm {
	f := scopesForm{Full: full}
	for _, g := range scopeGroups {
		choices := scopeChoices{scopeGroup: g}
		for _, w := range g.Scopes {
			choices.Choices = append(choices.Choices, scopeChoice{w, slices.Contains(ticked, w.Scope)})
		}
		f.Groups = append(f.Groups, choices)
	}
	return f
}

// chosenScopes reads the scopes that a form chooses: every one that there is today for full access, else those that are
// ticked, which may be none.
func chosenScopes(v *site.Visit) (full bool, scopes []string) {
	if v.Form.Get("access") == "full" {
		return true, slices.Clone(access.Scopes)
	}
	return false, v.Form["scope"]
}
