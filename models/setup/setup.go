package setup

import (
	"maps"
	"net/netip"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
)

// Setup is an organization as its file declares it, validated and with every reference resolved by key. `litmus apply`
// writes it in one transaction. An entry is recognized by its key when the file is applied again.
type Setup struct {
	Organization Organization
	Interviewers []Person
	Absences     []Absence
	Pools        []Pool
	Assessments  []Assessment
	Postings     []Posting
	Imports      []Import
	Submissions  []Submission
}

// Organization is the head of an organization file.
type Organization struct {
	Slug, Name            string
	Approved              bool              // default true
	TimeZone              string            // IANA, default UTC
	Language              string            // one of models.Languages, default en
	MailFrom              string            // RFC 5322 mailbox, "" when the file has none
	SupportEmail          string            // to whom candidates write where a posting has no recruiter
	Admins, Recruiters    []string          // see [Organization.Members]
	InviteDays            int               // 0: the variable's default
	RescheduleMax         int               // default 2
	RescheduleCutoffHours int               // default 12
	MovePickedOnly        bool              // default false
	CancelForbidden       bool              // default false
	CancelCutoffHours     int               // default 0
	UndoSeconds           int               // default 10
	RefillHours           int               // default 0
	FallbackRecipients    []string          // are briefed where a round has none; none: the admins
	MemberNames           map[string]string // of admins and recruiters that the file names, by address
	Brand                 Brand
	Limits                models.OrganizationLimits
	// AllowPrivateNetworks are the private networks in which its calendars may be, if the operator allows them as well.
	AllowPrivateNetworks []netip.Prefix
}

// Person is an interviewer as a person of the organization; assignment to postings is separate.
type Person struct {
	Email, Name  string
	Title        string // of their work
	TimeZone     string // IANA, "" when the file has none
	MeetingLink  string
	WorkingHours timetable.WeeklyHours      // nil when none are declared
	Dates        timetable.DatedHours       // that differ from the week; nil when none are declared
	Limits       models.InterviewLimits     // zero when none are declared
	Calendar     *timetable.CalendarAccount // nil when none is connected
	// CalendarKept says that a calendar that is connected stays, also under prune: the file has no credentials.
	CalendarKept bool
}

// Absence is an absence of a person, or of somebody who is only painted for and no person of the organization.
type Absence struct {
	Email string
	timetable.Absence
}

// Pool is a list of people who can take a seat, or of rooms, each in the order of the file (P1).
type Pool struct {
	Key, Name string
	models.PoolSettings
	Limits  models.InterviewLimits
	Members []models.PoolMember
	Kind    string           // "" is [models.PoolPeople]
	Rooms   []timetable.Room // of a pool of rooms, without ids
}

// Brand is how an organization's candidate pages and letters look (D23).
type Brand struct {
	Accent   string // #rrggbb, "" for the default
	Logo     []byte // nil for none
	LogoType string // of Logo, as [models.CheckLogo] returns it
}

// Assessment is an exercise.
type Assessment struct {
	Key, Title, DeliveryMode string
	Ready                    bool // default true
	Instructions             string
	TimeLimitMinutes         int // 0: none
}

// Posting is a role or a cohort with its pipeline and its interviewers.
type Posting struct {
	Key, Kind, Title, Status string // status: open (default) or closed
	Team, Location, Type     string
	CreatedAt                *time.Time // nil: when it is first applied
	ArchivedAt               *time.Time // nil: not archived; one that is has the status closed
	Tracks                   []Track
	Unstaged                 []string // assessment keys
	Recruiters               []string // addresses of admins and recruiters of the file, in order
	Interviewers             []PostingInterviewer
}

// Track is one track of a pipeline, its steps in order.
type Track struct {
	Key, Name string
	Default   bool
	Steps     []Step
}

// Step is one step of a track; fields of the other step types are zero.
type Step struct {
	Key, Type, Title   string
	Assessment         string // assessment key; type assessment
	DurationMinutes    int    // 5 to 480, default 60
	Bookable           bool   // default true
	Indefinite         bool
	FallbackRecipients []string
	Seats              []models.Seat // whose Pool is a key; type assessment
	AssignmentMode     string        // random or self_select; type group
	Assessments        []string      // assessment keys; type group
}

// PostingInterviewer assigns a person to a posting.
type PostingInterviewer struct {
	Email, MeetingLink string
	Slots              []time.Time
	NoMember           bool // they are only painted for
}

// Candidate names the candidate of an import or a submission.
type Candidate struct{ Email, Name string }

// Import is an interview that an applicant tracking system made.
type Import struct {
	Key, Posting, Step string // step: "KEY", or "TRACK/KEY" if several tracks have that step key
	Candidate          Candidate
	Source             string // greenhouse, ashby or lever
	ScheduledStartAt   time.Time
	DurationMinutes    int // 0: the round's
	InterviewerEmail   string
	MeetingLink        string
	CallEndedAt        *time.Time
	Artifacts          booking.Artifacts
}

// Submission is a submission that was made before.
type Submission struct {
	Key, Posting, Assessment string
	Candidate                Candidate
	SubmittedAt              time.Time
	Score, NativeScore       *float64
	Decision                 string // pending (default), advance or reject
}

// Members returns the members whom the file names as admins or recruiters, by email and each once, without id of the
// organization. Who stands in both lists is an admin (D1).
func (o Organization) Members() []models.Member {
	roles := map[string]models.MemberRole{}
	for _, e := range o.Admins {
		roles[e] = models.Admin
	}
	for _, e := range o.Recruiters {
		roles[e] = models.HighestRole(roles[e], models.Recruiter)
	}
	var out []models.Member
	for _, e := range slices.Sorted(maps.Keys(roles)) {
		out = append(out, models.Member{Email: e, Name: o.MemberNames[e], Role: roles[e], Origin: models.OriginFile})
	}
	return out
}
