package letters

import (
	"errors"
	"fmt"
	htmltemplate "html/template"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/phrases"
)

// Kind is the kind of a letter.
type Kind string

const (
	// An interviewer who gets a Confirmation reads a Briefing, and a candidate who gets a Briefing a Confirmation.
	Confirmation       Kind = effect.LetterConfirmation       // the interview is booked
	Briefing           Kind = effect.LetterBriefing           // whom the interviewer will meet, and when
	ChangedTime        Kind = effect.LetterChangedTime        // the start moved
	ChangedInterviewer Kind = effect.LetterChangedInterviewer // somebody else will lead the interview
	ChangedDetails     Kind = effect.LetterChangedDetails     // the meeting link or another detail changed
	Reminder           Kind = "reminder"                      // the interview starts soon
	Cancellation       Kind = effect.LetterCancellation       // it will not take place, or not with the recipient

	Invitation           Kind = effect.LetterInvitation           // to a candidate: take this assessment
	SchedulingInvitation Kind = effect.LetterSchedulingInvitation // to a candidate: pick the time of your interview
	Receipt              Kind = effect.LetterReceipt              // to a candidate: what you handed in has arrived
)

// Kinds are the kinds of letters about an interview. Invitations are the kinds that come before there is an interview.
var (
	Kinds = []Kind{
		Confirmation, Briefing, ChangedTime, ChangedInterviewer, ChangedDetails, Reminder, Cancellation,
	}
	Invitations = []Kind{Invitation, SchedulingInvitation}
)

// invites reports whether the letter comes before there is an interview.
func (k Kind) invites() bool { return k == Invitation || k == SchedulingInvitation }

// apart reports whether the letter is about no interview: it has no start and no event, and one link.
func (k Kind) apart() bool { return k.invites() || k == Receipt }

// Role is the role in which a person gets a letter.
type Role string

const (
	Candidate   Role = effect.RoleCandidate
	Interviewer Role = effect.RoleInterviewer
	// A StandIn is a fallback recipient, who is treated as an interviewer while none is named.
	StandIn Role = "stand_in"
)

// Party is a person. A person without a Name is called by the part of Email before the @.
type Party struct{ Name, Email string }

// Seated is somebody in a panel.
type Seated struct {
	Party
	Seat   string // what the seat is called, such as its pool's name; "" for nothing
	Role   string // one of [models.SeatRoles], or [models.PoolReverseShadow] for a trainee who leads
	Hidden bool   // candidates are not told of them
}

// words name the seat for a member.
func (s Seated) words() string {
	role := members.Roles[s.Role]
	switch {
	case s.Seat == "":
		return role
	case s.Role == models.SeatInterviewer:
		return s.Seat
	}
	return s.Seat + ", " + role
}

// Letter holds the facts to tell one person about one interview, or one candidate about their invitation.
type Letter struct {
	Kind Kind
	Role Role
	To   Party

	Language     string // BCP 47, of a candidate; English for one that phrases does not have, and for all others
	TwelveHours  bool   // a candidate reads times with 12 hours
	Zone         string // IANA zone of the recipient; an unknown zone is read as UTC, and times say UTC
	Organization string // display name; "" means the name in From
	From         string // RFC 5322 mailbox of the organization: the sender, and the event's ORGANIZER
	ReplyTo      string // address to whom the recipient answers, "" for From; not one's own
	Accent       string // #rrggbb, readable on white and under white; "" for the default colour
	Logo         string // http or https URL of a picture that stands for the organization's name; "" for none
	Organizer    string // address to whom programs answer the event; "" for that of From
	Host         string // host of the base URL; the event's UID is InterviewID@Host
	InterviewID  string
	Sequence     int       // rises with each revision of the interview
	Stamp        time.Time // last change of the interview: the letter's Date and the event's DTSTAMP
	MessageID    string    // without angle brackets; stays the same when the letter is sent again

	RoundTitle, PostingTitle string // RoundTitle is [models.RoundName]
	Step, Steps              int    // of the round in the posting's track, which has so many; candidates are not told
	Candidate                Party
	Interviewer              Party    // zero while none is named
	InterviewerTitle         string   // of their work, which candidates are told; "" for none
	Face                     []byte   // a small JPEG of the interviewer, which candidates see; nil for none
	StandIns                 []Party  // fallback recipients while no interviewer is named
	Panel                    []Seated // everybody who interviews together, Interviewer among them; none: no panel
	Rooms                    []string // names of the rooms in which it is held; nobody writes to a room

	Start         time.Time
	Duration      time.Duration // nominal if Indefinite; 0 in a SchedulingInvitation if unknown
	Indefinite    bool          // the interview has no fixed end
	PreviousStart time.Time     // in a ChangedTime: the start before; zero when unknown

	HandedInAt time.Time        // in a Receipt
	HandedIn   candidacy.Answer // the same: the letter says how much it is, and not what

	Expires   time.Time     // in an invitation: when it expires; zero if it does not
	TimeLimit time.Duration // in an Invitation: of the assessment, counted from its start; 0 for none

	// Links are http or https URLs. Anything else counts as no link.
	MeetingLink    string    // where the interview takes place
	LinkComing     bool      // MeetingLink is "" because it is still being made, and another letter will bring it
	SessionLink    string    // the recipient's page of the interview
	TeamLink       string    // the interview's page in the dashboard, for a member who interviews; not in the event
	CandidateLink  string    // the candidate's page in the dashboard, in a Briefing or Reminder with TeamLink
	DeclineLink    string    // where who interviews says that they cannot make it; not in the event
	OwnLinkPage    string    // where an interviewer sets the meeting link that the interview lacks; "" if they cannot
	AssessmentLink string    // the page of a live interview's assessment; only candidates see it
	InvitationLink string    // the page that an invitation and a Receipt lead to
	ChangeLink     string    // the page to pick another time; not in the event, since others may read calendars
	ChangeUntil    time.Time // when ChangeLink stops working; zero for never, after a Cancellation only

	Invitation bool          // adds the event, with METHOD:REQUEST or, in a Cancellation, METHOD:CANCEL
	Replaced   bool          // in a Cancellation: the interview takes place, but without this recipient
	Before     time.Duration // in a Reminder: how long before Start it is sent; for a late one, the time that is left

	Why        string // the reason, in the words of who gave it; "" if the recipient is told none
	WhyForTeam bool   // the candidate is not told Why, so it stays out of calendars

	// By is who moved or canceled it, in a letter about that; zero if no person did. A candidate is told it only with
	// Why, as the team chose, and never an address.
	By Party

	Note string // in an invitation: what whoever invites wrote to the candidate, see [models.ParseNote]; "" for nothing

	// Prepare is how a candidate prepares for the interview, in Markdown, and PrepareHTML the same as harmless HTML; ""
	// for nothing. A confirmation and a reminder have it.
	Prepare     string
	PrepareHTML htmltemplate.HTML

	nameless bool // To is a candidate whose name is unknown
}

// Mail is a rendered letter. From, To and Subject contain no line breaks, so they are safe in a header once encoded.
type Mail struct {
	From, To   string // RFC 5322 mailboxes
	ReplyTo    string // the same, or "" for From
	Subject    string
	Text, HTML string
	MessageID  string
	Date       time.Time
	Method     string // REQUEST, CANCEL, or "" without a calendar part
	ICS        []byte // nil without a calendar part
	Face       []byte // JPEG that HTML shows as cid:FaceID; nil for none
	FaceID     string // its Content-ID without angle brackets
}

// Render renders the letter. It fails only if the facts make no letter, for instance if the recipient has no address.
// The error names the field and contains no address.
func (l Letter) Render() (Mail, error) {
	l, err := l.cleaned()
	if err != nil {
		return Mail{}, err
	}
	in := l.in()
	v := l.view(in)
	m := Mail{
		From: l.From, To: mailbox(l.To.Name, l.To.Email), Subject: v.Subject, MessageID: l.MessageID,
		Date: l.Stamp.UTC(),
	}
	if v.faced() {
		m.Face, m.FaceID = l.Face, faceID(l.MessageID)
	}
	if !badAddress(l.ReplyTo) && !strings.EqualFold(l.ReplyTo, l.To.Email) {
		m.ReplyTo = l.ReplyTo
	}
	if m.Text, m.HTML, err = v.render(); err != nil {
		return Mail{}, fmt.Errorf("write the %s for the %s: %w", l.Kind, l.Role, err)
	}
	if l.Invitation && !l.Kind.apart() {
		m.Method = request
		if l.Kind == Cancellation {
			m.Method = cancel
		}
		if m.ICS, err = l.calendar(in, m.Method); err != nil {
			return Mail{}, fmt.Errorf("write the event of the %s for the %s: %w", l.Kind, l.Role, err)
		}
	}
	return m, nil
}

// Subject returns the subject with which [Letter.Render] renders the letter; the errors are the same.
func (l Letter) Subject() (string, error) {
	l, err := l.cleaned()
	if err != nil {
		return "", err
	}
	return l.view(l.in()).Subject, nil
}

// Event renders the interview as a calendar file to download: the event without METHOD, which is not an invitation (RFC
// 5546 1.4).
func (l Letter) Event() ([]byte, error) {
	l, err := l.cleaned()
	if err != nil {
		return nil, err
	}
	if l.Kind.apart() {
		return nil, fmt.Errorf("a letter of kind %s has no event", l.Kind)
	}
	return l.calendar(l.in(), "")
}

// cleaned returns the letter with every text from outside made harmless, default values filled in, and From as a
// mailbox that is safe in a header.
func (l Letter) cleaned() (Letter, error) {
	from, err := sender(l.From, l.To, l.MessageID)
	switch {
	case err != nil:
		return l, err
	case badAddress(l.Candidate.Email):
		return l, errors.New("Candidate has no email address")
	case !l.Kind.apart() && (l.InterviewID == "" || l.Host == ""):
		return l, errors.New("InterviewID and Host are required: they identify the event")
	case !l.Kind.apart() && l.Start.IsZero(), l.Stamp.IsZero():
		return l, errors.New("Start and Stamp are required")
	case l.Kind == Receipt && l.HandedInAt.IsZero():
		return l, errors.New("HandedInAt is required")
	case l.Kind.apart() && link(l.InvitationLink) == "":
		return l, errors.New("InvitationLink is required: an http or https URL")
	case l.says(l.Kind) == (phrases.Voice{}):
		return l, fmt.Errorf("there is no letter of kind %q for a %q", l.Kind, l.Role)
	}
	l.Organization = organization(l.Organization, from)
	l.From = mailbox(clean(from.Name, maxName), from.Address)
	l.RoundTitle, l.PostingTitle = clean(l.RoundTitle, maxTitle), clean(l.PostingTitle, maxTitle)
	l.InterviewerTitle = unlinked(clean(l.InterviewerTitle, maxTitle))
	if l.RoundTitle == "" {
		l.RoundTitle = l.in().Round
		if l.Kind == Invitation || l.Kind == Receipt {
			l.RoundTitle = l.in().Exercise
		}
	}
	l.nameless = l.Role == Candidate && l.To.nameless()
	l.To, l.Candidate, l.Interviewer = l.To.cleaned(), l.Candidate.cleaned(), l.Interviewer.cleaned()
	var standIns []Party
	for _, p := range l.StandIns {
		standIns = append(standIns, p.cleaned())
	}
	l.StandIns = standIns
	var panel []Seated
	for _, s := range l.Panel {
		if s.Hidden && l.Role == Candidate {
			continue
		}
		s.Party, s.Seat = s.Party.cleaned(), unlinked(clean(s.Seat, maxTitle))
		panel = append(panel, s)
	}
	l.Panel = panel
	var rooms []string
	for _, name := range l.Rooms {
		rooms = append(rooms, clean(name, maxName))
	}
	l.Rooms = rooms
	for _, s := range []*string{&l.MeetingLink, &l.SessionLink, &l.TeamLink, &l.DeclineLink, &l.CandidateLink,
		&l.OwnLinkPage,
		&l.AssessmentLink, &l.InvitationLink, &l.ChangeLink, &l.Logo} {
		*s = link(*s)
	}
	l.Duration, l.TimeLimit = max(l.Duration, 0), max(l.TimeLimit, 0)
	l.Why = unlinked(clean(l.Why, models.MaxReasonRunes)) // a candidate may have written it
	if l.Role == Candidate && l.WhyForTeam {
		l.Why = ""
	}
	l.By = l.toldBy()
	return l, nil
}

// toldBy returns who moved or canceled the interview as the recipient is told, cleaned; zero for nobody.
func (l Letter) toldBy() Party {
	secret := l.Role == Candidate && (l.Why == "" || l.By.nameless() || strings.Contains(l.By.Name, "@"))
	if l.By == (Party{}) || secret || strings.EqualFold(l.By.Email, l.To.Email) {
		return Party{}
	}
	return l.By.cleaned()
}

// interviewers returns the people who are invited for the organization, each once.
func (l Letter) interviewers() []Party {
	var all []Party
	people := append([]Party{l.Interviewer}, l.StandIns...)
	for _, s := range l.Panel {
		people = append(people, s.Party)
	}
	for _, p := range people {
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
