package db

import (
	"net/netip"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// These are the tables as GORM sees them. A record that has the fields of a type of models, in their order, converts to
// it and back. A new column needs a migration, a field here and a field there: the conversion does not compile until
// both exist.
//
// GORM creates, changes, locks and filters rows. Statements are written by hand where their text decides the query plan
// (lists and their pages, what a relay claims), where one replaces several, and for locks that only PostgreSQL has.
//
// Whoever writes a row sets its instants, so GORM's automatic ones are turned off.

// InterviewRecord is a row of interviews.
type InterviewRecord struct {
	OrgID        string `gorm:"primaryKey"`
	ID           string `gorm:"primaryKey"`
	PostingID    string
	RoundID      string
	TrackID      string
	AssessmentID string
	CandidateID  string

	Source          string
	StartsAt        time.Time
	EndsAt          time.Time
	WindowEndsAt    *time.Time
	ExpiresAt       *time.Time
	LinkUsedAt      *time.Time
	LinkHash        *string
	LinkHolder      *string
	LinkExpiresAt   *time.Time
	DurationMinutes int
	Indefinite      bool
	TimeZone        string

	InterviewerEmail   string   `gorm:"serializer:blank"` // null: nobody; the overlap constraint ignores such a row
	BriefingRecipients []string `gorm:"serializer:list"`
	MeetingLink        string
	LinkSource         string

	ExternallyScheduled bool
	CallEndedAt         *time.Time
	CanceledAt          *time.Time
	CreatedAt           time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt           time.Time `gorm:"autoUpdateTime:false"`
	InvitedAt           *time.Time

	Revision          int64
	WokenRevision     int64
	ConvergedRevision int64
	NextDueAt         *time.Time

	AnnounceRevision int64
	StartSetAt       time.Time
	InterviewerSetAt time.Time

	AssessmentLinkOwed bool

	CalendarCopy bool

	LinkMaker   string
	Picked      bool
	Reschedules int
	AccessEpoch int64

	Replacement *models.Replacement `gorm:"serializer:json"` // null: nobody ever asked
	Held        *models.Held        `gorm:"serializer:json"` // null: no change was ever held

	NoShow     string
	NoShowNote string

	Reason *models.Reason `gorm:"serializer:json"` // null: none was given

	Drift *models.Drift `gorm:"serializer:json"` // null: the copy was always as it should be

	OverLimits models.OverLimits `gorm:"serializer:json"` // null: none was passed

	Erasure string

	Panel []models.Seated `gorm:"serializer:json"` // null: none

	Replacements []models.Replacement `gorm:"serializer:json"` // null: nobody ever asked
	Drifts       []models.Drift       `gorm:"serializer:json"` // null: the copies were always as they should be
	Answers      []models.Answer      `gorm:"serializer:json"` // null: nobody answered

	Departures []models.Departure `gorm:"serializer:json"` // null: nobody left
}

func (InterviewRecord) TableName() string { return "interviews" }

// AttendeeRecord is a row of attendees: somebody of the team in an interview. The database writes it, by a trigger on
// the interview's row.
type AttendeeRecord struct {
	OrgID       string `gorm:"primaryKey"`
	InterviewID string `gorm:"primaryKey"`
	Email       string `gorm:"primaryKey"`
	StartsAt    time.Time
	EndsAt      time.Time
	Counts      bool // it is neither canceled nor a link that nobody used
	Blocks      bool // see [models.Interview.Blocks]
	Exclusive   bool // nothing else may be booked beside it: no import, and no session by link
}

func (AttendeeRecord) TableName() string { return "attendees" }

// CandidateRecord is a row of candidates.
type CandidateRecord struct {
	OrgID           string `gorm:"primaryKey"`
	ID              string `gorm:"primaryKey"`
	PostingID       string
	AssessmentID    string
	TrackID         string
	Email           string
	Name            string
	State           string
	InvitedAt       *time.Time
	InviteExpiresAt *time.Time
	StartedAt       *time.Time
	CreatedAt       time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt       time.Time `gorm:"autoUpdateTime:false"`

	AdvancedFrom string

	Erasure string

	InviteNote string

	Language, HourCycle string

	AccessEpoch int64

	Resends      int64
	ResentAt     *time.Time
	ResendsOfDay int64

	Revision          int64
	WokenRevision     int64
	ConvergedRevision int64
	NextDueAt         *time.Time
}

func (CandidateRecord) TableName() string { return "candidates" }

// SubmissionRecord is a row of submissions.
type SubmissionRecord struct {
	OrgID        string `gorm:"primaryKey"`
	ID           string `gorm:"primaryKey"`
	Key          string `gorm:"serializer:blank"` // null: not from a file
	PostingID    string
	AssessmentID string
	CandidateID  string
	SubmittedAt  time.Time
	Score        *float64
	NativeScore  *float64
	Decision     string
	GradeVersion int64
	CreatedAt    time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt    time.Time `gorm:"autoUpdateTime:false"`
	Origin       string
	ReceiptZone  string
}

func (SubmissionRecord) TableName() string { return "submissions" }

// AnswerRecord is a row of answers.
type AnswerRecord struct {
	OrgID        string `gorm:"primaryKey"`
	CandidateID  string `gorm:"primaryKey"`
	Text         string
	Links        []string `gorm:"serializer:list"`
	SubmissionID string   `gorm:"serializer:blank"` // null: a draft
	SavedAt      time.Time
}

func (AnswerRecord) TableName() string { return "answers" }

// AccommodationRecord is a row of accommodations.
type AccommodationRecord struct {
	OrgID       string `gorm:"primaryKey"`
	CandidateID string `gorm:"primaryKey"`
	Text        string
	AskedAt     time.Time
	SettledAt   *time.Time
	SettledBy   string
}

func (AccommodationRecord) TableName() string { return "accommodations" }

// ArtifactsRecord holds JSON texts; null is a part that is unavailable.
type ArtifactsRecord struct {
	OrgID            string `gorm:"primaryKey"`
	InterviewID      string `gorm:"primaryKey"`
	Transcript       *string
	Recording        *string
	InterviewerNotes *string
}

func (ArtifactsRecord) TableName() string { return "artifacts" }

// CallbackRecord is a row of callbacks.
type CallbackRecord struct {
	OrgID       string `gorm:"primaryKey"`
	InterviewID string `gorm:"primaryKey"`
	EventID     string `gorm:"primaryKey"`
	At          time.Time
}

func (CallbackRecord) TableName() string { return "callbacks" }

// ImportRecord is a row of imports.
type ImportRecord struct {
	OrgID       string `gorm:"primaryKey"`
	Key         string `gorm:"primaryKey"`
	InterviewID string
	Digest      string // of the file's entry when it was last applied, as JSON
	Origin      string
}

func (ImportRecord) TableName() string { return "imports" }

// OrganizationRecord is a row of organizations.
type OrganizationRecord struct {
	ID                    string `gorm:"primaryKey"`
	Slug                  string
	Name                  string
	Approved              bool
	TimeZone              string
	Language              string
	MailFrom              string
	InviteDays            int
	RescheduleMax         int
	RescheduleCutoffHours int
	MovePickedOnly        bool
	CancelForbidden       bool
	SupportEmail          string
	CancelCutoffHours     int
	UndoSeconds           int
	RefillHours           int
	AllowPrivateNetworks  []netip.Prefix `gorm:"serializer:list"`
	CreatedAt             time.Time      `gorm:"autoCreateTime:false"`
	UpdatedAt             time.Time      `gorm:"autoUpdateTime:false"`
	Origin                string
	Version               int64
	FallbackRecipients    []string `gorm:"serializer:list"`
	Accent                string
	LogoType              string
	BrandVersion          int64
	Limits                models.OrganizationLimits `gorm:"serializer:json"` // null: none
}

func (OrganizationRecord) TableName() string { return "organizations" }

// Model returns the organization without its networks, which only the calendars' drivers need.
func (r OrganizationRecord) Model() models.Organization {
	return models.Organization{ID: r.ID, Slug: r.Slug, Name: r.Name, Approved: r.Approved, TimeZone: r.TimeZone,
		Language: r.Language, MailFrom: r.MailFrom, InviteDays: r.InviteDays, RescheduleMax: r.RescheduleMax,
		RescheduleCutoffHours: r.RescheduleCutoffHours, MovePickedOnly: r.MovePickedOnly, UndoSeconds: r.UndoSeconds,
		RefillHours:     r.RefillHours,
		CancelForbidden: r.CancelForbidden, CancelCutoffHours: r.CancelCutoffHours, SupportEmail: r.SupportEmail,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
		Origin: r.Origin, Version: r.Version, FallbackRecipients: r.FallbackRecipients,
		Brand:  models.Brand{Accent: r.Accent, LogoType: r.LogoType, Version: r.BrandVersion},
		Limits: r.Limits}
}

// OrganizationRecordOf is the row of an organization without networks.
func OrganizationRecordOf(o models.Organization) OrganizationRecord {
	return OrganizationRecord{ID: o.ID, Slug: o.Slug, Name: o.Name, Approved: o.Approved, TimeZone: o.TimeZone,
		Language: o.Language, MailFrom: o.MailFrom, InviteDays: o.InviteDays, RescheduleMax: o.RescheduleMax,
		RescheduleCutoffHours: o.RescheduleCutoffHours, MovePickedOnly: o.MovePickedOnly, UndoSeconds: o.UndoSeconds,
		RefillHours:     o.RefillHours,
		CancelForbidden: o.CancelForbidden, CancelCutoffHours: o.CancelCutoffHours, SupportEmail: o.SupportEmail,
		CreatedAt: o.CreatedAt, UpdatedAt: o.UpdatedAt,
		Origin: o.Origin, Version: o.Version, FallbackRecipients: o.FallbackRecipients, Accent: o.Brand.Accent,
		LogoType: o.Brand.LogoType, BrandVersion: o.Brand.Version, Limits: o.Limits}
}

// PersonRecord is a row of people.
type PersonRecord struct {
	OrgID             string `gorm:"primaryKey"`
	Email             string `gorm:"primaryKey"`
	Name              string
	TimeZone          string
	MeetingLink       string
	Title             string
	WorkingHours      timetable.WeeklyHours `gorm:"serializer:json"` // null: none saved
	Dates             timetable.DatedHours  `gorm:"serializer:json"` // null: none differs
	CalendarConnected bool
	CreatedAt         time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt         time.Time `gorm:"autoUpdateTime:false"`
	Origin            string

	Limits models.InterviewLimits `gorm:"serializer:json"` // null: none
}

func (PersonRecord) TableName() string { return "people" }

// CalendarRecord is what a file says of a calendar. The other columns have defaults and are written by statements of
// their own.
type CalendarRecord struct {
	OrgID       string `gorm:"primaryKey"`
	Email       string `gorm:"primaryKey"`
	ID          string
	Provider    string
	Sealed      []byte
	Fingerprint string
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
	Origin      string
	WakeTrace   *string
	RoomID      string `gorm:"serializer:blank"` // null: a person's
}

func (CalendarRecord) TableName() string { return "calendars" }

// KeyRecord is a row of keys.
type KeyRecord struct {
	OrgID      string `gorm:"primaryKey"`
	ID         string `gorm:"primaryKey"`
	Name       string
	Hash       string
	LastFour   string
	Scopes     []string  `gorm:"serializer:json"` // null: unrestricted
	CreatedAt  time.Time `gorm:"autoCreateTime:false"`
	LastUsedAt *time.Time
	RevokedAt  *time.Time
	Form       string `gorm:"serializer:blank"` // null: not made by a form; a form makes one key
}

func (KeyRecord) TableName() string { return "keys" }

// AuditRecord is a row of audit.
type AuditRecord struct {
	ID          string `gorm:"primaryKey"`
	OrgID       string `gorm:"serializer:blank"` // null, as the key: a failed authentication
	KeyID       string `gorm:"serializer:blank"`
	Method      string
	Route       string
	Status      int
	DurationUs  int64
	ResourceIDs []string `gorm:"serializer:list"`
	RequestID   string
	At          time.Time
	Count       int
	Address     string `gorm:"serializer:blank"` // null: a key's request
}

func (AuditRecord) TableName() string { return "audit" }

// BusyRecord is a busy time of a calendar. The table has no key.
type BusyRecord struct {
	OrgID, Email string
	FromAt, ToAt time.Time
}

func (BusyRecord) TableName() string { return "busy_blocks" }

// EffectRecord is a row of effects. It has the fields of [effect.Entry] in their order, so that the two convert to each
// other. It has no primary key: what identifies an entry differs by subject.
type EffectRecord struct {
	OrgID                                string
	InterviewID, CandidateID, CalendarID string // one of them, or of the next three, is not null
	SignInID, NewsID, SubmissionID       string
	Target, Kind                         string

	Revision       int64
	State          string
	Permanent      bool
	Invitation     bool
	AssessmentLink bool
	Tries          int
	LeaseUntil     *time.Time
	ProviderID     string
	ETag           string `gorm:"column:etag"`

	Start       time.Time
	MeetingLink string
	Interviewer string
	Stamp       time.Time

	Code, Detail string

	CreatedAt time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt time.Time `gorm:"autoUpdateTime:false"`
}

func (EffectRecord) TableName() string { return "effects" }
