package models

import (
	"maps"
	"net/netip"
	"slices"
	"time"
)

// Setup is an organization as its file declares it, validated and with every reference resolved by key. `litmus apply`
// writes it in one transaction. An entry is recognized by its key when the file is applied again.
type Setup struct {
	Organization OrganizationSetup
	Interviewers []PersonSetup
	Absences     []AbsenceSetup
	Assessments  []AssessmentSetup
	Postings     []PostingSetup
	Imports      []ImportSetup
	Submissions  []SubmissionSetup
}

// OrganizationSetup is the head of an organization file.
type OrganizationSetup struct {
	Slug, Name            string
	Approved              bool              // default true
	TimeZone              string            // IANA, default UTC
	MailFrom              string            // RFC 5322 mailbox, "" when the file has none
	Admins, Recruiters    []string          // see [OrganizationSetup.Members]
	InviteDays            int               // 0: the variable's default
	RescheduleMax         int               // default 2
	RescheduleCutoffHours int               // default 12
	MovePickedOnly        bool              // default false
	FallbackRecipients    []string          // are briefed where a round has none; none: the admins
	MemberNames           map[string]string // of admins and recruiters that the file names, by address
	Brand                 BrandSetup
	// AllowPrivateNetworks are the private networks in which its calendars may be, if the operator allows them as well.
	AllowPrivateNetworks []netip.Prefix
}

// PersonSetup is an interviewer as a person of the organization; assignment to postings is separate.
type PersonSetup struct {
	Email, Name  string
	TimeZone     string // IANA, "" when the file has none
	MeetingLink  string
	WorkingHours WeeklyHours      // nil when none are declared
	Dates        DatedHours       // that differ from the week; nil when none are declared
	Calendar     *CalendarAccount // nil when none is connected
	CalendarKept bool             // a calendar that is connected stays, also under prune; the file has no credentials
}

// AbsenceSetup is an absence of a person, or of somebody who is only painted for and no person of the organization.
type AbsenceSetup struct {
	Email string
	Absence
}

// BrandSetup is how an organization's candidate pages and letters look (D23).
type BrandSetup struct {
	Accent   string // #rrggbb, "" for the default
	Logo     []byte // nil for none
	LogoType string // of Logo, as [CheckLogo] returns it
}

// AssessmentSetup is an exercise.
type AssessmentSetup struct {
	Key, Title, DeliveryMode string
	Ready                    bool // default true
	Instructions             string
	TimeLimitMinutes         int // 0: none
}

// PostingSetup is a role or a cohort with its pipeline and its interviewers.
type PostingSetup struct {
	Key, Kind, Title, Status string // status: open (default) or closed
	Team, Location, Type     string
	CreatedAt                *time.Time // nil: when it is first applied
	ArchivedAt               *time.Time // nil: not archived; one that is has the status closed
	Tracks                   []TrackSetup
	Unstaged                 []string // assessment keys
	Interviewers             []PostingInterviewerSetup
}

// TrackSetup is one track of a pipeline, its steps in order.
type TrackSetup struct {
	Key, Name string
	Default   bool
	Steps     []StepSetup
}

// StepSetup is one step of a track; fields of the other step types are zero.
type StepSetup struct {
	Key, Type, Title   string
	Assessment         string // assessment key; type assessment
	DurationMinutes    int    // 5 to 480, default 60
	Bookable           bool   // default true
	Indefinite         bool
	FallbackRecipients []string
	AssignmentMode     string   // random or self_select; type group
	Assessments        []string // assessment keys; type group
}

// PostingInterviewerSetup assigns a person to a posting.
type PostingInterviewerSetup struct {
	Email, MeetingLink string
	Slots              []time.Time
	NoMember           bool // they are only painted for
}

// CandidateSetup names the candidate of an import or a submission.
type CandidateSetup struct{ Email, Name string }

// ImportSetup is an interview that an applicant tracking system made.
type ImportSetup struct {
	Key, Posting, Step string // step: "KEY", or "TRACK/KEY" if several tracks have that step key
	Candidate          CandidateSetup
	Source             string // greenhouse, ashby or lever
	ScheduledStartAt   time.Time
	DurationMinutes    int // 0: the round's
	InterviewerEmail   string
	MeetingLink        string
	CallEndedAt        *time.Time
	Artifacts          Artifacts
}

// SubmissionSetup is a submission that was made before.
type SubmissionSetup struct {
	Key, Posting, Assessment string
	Candidate                CandidateSetup
	SubmittedAt              time.Time
	Score, NativeScore       *float64
	Decision                 string // pending (default), advance or reject
}

// Members returns the members whom the file names as admins or recruiters, by email and each once, without id of the
// organization. Who stands in both lists is an admin (D1).
func (o OrganizationSetup) Members() []Member {
	roles := map[string]MemberRole{}
	for _, e := range o.Admins {
		roles[e] = Admin
	}
	for _, e := range o.Recruiters {
		roles[e] = HighestRole(roles[e], Recruiter)
	}
	var out []Member
	for _, e := range slices.Sorted(maps.Keys(roles)) {
		out = append(out, Member{Email: e, Name: o.MemberNames[e], Role: roles[e], Origin: OriginFile})
	}
	return out
}
