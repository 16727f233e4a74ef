package effect

import "litmus/models"

// reasonAfter is the reason that a letter of a revision tells somebody in that role, "" for none: that of the change
// which it tells them. before is what they were told last until then, nil for nothing.
//
// So a reason is told once, to whoever knew the interview as it was before the move or the cancellation. Whoever hears
// of it for the first time is told of no change; a later letter, such as one with another meeting link, tells of
// another one; and a letter about the next move has that one's reason or none. It depends on nothing but the row and
// the ledger until that letter, so one that is sent again reads as it did. A row that an older release moved since
// still has the reason of an earlier move, and announces a later revision.
func reasonAfter(i models.Interview, role string, before *Entry, revision int64) string {
	r := i.Reason
	if r == nil || before == nil || before.Kind == LetterCancellation || r.Revision <= before.Revision ||
		r.Revision > revision || r.Revision < i.AnnounceRevision ||
		role == RoleCandidate && !r.ToCandidate() { // the team is told every one
		return ""
	}
	return r.Text
}

// ReasonNoted is the reason that the interviewer's own copy of the event has, "" for none: that of the move to the
// present start, if the candidate is told it too. A calendar is often shared with people who have nothing to do with
// hiring, and a reason for the team is for the team alone: its interviewer reads it in their letter and on the page of
// the interview. Somebody who took the interview over since does not care when it was to be before.
func ReasonNoted(i models.Interview) string {
	if r := i.Reason; r.ToCandidate() && i.CanceledAt == nil && r.Revision >= i.AnnounceRevision &&
		!i.InterviewerSetAt.After(i.StartSetAt) {
		return r.Text
	}
	return ""
}
