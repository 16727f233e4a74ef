package booking

import (
	"slices"
	"time"

	"litmus/models"
)

// ReplacementAsks are the facts about who asks for a replacement, of any interview of the organization.
type ReplacementAsks struct {
	Since []time.Time // when they did so in the last [models.AskSpan]
}

// check returns a [models.Throttled] error, which says what to do instead, if they may ask for none more at now.
func (a ReplacementAsks) check(now time.Time) error {
	since := models.Lately(a.Since, models.AskSpan, now)
	if len(since) < models.MaxAsksOfPerson {
		return nil
	}
	return models.Throttledf(slices.MinFunc(since, time.Time.Compare).Add(models.AskSpan).Sub(now),
		"You have asked for a replacement %d times in the last 24 hours, which is the most that letters are sent for. "+
			"Tell a recruiter or an admin yourself.",
		len(since))
}

// ReplacementRecipients returns who is told that a replacement is asked for: the organization's recruiters, or its
// admins while it has no other; never who asks.
func ReplacementRecipients(members []models.Member, by string) (emails []string) {
	for _, role := range []models.MemberRole{models.Recruiter, models.Admin} {
		for _, m := range members {
			if m.Role == role && m.Email != by {
				emails = append(emails, m.Email)
			}
		}
		if len(emails) > 0 {
			break
		}
	}
	return emails
}

// DecideAskReplacement asks at now for somebody else in the place of the interviewer, who leads or is in the panel,
// in the name of the member by, and tells those of to. changed is false if that is asked already: nobody is
// told twice. The errors are of kind [models.Conflict] if that is nobody who could be replaced, if the interview is not
// scheduled or has begun, and if it was asked for and taken back [models.MaxReplacementAsks] times; and of kind
// [models.Throttled] if the member has asked too often for others. Where somebody was needed anyway (P11) it is asked
// for by hand from then on, and the letters of before are enough.
func DecideAskReplacement(i models.Interview, interviewer, by, why string, to []string, asks ReplacementAsks,
	now time.Time) (_ models.Interview, changed bool, err error) {
	switch {
	case !i.Replaceable(now):
		return i, false, models.Conflictf("Only a scheduled interview that has not begun can be taken over by somebody else.")
	case i.InterviewerEmail == "":
		return i, false, models.Conflictf("Nobody is named as the interviewer. Name somebody instead.")
	case !i.Attends(interviewer):
		return i, false, models.Conflictf("They are not in the interview any more.")
	case i.ReplacementOf(interviewer, now) != nil:
		asked := *i.ReplacementOf(interviewer, now)
		if len(asked.Needs) == 0 {
			return i, false, nil
		}
		i.Revise(now)
		asked.By, asked.Reason, asked.Needs = by, why, nil
		i.SetReplacement(asked)
		return i, true, nil
	case i.ReplacementsSpent(interviewer, now):
		return i, false, models.Conflictf("A replacement was asked for and taken back %d times, which is the most that "+
			"letters are sent for. Tell a recruiter or an admin yourself.", i.ReplacementsAsked(interviewer))
	}
	if err := asks.check(now); err != nil {
		return i, false, err
	}
	times := i.ReplacementsAsked(interviewer) + 1
	i.Revise(now)
	i.SetReplacement(models.Replacement{Interviewer: interviewer, By: by, Reason: why, To: slices.Clone(to),
		AskedAt: i.UpdatedAt, Revision: i.Revision, Times: times})
	return i, true, nil
}

// DecideWithdrawReplacement takes back at now, in the name of by, that a replacement of the person is asked for; they
// stay. Who takes their own back comes after all, so what they answered by a letter goes; what stands in their calendar
// they change there. changed is false if nothing is asked. A letter that has not left is dropped. That it was asked
// counts on.
func DecideWithdrawReplacement(i models.Interview, interviewer, by string, now time.Time) (_ models.Interview,
	changed bool) {
	asked := i.ReplacementOf(interviewer, now)
	if asked == nil {
		return i, false
	}
	i.Revise(now)
	if a := i.AnswerOf(interviewer); a != nil && by == interviewer && a.By != models.AnsweredInCalendar {
		i.ForgetAnswer(interviewer)
	}
	withdraw(&i, *asked)
	return i, true
}

// withdraw leaves of the request for a replacement what is left when it is taken back.
func withdraw(i *models.Interview, asked models.Replacement) {
	asked.Times = i.ReplacementsAsked(asked.Interviewer)
	asked.Reason, asked.To, asked.Needs, asked.Withdrawn = "", nil, nil, true
	i.SetReplacement(asked)
}

// MayAskReplacement reports whether a replacement of the person can be asked for at now.
func MayAskReplacement(i models.Interview, interviewer string, now time.Time) bool {
	_, changed, err := DecideAskReplacement(i, interviewer, "", "", nil, ReplacementAsks{}, now)
	return changed && err == nil
}
