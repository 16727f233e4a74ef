package models

import (
	"errors"
	"time"
)

// Refusal is what an [Error] is about, for the doors that speak to people: its message names fields of requests and
// instants in UTC, since it is for integrators, and stays as it is. A page renders its own sentence from these facts,
// in the viewer's zone, and shows a wrong field as wrong. A second message here would depend on a zone and a form.
type Refusal struct {
	Cause     Cause     // 0 if the message suits people as well
	Field     string    // that is wrong, as the form or the request names it; "" for none
	Value     string    // what was sent, or the status that stands in the way
	Who       string    // the address of the person it is about
	At, Until time.Time // the instant that it is about, or the span
	Most      int       // a bound that was passed
}

// Cause says by which rule a request was refused.
type Cause int

// The causes that people read in other words than integrators. A new one stands before the last line, and has its
// sentence in the dashboard's table (dashboard/internal/site/refusals.go).
const (
	CauseRequired      Cause = iota + 1 // the field is empty
	CauseEmail                          // the field is no email address
	CauseLong                           // the field has Value characters and may have Most
	CauseLink                           // the field is no address of a web page
	CauseLinkUser                       // the field is a meeting link with a user name before its host
	CauseInstant                        // the field is no instant
	CauseZone                           // the field is no time zone
	CauseYears                          // the field is no instant that can be booked or asked about
	CauseGrid                           // the field is an instant at which no slot can begin
	CauseWord                           // the field is none of the words that it may be
	CauseMailbox                        // the field is no sender of letters
	CauseSlug                           // the field is no short name
	CauseCandidate                      // nobody is named as the candidate
	CauseWhoRuns                        // nobody is named who runs an external session
	CauseWhereRuns                      // an external session has no meeting link
	CausePast                           // the session would begin too long ago, or be over
	CauseFull                           // nobody is left who could be booked at that time
	CauseNobodyFree                     // nobody is free at that time
	CauseBusy                           // the interviewer has an interview from At to Until
	CauseTwice                          // Who would have two interviews at once, one from At to Until
	CauseHas                            // the candidate has an interview, whose status is Value
	CauseNotBookable                    // the round is none that can be booked
	CauseOtherTrack                     // the candidate is of another posting, assessment or track than the round
	CauseOver                           // the candidate's record is closed, as Value says
	CauseNotLive                        // the candidate's assessment is no live interview
	CauseClosed                         // the posting is closed
	CauseNoAssessment                   // nothing is attached to the posting
	CauseNotReady                       // the assessment is not ready
	CauseSelfSelect                     // the assessment is of a group, and candidates choose one of it
	CauseInvitedBefore                  // the candidate's record is closed, so nobody can be invited
	CauseNotRole                        // the posting is a cohort
	CauseNoTrack                        // the posting has no track
	CauseLettersToday                   // the organization sent Most letters to strangers today, until At
	CauseResentToday                    // the invitation was sent again Most times today, until At
	CauseLinkDead                       // the external session's link is used or over
	CauseNotExternal                    // the interview is no external session
	CauseExpired                        // the external session expired At
	CauseNotPending                     // the external session is Value
	CauseNotScheduled                   // the interview is Value
	CauseNoCall                         // the interview is Value
	CauseNoNotes                        // the interview is canceled
	CauseChangedSince                   // the interview was changed At
	CauseOtherSince                     // the candidate has another interview than was shown
	CauseCanceledSince                  // the interview that was to be replaced was canceled
	CauseGradedSince                    // the submission was graded
	CauseRubricSince                    // the rubric was changed
	CauseTold                           // the change cannot be taken back any more
	CauseFileEmpty                      // the file has no content, or none was chosen
	CauseFileLarge                      // the file has more than Most megabytes
	CauseFileCut                        // the file did not arrive as a whole
	CauseFilesMany                      // there would be more files, or more of them together, than can be
	CauseFilesFull                      // the organization's files have Most megabytes together

	causes // how many there are
)

// Causes returns all causes.
func Causes() (all []Cause) {
	for c := CauseRequired; c < causes; c++ {
		all = append(all, c)
	}
	return all
}

// About says what a refusal of this package is about. Its message stays.
func About(r Refusal, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Refusal = r
	return &out
}

// InField says which field of a form is wrong, where the refusal names none itself.
func InField(field string, err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Field != "" {
		return err
	}
	out := *e
	out.Field = field
	return &out
}
