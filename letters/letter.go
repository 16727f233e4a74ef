package letters

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"litmus/models"
)

// Kind says what a letter tells.
type Kind string

const (
	// the interview is booked; to an interviewer it reads as a Briefing
	Confirmation Kind = models.LetterConfirmation
	// whom you will meet, and when; to a candidate it reads as a Confirmation
	Briefing           Kind = models.LetterBriefing
	ChangedTime        Kind = models.LetterChangedTime        // the start moved
	ChangedInterviewer Kind = models.LetterChangedInterviewer // somebody else will lead it
	ChangedDetails     Kind = models.LetterChangedDetails     // the meeting link arrived or changed, or another detail
	Reminder           Kind = "reminder"                      // it is near (decision 47)
	Cancellation       Kind = models.LetterCancellation       // it will not take place, or not with the recipient

	Invitation           Kind = models.LetterInvitation           // to a candidate: take this assessment
	SchedulingInvitation Kind = models.LetterSchedulingInvitation // to a candidate: pick the time of your interview
)

// Kinds are the kinds of letters about an interview, and Invitations those before there is one.
var (
	Kinds = []Kind{Confirmation, Briefing, ChangedTime, ChangedInterviewer, ChangedDetails, Reminder,
		Cancellation}
	Invitations = []Kind{Invitation, SchedulingInvitation}
)

// invites reports whether the letter is about no interview yet: it has no start, no event and one link.
func (k Kind) invites() bool { return k == Invitation || k == SchedulingInvitation }

// Role says whom a letter is addressed to.
type Role string

const (
	Candidate   Role = models.RoleCandidate
	Interviewer Role = models.RoleInterviewer
	// a fallback recipient: treated as an interviewer while nobody is named (decisions 37 and 89)
	StandIn Role = "stand_in"
)

// Party is a person. Without a Name they are called by the part of Email before the @ (decision 92).
type Party struct{ Name, Email string }

// Letter is what there is to tell to one person about one interview, or to a candidate about their invitation.
type Letter struct {
	Kind Kind
	Role Role
	To   Party

	Zone         string    // IANA zone of the recipient (decision 92); an unknown one is taken for UTC, and says so
	Organization string    // display name; "" takes the name in From
	From         string    // RFC 5322 mailbox of the organization: sender, and ORGANIZER of the event
	Host         string    // host of the base URL, part of the event's UID
	InterviewID  string    // the other part
	Sequence     int       // rises with each revision of the interview (decision 56)
	Stamp        time.Time // when the interview was last changed: the letter's Date and the event's DTSTAMP
	MessageID    string    // without angle brackets; the same for the same letter

	RoundTitle, PostingTitle string // of an invitation: the assessment's title, and the posting's
	Candidate                Party
	Interviewer              Party   // zero when none is named
	StandIns                 []Party // fallback recipients, while none is named

	Start time.Time
	// when Indefinite, the nominal one; of an invitation to pick a time, 0 when it is not known
	Duration      time.Duration
	Indefinite    bool      // it ends when it ends
	PreviousStart time.Time // of a ChangedTime: what it was; zero when unknown

	Expires   time.Time     // of an invitation: until when; zero for no end
	TimeLimit time.Duration // of an invitation to an assessment, from its start; 0 for none

	// Links are http or https URLs; "", and anything else, is none.
	MeetingLink    string // where they meet
	LinkComing     bool   // MeetingLink is "" because it is still being made: another letter follows
	SessionLink    string // the recipient's page of the interview
	AssessmentLink string // to the page of the live assessment that the interview is; shown to candidates only
	InvitationLink string // where an invitation leads
	// where the candidate picks another time; in the letter alone, since others see into calendars
	ChangeLink string

	ChangeUntil time.Time // of ChangeLink: until when that is possible; zero, after a Cancellation only: without end

	Invitation bool          // carry the event: METHOD:REQUEST, for a Cancellation METHOD:CANCEL
	Replaced   bool          // a Cancellation for who is not wanted there any more: the interview itself stands
	Before     time.Duration // of a Reminder: how long before Start it is sent; one sent late passes what is left

	nameless bool // To is a candidate, whom the organization knows, though not by name
}

// Mail is a rendered letter. From, To and Subject hold no line breaks and can stand in a header once encoded.
type Mail struct {
	From, To   string // RFC 5322 mailboxes
	Subject    string
	Text, HTML string
	MessageID  string
	Date       time.Time
	Method     string // REQUEST, CANCEL, or "" without a calendar part
	ICS        []byte // nil without a calendar part
}

// Render writes the letter. It fails only for facts that no letter can be made from, such as a recipient without an
// address; the error names the field and holds no address.
func (l Letter) Render() (Mail, error) {
	l, err := l.cleaned()
	if err != nil {
		return Mail{}, err
	}
	v := l.view(english)
	m := Mail{
		From: l.From, To: mailbox(l.To.Name, l.To.Email), Subject: v.Subject, MessageID: l.MessageID,
		Date: l.Stamp.UTC(),
	}
	if m.Text, m.HTML, err = v.render(); err != nil {
		return Mail{}, fmt.Errorf("write the %s for the %s: %w", l.Kind, l.Role, err)
	}
	if l.Invitation && !l.Kind.invites() {
		m.Method = request
		if l.Kind == Cancellation {
			m.Method = cancel
		}
		if m.ICS, err = l.calendar(english, m.Method); err != nil {
			return Mail{}, fmt.Errorf("write the event of the %s for the %s: %w", l.Kind, l.Role, err)
		}
	}
	return m, nil
}

// Event writes the interview as a file to download: the event without METHOD, which makes nobody an invitation
// (RFC 5546 1.4).
func (l Letter) Event() ([]byte, error) {
	l, err := l.cleaned()
	if err != nil {
		return nil, err
	}
	if l.Kind.invites() {
		return nil, fmt.Errorf("a letter of kind %s has no event", l.Kind)
	}
	return l.calendar(english, "")
}

// cleaned returns the letter with every text from outside made harmless, every gap filled that has a rule, and From as
// a mailbox that is safe in a header.
func (l Letter) cleaned() (Letter, error) {
	from, err := parseFrom(l.From)
	switch {
	case err != nil:
		return l, err
	case badAddress(l.To.Email):
		return l, errors.New("To has no email address")
	case badAddress(l.Candidate.Email):
		return l, errors.New("Candidate has no email address")
	case !l.Kind.invites() && (l.InterviewID == "" || l.Host == ""):
		return l, errors.New("InterviewID and Host are required: they identify the event")
	case l.MessageID == "":
		return l, errors.New("MessageID is required")
	case !l.Kind.invites() && l.Start.IsZero(), l.Stamp.IsZero():
		return l, errors.New("Start and Stamp are required")
	case l.Kind.invites() && link(l.InvitationLink) == "":
		return l, errors.New("InvitationLink is required: an http or https URL")
	case english.Voices[l.Role][l.Kind] == (voice{}):
		return l, fmt.Errorf("there is no letter of kind %q for a %q", l.Kind, l.Role)
	}
	l.Organization = organization(l.Organization, from)
	l.From = mailbox(clean(from.Name, maxName), from.Address)
	l.RoundTitle, l.PostingTitle = clean(l.RoundTitle, maxTitle), clean(l.PostingTitle, maxTitle)
	if l.RoundTitle == "" {
		l.RoundTitle = english.Interview
		if l.Kind == Invitation {
			l.RoundTitle = english.Assessment
		}
	}
	l.nameless = l.Role == Candidate && l.To.nameless()
	l.To, l.Candidate, l.Interviewer = l.To.cleaned(), l.Candidate.cleaned(), l.Interviewer.cleaned()
	var standIns []Party
	for _, p := range l.StandIns {
		standIns = append(standIns, p.cleaned())
	}
	l.StandIns = standIns
	for _, s := range []*string{&l.MeetingLink, &l.SessionLink, &l.AssessmentLink, &l.InvitationLink, &l.ChangeLink} {
		*s = link(*s)
	}
	l.Duration, l.TimeLimit = max(l.Duration, 0), max(l.TimeLimit, 0)
	return l, nil
}

// interviewers are those who are invited for the organization, each once.
func (l Letter) interviewers() []Party {
	var all []Party
	for _, p := range append([]Party{l.Interviewer}, l.StandIns...) {
		if !badAddress(p.Email) && !listed(all, p) {
			all = append(all, p)
		}
	}
	return all
}

func listed(all []Party, p Party) bool {
	for _, q := range all {
		if strings.EqualFold(q.Email, p.Email) {
			return true
		}
	}
	return false
}

func (l Letter) end() time.Time { return l.Start.Add(l.Duration) }
