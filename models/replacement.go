package models

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// LetterReplacement is the kind of a letter that asks whoever may change interviewers for somebody else.
const LetterReplacement = "replacement_asked"

// RoleRecruiter is the role of recruiters as recipients of a letter.
const RoleRecruiter = "recruiter"

// MaxReasonRunes is how many characters the reason may have for which somebody asks for a replacement.
const MaxReasonRunes = 500

// How often a replacement can be asked for: each time is a letter to every recruiter.
const (
	MaxReplacementAsks = 3  // of the interviewer of an interview
	MaxAsksOfPerson    = 20 // by one person in [AskSpan]: who is ill for a week asks for each of their interviews

	AskSpan = 24 * time.Hour
)

// Replacement says that somebody asked for another interviewer (D2). It is stored with the interview. One that was
// taken back stays, without reason and recipients, and counts.
type Replacement struct {
	Interviewer string    `json:"interviewer"` // who was named then: of somebody else it asks nothing
	By          string    `json:"by"`          // the member who asked
	Reason      string    `json:"why"`         // "" for no reason given
	To          []string  `json:"to"`          // who is told by letter
	AskedAt     time.Time `json:"asked_at"`
	Revision    int64     `json:"revision"` // of the interview with it: an older letter told of another one

	Times     int  `json:"times"` // how often it was asked for of that interviewer; 0 of rows that did not count yet
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// ReplacementAsks are the facts about who asks for a replacement, of any interview of the organization.
type ReplacementAsks struct {
	Since []time.Time // when they did so in the last [AskSpan]
}

// check returns a [Throttled] error, which says what to do instead, if they may ask for none more at now.
func (a ReplacementAsks) check(now time.Time) error {
	since := lately(a.Since, AskSpan, now)
	if len(since) < MaxAsksOfPerson {
		return nil
	}
	return Throttledf(slices.MinFunc(since, time.Time.Compare).Add(AskSpan).Sub(now),
		"You have asked for a replacement %d times in the last 24 hours, which is the most that letters are sent for. "+
			"Tell a recruiter or an admin yourself.",
		len(since))
}

// ParseReason returns the reason for which somebody asks as it is stored, on one line; the error is of kind [Invalid].
func ParseReason(s string) (string, error) {
	s = strings.Join(strings.Fields(cleanAnswer(s)), " ")
	if n := utf8.RuneCountInString(s); n > MaxReasonRunes {
		return "", InField("reason",
			Invalidf("the reason has %d characters; at most %d are allowed", n, MaxReasonRunes))
	}
	return s, nil
}

// ReplacementRecipients returns who is told that a replacement is asked for: the organization's recruiters, or its
// admins while it has no other; never who asks.
func ReplacementRecipients(members []Member, by string) (emails []string) {
	for _, role := range []MemberRole{Recruiter, Admin} {
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

// ReplacementAsked returns what asks for a replacement at now, nil for nothing: the interview is still to come, and its
// interviewer is the one of then.
func (i Interview) ReplacementAsked(now time.Time) *Replacement {
	if a := i.Replacement; a != nil && !a.Withdrawn && a.Interviewer == i.InterviewerEmail && i.replaceable(now) {
		return a
	}
	return nil
}

// replacementAsks is how often a replacement was asked for of who interviews.
func (i Interview) replacementAsks() int {
	if a := i.Replacement; a != nil && a.Interviewer == i.InterviewerEmail {
		return max(a.Times, 1)
	}
	return 0
}

// ReplacementsSpent reports whether a replacement can be asked for no more, though nothing asks for one at now: it was
// asked for and taken back [MaxReplacementAsks] times.
func (i Interview) ReplacementsSpent(now time.Time) bool {
	return i.replaceable(now) && i.ReplacementAsked(now) == nil && i.replacementAsks() >= MaxReplacementAsks
}

// replaceable reports whether it is of use to look for another interviewer at now: [DecideReassign] takes one, and the
// session has not begun.
func (i Interview) replaceable(now time.Time) bool {
	return i.StatusAt(now) == StatusScheduled && now.Before(i.StartsAt)
}

// DecideAskReplacement asks at now for somebody else to interview, in the name of the member by, and tells those of to.
// changed is false if that is asked already: nobody is told twice. The errors are of kind [Conflict] if nobody is named
// who could be replaced, if the interview is not scheduled or has begun, and if it was asked for and taken back
// [MaxReplacementAsks] times; and of kind [Throttled] if the member has asked too often for others.
func DecideAskReplacement(i Interview, by, why string, to []string, asks ReplacementAsks,
	now time.Time) (_ Interview, changed bool, err error) {
	switch {
	case !i.replaceable(now):
		return i, false, Conflictf("Only a scheduled interview that has not begun can be taken over by somebody else.")
	case i.InterviewerEmail == "":
		return i, false, Conflictf("Nobody is named as the interviewer. Name somebody instead.")
	case i.ReplacementAsked(now) != nil:
		return i, false, nil
	case i.ReplacementsSpent(now):
		return i, false, Conflictf("A replacement was asked for and taken back %d times, which is the most that "+
			"letters are sent for. Tell a recruiter or an admin yourself.", i.replacementAsks())
	}
	if err := asks.check(now); err != nil {
		return i, false, err
	}
	times := i.replacementAsks() + 1
	i.change(now)
	i.Replacement = &Replacement{Interviewer: i.InterviewerEmail, By: by, Reason: why, To: slices.Clone(to),
		AskedAt: i.UpdatedAt, Revision: i.Revision, Times: times}
	return i, true, nil
}

// DecideWithdrawReplacement takes back at now that a replacement is asked for; the interviewer stays. changed is false
// if nothing is asked. A letter that has not left is dropped. That it was asked counts on.
func DecideWithdrawReplacement(i Interview, now time.Time) (_ Interview, changed bool) {
	if i.ReplacementAsked(now) == nil {
		return i, false
	}
	asked := *i.Replacement
	i.change(now)
	asked.Reason, asked.To, asked.Times, asked.Withdrawn = "", nil, i.replacementAsks(), true
	i.Replacement = &asked
	return i, true
}

// owedReplacement are the letters that a standing ask owes: one to each recipient. One whose outcome is not known is
// sent again until it is given up.
func owedReplacement(i Interview, ledger []Entry, now time.Time) (out []Effect) {
	a := i.ReplacementAsked(now)
	if a == nil {
		return nil
	}
	targets := byTarget(ledger)
	for _, email := range a.To {
		e := Effect{Target: mailTarget(RoleRecruiter, email), Kind: LetterReplacement, Role: RoleRecruiter,
			Email: email}
		owed := true
		for n, told := range targets[e.Target] {
			switch {
			case told.Kind != e.Kind || told.Revision < a.Revision:
			case told.State == EffectDone, told.Permanent && (told.Told() || told.Revision == i.Revision):
				owed = false
			case told.State == EffectIntent:
				e.Resend = &targets[e.Target][n]
			}
		}
		if owed {
			out = append(out, e)
		}
	}
	return out
}
