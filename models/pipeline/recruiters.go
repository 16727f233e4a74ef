package pipeline

import (
	"slices"
	"strings"

	"litmus/models"
	"litmus/models/access"
)

// MaxRecruiters is how many recruiters a posting may have.
const MaxRecruiters = 20

// MayRecruit reports whether somebody with the role can be a recruiter of a posting: they may follow it (D27).
func MayRecruit(r models.MemberRole) bool {
	return access.May(models.Member{Role: r}, access.ActionFollowPosting, access.Facts{}) == nil
}

// CheckRecruiters refuses more than [MaxRecruiters] recruiters of a posting, and whoever is neither admin nor recruiter
// of the organization, whose members are those given. The errors are of kind [models.Invalid].
func CheckRecruiters(recruiters []string, members []models.Member) error {
	if len(recruiters) > MaxRecruiters {
		return models.Invalidf("the posting would have %d recruiters; at most %d are allowed", len(recruiters),
			MaxRecruiters)
	}
	for n, r := range recruiters {
		if slices.Contains(recruiters[:n], r) {
			return models.Invalidf("%s stands twice among the recruiters", models.Quote(r))
		}
		if !slices.ContainsFunc(members, func(m models.Member) bool { return m.Email == r && MayRecruit(m.Role) }) {
			return models.Invalidf("%s is neither admin nor recruiter of the organization, so they cannot be a "+
				"recruiter of a posting", models.Quote(r))
		}
	}
	return nil
}

// RecruitersDetails are what a history says of other recruiters.
func RecruitersDetails(before, after []string) []models.Detail {
	return models.Changed(models.FieldRecruiters, strings.Join(before, ", "), strings.Join(after, ", "))
}
