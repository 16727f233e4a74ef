package letters

import (
	_ "embed"

	"litmus/models"
	"litmus/models/effect"
	"litmus/phrases"
)

type action struct{ Label, URL string }

// addLinks adds the links, the first of them as a button. An invitation and a receipt have one link. A cancellation has
// at most the link to pick another time, since the other links no longer work.
func (l Letter) addLinks(v *view, in phrases.Locale) {
	until := l.ChangeUntil.In(models.Location(l.Zone))
	till := []string{"{until}", instant(in, until)}
	switch {
	case v.Off && l.Role == Candidate && l.ChangeLink != "":
		label := in.Letters.PickAnother
		if !l.ChangeUntil.IsZero() {
			label = fill(in.Letters.PickAnotherUntil, till)
		}
		v.Links = []action{{label, l.ChangeLink}}
		return
	case v.Off:
		return
	case l.Kind == Invitation:
		v.Button = action{in.Letters.OpenAssessment, l.InvitationLink}
		return
	case l.Kind == SchedulingInvitation:
		v.Button = action{in.PickTime, l.InvitationLink}
		return
	case l.Kind == Receipt:
		v.Button = action{in.Letters.SeeHandedIn, l.InvitationLink}
		return
	}
	var all []action
	add := func(label, url string) {
		if url != "" {
			all = append(all, action{label, url})
		}
	}
	add(in.Join, l.MeetingLink)
	add(in.OpenPage, l.SessionLink)
	toSet := l.Role == Interviewer && l.MeetingLink == "" && !l.LinkComing && l.OwnLinkPage != ""
	if toSet {
		add(members.SetLink, l.OwnLinkPage)
	}
	if l.Role == Interviewer {
		add(members.OpenOnTeam, l.TeamLink)
		add(members.CannotMakeIt.Link, l.DeclineLink)
		if l.Kind == Confirmation || l.Kind == Briefing || l.Kind == Reminder {
			add(members.SeeCandidate, l.CandidateLink)
		}
	}
	if l.Role == Candidate {
		add(in.Letters.About, l.AssessmentLink)
		add(fill(in.Letters.ChangeTime, till), l.ChangeLink)
	}
	if len(all) > 0 {
		v.Button, v.Links = all[0], all[1:]
	}
	if l.MeetingLink == "" {
		v.LinkFollows = l.toRole(in).LinkFollows
		switch {
		case l.LinkComing:
			v.LinkFollows = in.Letters.LinkComing
		case len(l.Rooms) > 0: // people meet there
			v.LinkFollows = ""
		case toSet:
			v.LinkFollows = members.LinkToSet
		case l.Role == Candidate && effect.LinkOverdue(l.Start, l.Stamp):
			v.LinkFollows = in.Letters.LinkMissing
		}
	}
}
