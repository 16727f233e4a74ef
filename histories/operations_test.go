package histories

import (
	"time"
)

// operation is a call with its parameters. A zero field is left out of the request.
type operation interface {
	// bound returns the operation with the ids of what it names by role: candidate, interview, link, submission.
	bound(k *known) operation
	// send makes the call.
	send(s *studio) answer
	// judge returns the model's judgement of the answer; see rules_test.go.
	judge(w world, a answer) judgement
}

// who identifies a candidate record before its id is known.
type who struct{ posting, assessment, email string }

type (
	listRoles    struct{}
	readPipeline struct{ posting string }

	list struct {
		posting, round, email string
		from, to, since       time.Time
		liveOnly              bool
		limit                 int
		cursor                string
		after                 *position // position of the cursor
	}
	read struct {
		of                 which
		interview, include string
	}
	book struct {
		posting, round          string
		who                     who
		byID                    bool
		candidate               string
		email, name             string
		start                   time.Time
		interviewer, link, zone string
		external, replace       bool
		broken                  string // how the body is malformed
	}
	patch struct {
		of                     which
		interview, interviewer string
		broken                 string
	}
	cancel struct {
		of        which
		interview string
	}

	listInterviewers struct{ posting string }
	setInterviewers  struct {
		posting string
		entries []entry
		broken  string
	}
	writeSlots struct {
		posting string
		remove  bool
		slots   []slot
		broken  string
	}
	readSlots struct {
		posting, round string
		from, to       time.Time
	}

	invite struct {
		posting, assessment, email, name string
		asRole                           bool
		broken                           string
	}
	readSubmission struct {
		n          int
		submission string
	}

	readTimes struct {
		who       who
		candidate string
		from, to  time.Time
	}
	pick struct {
		who         who
		candidate   string
		start, from time.Time
		zone        string
		change      bool
	}
	useLink struct {
		n             int
		token, holder string
	}
	startAssessment struct {
		who       who
		candidate string
	}
	submit struct {
		who             who
		candidate, text string
	}

	freshLink struct {
		of        which
		interview string
	}
	endCall struct {
		of        which
		interview string
	}

	// candidateCancel is on the candidate's page, which showed them the interview at a start.
	candidateCancel struct {
		of                   which
		who                  who
		interview, candidate string
		shown                time.Time
	}

	moveClock struct{ to time.Time }
)

// which identifies an interview: the last one of the candidate or, if they have none, the nth of all known ones.
type which struct {
	who who
	n   int
	id  string // takes precedence if it is known
}

type position struct {
	start time.Time
	id    string
}

type entry struct {
	email, link string
	slots       []time.Time
}

type slot struct {
	email string
	start time.Time
}

// shownInterview has the fields of an Interview object that the tests read.
type shownInterview struct {
	ID               string  `json:"id"`
	PostingID        string  `json:"posting_id"`
	AssessmentID     string  `json:"assessment_id"`
	Status           string  `json:"status"`
	ScheduledStartAt *string `json:"scheduled_start_at"`
	CreatedAt        string  `json:"created_at"`
	UpdatedAt        string  `json:"updated_at"`
	Candidate        struct {
		ID    string `json:"id"`
		Email string `json:"email"`
	} `json:"candidate"`
}

// stored returns the start by which the list is ordered. For an unused link, that is its creation.
func (i shownInterview) stored() time.Time {
	if i.ScheduledStartAt == nil {
		return parse(i.CreatedAt)
	}
	return parse(*i.ScheduledStartAt)
}

type booked struct {
	Interview     shownInterview `json:"interview"`
	CandidateLink string         `json:"candidate_link"`
	Warnings      []struct {
		Code string `json:"code"`
	} `json:"warnings"`
}

type shownSlots struct {
	Slots []struct {
		StartAt           string   `json:"start_at"`
		InterviewerEmails []string `json:"interviewer_emails"`
		Capacity          int      `json:"capacity"`
	} `json:"slots"`
}

// The methods below bind operations to ids.

func (o listRoles) bound(*known) operation { return o }
func (o moveClock) bound(*known) operation { return o }

func (o readPipeline) bound(k *known) operation     { o.posting = k.id(o.posting); return o }
func (o listInterviewers) bound(k *known) operation { o.posting = k.id(o.posting); return o }
func (o setInterviewers) bound(k *known) operation  { o.posting = k.id(o.posting); return o }
func (o writeSlots) bound(k *known) operation       { o.posting = k.id(o.posting); return o }

func (o list) bound(k *known) operation {
	o.posting, o.round = k.id(o.posting), k.id(o.round)
	return o
}

func (o readSlots) bound(k *known) operation {
	o.posting, o.round = k.id(o.posting), k.id(o.round)
	return o
}

func (o invite) bound(k *known) operation {
	o.posting, o.assessment = k.id(o.posting), k.id(o.assessment)
	return o
}

func (o book) bound(k *known) operation {
	o.posting, o.round = k.id(o.posting), k.id(o.round)
	if o.byID {
		o.candidate = k.candidate(o.who)
	}
	return o
}

func (o read) bound(k *known) operation      { o.interview = k.interview(o.of); return o }
func (o patch) bound(k *known) operation     { o.interview = k.interview(o.of); return o }
func (o cancel) bound(k *known) operation    { o.interview = k.interview(o.of); return o }
func (o freshLink) bound(k *known) operation { o.interview = k.interview(o.of); return o }
func (o endCall) bound(k *known) operation   { o.interview = k.interview(o.of); return o }

func (o candidateCancel) bound(k *known) operation {
	o.interview, o.candidate = k.interview(o.of), k.candidate(o.who)
	return o
}

func (o readTimes) bound(k *known) operation       { o.candidate = k.candidate(o.who); return o }
func (o pick) bound(k *known) operation            { o.candidate = k.candidate(o.who); return o }
func (o startAssessment) bound(k *known) operation { o.candidate = k.candidate(o.who); return o }
func (o submit) bound(k *known) operation          { o.candidate = k.candidate(o.who); return o }

func (o useLink) bound(k *known) operation {
	o.token = nth(k.tokens, o.n, "none")
	return o
}

func (o readSubmission) bound(k *known) operation {
	o.submission = nth(k.submissions, o.n, "sub_none")
	return o
}
