package access

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/models/keyring"
)

// SignInTTL is how long a link to sign in can be used (D5).
const SignInTTL = 15 * time.Minute

// MomentSignInExpires is the moment at which the link in a letter runs out.
const MomentSignInExpires = "sign_in_expires"

// Purposes of the links into the dashboard, see [keyring.Secret.SignLink].
const (
	LinkSignIn  = "sign-in" // signs one member in, once
	LinkWelcome = "welcome" // makes the first organization of an empty database
)

// SignIn are the links to sign in that were made for a member (D5). The epoch rises with every link and with every use;
// a link opens something while its epoch is among the living ones. A link is a signature over the row's id and its
// epoch, so a copy of the database opens nothing (ADR sign-in-links-are-signed).
type SignIn struct {
	OrgID, ID string
	Email     string // the member's
	Epoch     int64  // of the newest link
	ExpiresAt time.Time
	CreatedAt time.Time // of the row
	UpdatedAt time.Time
	Living    []LiveLink // that were not used and not ended, the oldest first

	// Of the letter that is owed: with the link that was last asked for by mail (D6), or that they are a member now.
	Known             bool  // a browser that had signed in before asked for it
	Revision          int64 // the epoch at which the letter was asked for, 0 for none
	WokenRevision     int64
	ConvergedRevision int64
	NextDueAt         *time.Time

	// Of the letter that they are a member now; nil and "" once another one is owed, or they signed in.
	AddedAt *time.Time
	AddedBy string // the address of the member who added them

	// MemberLetters are the instants of such letters in the [MemberLetterSpan] before the last one. They use up none of
	// those with links, which the member asks for.
	MemberLetters []time.Time

	// Sent are the letters with links that left in the [SignInLetterSpan] before the last request, and Counted the
	// revision of the row's newest one among them.
	Sent    []SentLetter
	Counted int64
}

// LiveLink is a link to sign in that can be used until it expires.
type LiveLink struct {
	Epoch     int64             `json:"epoch"`
	ExpiresAt time.Time         `json:"expires_at"`
	Role      models.MemberRole `json:"role,omitempty"` // of a link in a letter to a new member: the role they were given
}

// AskedFor returns the row with one more link, which is to be sent by mail; known says that a browser that had signed
// in before asks. Only one of the rows of an address has the letter, which holds the links of all. Older links stay
// alive: anybody may ask for a letter, and must not take away the links that the member has.
func (s SignIn) AskedFor(now time.Time, known, letter bool) SignIn {
	s = s.another(now)
	s.Known = known
	if letter {
		s.Revision, s.AddedAt, s.AddedBy = s.Epoch, nil, ""
	}
	return s
}

// AskedAgain returns the row as it is when the address is asked for again at now while a letter is owed whose links end
// at that instant: they live on for [SignInTTL]. A row that has none of these links gets one beside them.
func (s SignIn) AskedAgain(now, end time.Time) SignIn {
	link, alive := s.LinkUntil(end)
	if !alive {
		return s.another(now)
	}
	s.Living = slices.Clone(s.Living)
	for n := range s.Living {
		if s.Living[n].Epoch == link.Epoch {
			s.Living[n].ExpiresAt = now.Add(SignInTTL)
		}
	}
	if link.Epoch == s.Epoch {
		s.ExpiresAt = now.Add(SignInTTL)
	}
	return s
}

// AsksByMail reports whether the row has a letter with links at now, which may not have left yet.
func (s SignIn) AsksByMail(now time.Time) bool {
	kind, until := s.letter()
	return kind == effect.LetterSignIn && now.Before(until)
}

// TakesLetter returns the row with the letter of another organization's row, whose links end at that instant: the
// letter then has the links that were made together with those. ok is false if the newest link of this row is none of
// them.
func (s SignIn) TakesLetter(end time.Time) (_ SignIn, ok bool) {
	if link, alive := s.LinkUntil(end); !alive || link.Epoch != s.Epoch {
		return s, false
	}
	s.Revision, s.AddedAt, s.AddedBy = s.Epoch, nil, ""
	return s, true
}

// OwedSignIn returns the letter that is owed at now, nil for none: that of the link which was last asked for by mail,
// while the link can be used, or that they are a member now. told is the entry of the letter that was sent last, nil
// for none. A letter whose attempt has an unknown outcome is sent again until it is given up.
func (s SignIn) OwedSignIn(told *effect.Entry, now time.Time) *effect.Effect {
	kind, until := s.letter()
	if kind == "" || !now.Before(until) {
		return nil
	}
	e := &effect.Effect{Target: effect.MailTarget(effect.RoleMember, s.Email), Kind: kind, Role: effect.RoleMember,
		Email: s.Email}
	if told == nil || told.Revision != s.Revision {
		return e
	}
	switch {
	case told.State == effect.Done, told.Permanent:
		return nil
	case told.State == effect.Intent:
		e.Resend = told
	}
	return e
}

// Entry is the ledger's entry for an attempt at the letter of [SignIn.OwedSignIn]; the caller adds the ProviderID.
func (s SignIn) Entry(e effect.Effect) effect.Entry {
	if e.Resend != nil {
		return *e.Resend
	}
	_, until := s.letter()
	return effect.Entry{OrgID: s.OrgID, SignInID: s.ID, Target: e.Target, Kind: e.Kind, Revision: s.Revision,
		Start: until, Stamp: s.stamp()}
}

// stamp is the date of the letter that is owed. A link that an operator makes meanwhile does not change it.
func (s SignIn) stamp() time.Time {
	if s.AddedAt != nil {
		return *s.AddedAt
	}
	return s.UpdatedAt
}

// NextMoment returns when the letter that is owed is not tried any more: its link runs out, or it is too late to tell.
func (s SignIn) NextMoment() *effect.Moment {
	kind, until := s.letter()
	if kind == effect.LetterMemberAdded {
		return &effect.Moment{At: until, Kind: MomentMemberLetterEnds}
	}
	return &effect.Moment{At: s.ExpiresAt, Kind: MomentSignInExpires}
}

// Fresh returns the row with a link that is made at now; older links are dead.
func (s SignIn) Fresh(now time.Time) SignIn {
	s.Living = nil
	return s.another(now)
}

// another returns the row with one more link, and without those that have expired.
func (s SignIn) another(now time.Time) SignIn {
	s.Epoch++
	s.UpdatedAt, s.ExpiresAt = now, now.Add(SignInTTL)
	var living []LiveLink
	for _, l := range s.Living {
		if now.Before(l.ExpiresAt) {
			living = append(living, l)
		}
	}
	s.Living = append(living, LiveLink{Epoch: s.Epoch, ExpiresAt: s.ExpiresAt})
	return s
}

// Used returns the row after one of its links was used at now: all of them are dead, and whoever has signed in need not
// be told that they can.
func (s SignIn) Used(now time.Time) SignIn {
	s.Epoch++
	s.UpdatedAt, s.ExpiresAt, s.Living = now, now, nil
	s.AddedAt, s.AddedBy = nil, ""
	return s
}

// LinkUntil returns the row as it is about those of its links that end at that instant, which were made together with
// links of other organizations; ok is false if none of them lives.
func (s SignIn) LinkUntil(end time.Time) (_ SignIn, ok bool) {
	for _, l := range s.Living {
		if l.ExpiresAt.Equal(end) {
			s.Epoch, s.ExpiresAt, ok = l.Epoch, l.ExpiresAt, true
		}
	}
	return s, ok
}

// CheckLink returns nil if a link of that epoch can be used at now, and otherwise an error of kind [models.Conflict].
func (s SignIn) CheckLink(epoch int64, now time.Time) error {
	for _, l := range s.Living {
		if l.Epoch == epoch && now.Before(l.ExpiresAt) {
			return nil
		}
	}
	return ErrDeadSignIn
}

// ErrDeadSignIn is the one answer for every link to sign in that cannot be used, of kind [models.Conflict].
var ErrDeadSignIn = models.Conflictf(
	"this link cannot be used: it works once, for %d minutes or as its letter says, and signing in ends it",
	int(SignInTTL/time.Minute))

// PathToSignIn returns the path, below the base URL, of a member's link to sign in. The token is derived from the row
// and is not stored.
func PathToSignIn(s keyring.Secret, link SignIn) string {
	return models.SignInPath + s.SignLink(LinkSignIn, link.OrgID+"/"+link.ID, link.Epoch)
}

// ReadSignIn returns which row, and which epoch of it, the token of a link to sign in names; ok is false for every
// other string.
func ReadSignIn(s keyring.Secret, token string) (orgID, id string, epoch int64, ok bool) {
	value, epoch, ok := s.ReadLink(LinkSignIn, token)
	orgID, id, found := strings.Cut(value, "/")
	return orgID, id, epoch, ok && found
}

// PathToWelcome returns the path, below the base URL, of the link that makes the first organization of an empty
// database. It can be used until it expires, and only while there is no organization.
func PathToWelcome(s keyring.Secret, expires time.Time) string {
	return models.WelcomePath + s.SignLink(LinkWelcome, "", expires.Unix())
}

// Welcomes reports whether the token is that of a [PathToWelcome] which did not expire before now.
func Welcomes(s keyring.Secret, token string, now time.Time) bool {
	id, expires, ok := s.ReadLink(LinkWelcome, token)
	return ok && id == "" && now.Before(time.Unix(expires, 0))
}
