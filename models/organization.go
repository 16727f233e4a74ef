package models

import (
	"net/netip"
	"strings"
	"time"
)

// Organization is a tenant: every other row belongs to exactly one, and every query begins with its id.
type Organization struct {
	ID, Slug, Name        string
	Approved              bool // an unapproved organization authenticates nobody
	TimeZone              string
	Language              string // one of [Languages]: of candidates who have not said theirs
	MailFrom              string // RFC 5322 mailbox: From of letters, ORGANIZER of invitations
	SupportEmail          string // to whom candidates write where a posting has no recruiter; "" for nobody
	InviteDays            int    // 0: the variable's default
	RescheduleMax         int
	RescheduleCutoffHours int
	MovePickedOnly        bool // candidates move what they picked, and not what the team booked for them
	CancelForbidden       bool // candidates do not cancel on their page
	CancelCutoffHours     int  // until so many hours before the start they do
	UndoSeconds           int  // how long the dashboard offers to take a change back; 0: not at all
	RefillHours           int  // until so many hours before the start a seat is refilled by itself (P11); 0: never
	CreatedAt, UpdatedAt  time.Time
	Origin                string   // where its settings are kept (D24)
	Version               int64    // of its settings: rises by one with each change of them in the dashboard
	FallbackRecipients    []string // are briefed where a round has none; none: the admins
	Brand                 Brand
	Limits                OrganizationLimits
}

// NewOrganization is an organization as its first admin makes it.
type NewOrganization struct {
	Slug  string
	Admin Member
	Settings

	// PrivateNetworks are those in which its calendars may be, if the operator allows them as well.
	PrivateNetworks []netip.Prefix
}

// NewOrganizationForm is what the first admin of an organization types.
type NewOrganizationForm struct{ Name, Slug, TimeZone, AdminName, AdminEmail string }

// Parse checks the form. Every error is of kind [Invalid] and names the field.
func (f NewOrganizationForm) Parse() (o NewOrganization, err error) {
	o.Slug = strings.TrimSpace(f.Slug)
	if o.Settings, err = (SettingsForm{Name: f.Name, TimeZone: f.TimeZone}).Parse(); err != nil {
		return NewOrganization{}, err
	}
	if err = CheckSlug("short name", o.Slug); err != nil {
		return NewOrganization{}, err
	}
	if o.Admin, err = NewMember("", f.AdminEmail, f.AdminName, string(Admin)); err != nil {
		return NewOrganization{}, err
	}
	return o, nil
}

// Make returns the organization, approved and kept in the dashboard, and its first admin.
func (n NewOrganization) Make(id string, now time.Time) (Organization, Member) {
	now = Instant(now)
	admin := n.Admin
	admin.OrgID = id
	return Organization{ID: id, Slug: n.Slug, Name: n.Name, Approved: true, TimeZone: n.TimeZone,
		Language: n.Language, MailFrom: n.MailFrom,
		SupportEmail: n.SupportEmail, InviteDays: n.InviteDays,
		RescheduleMax: n.RescheduleMax, RescheduleCutoffHours: n.RescheduleCutoffHours,
		MovePickedOnly: n.MovePickedOnly, CancelForbidden: n.CancelForbidden, CancelCutoffHours: n.CancelCutoffHours,
		UndoSeconds:        n.UndoSeconds,
		RefillHours:        n.RefillHours,
		FallbackRecipients: n.FallbackRecipients, CreatedAt: now, UpdatedAt: now, Origin: OriginDashboard,
		Version: 1}, admin
}

// FirstStep is something that a new team does before its first interview (D10).
type FirstStep int

// The first steps, in the order in which they are done.
const (
	FirstColleagues FirstStep = iota // somebody beside the first admin is a member
	FirstPipeline                    // an open posting has a live round that can be booked
	FirstTimes                       // somebody offers times on an open posting
	FirstInterview                   // an interview is booked
)

// SetupProgress says what of that an organization has.
type SetupProgress struct {
	Colleagues, Pipeline, Times, Interview bool
	PostingID                              string // the newest open posting, "" if there is none
}

// StepDone is a first step, and whether it is done.
type StepDone struct {
	Step FirstStep
	Done bool
}

// FirstSteps returns the steps in their order, and nil once there is an interview: whoever had one knows the way.
func (b SetupProgress) FirstSteps() []StepDone {
	if b.Interview {
		return nil
	}
	return []StepDone{{FirstColleagues, b.Colleagues}, {FirstPipeline, b.Pipeline}, {FirstTimes, b.Times},
		{FirstInterview, false}}
}

// Origins of a record that the organization file and the dashboard may both have: where it is added, changed and
// removed (D24).
const (
	OriginFile      = "file"
	OriginDashboard = "dashboard"
)

// CheckOrigin refuses to change a record of the file's origin in the dashboard (D24). what names the record, such as
// `posting "Backend"`. The error is of kind [Conflict]. REST is not asked: the contract lets it change what it may.
func CheckOrigin(what, origin string) error {
	if origin == OriginFile {
		return Conflictf("%s is kept in the organization file; take it over to change it here", what)
	}
	return nil
}
