package models

import (
	"strings"
	"time"
)

// SignInTTL is how long a link to sign in can be used (D5).
const SignInTTL = 15 * time.Minute

// Purposes of the links into the dashboard, see [Secret.SignLink].
const (
	LinkSignIn  = "sign-in" // signs one member in, once
	LinkWelcome = "welcome" // makes the first organization of an empty database
)

// Paths of the dashboard that links lead to, below the base URL. A token follows those that end in a slash.
const (
	DashboardPath = "/dashboard"
	SignInPath    = "/dashboard/in/"
	WelcomePath   = "/dashboard/welcome/"
)

// SignIn is the newest link to sign in that was made for a member (D5, decision 145). Its epoch rises with every link
// and with every use, so that an older link, or one that was used, opens nothing.
type SignIn struct {
	OrgID, ID string
	Email     string // the member's
	Epoch     int64
	ExpiresAt time.Time
	CreatedAt time.Time // of the row
	UpdatedAt time.Time
}

// Fresh returns the row with a link that is made at now; older links are dead.
func (s SignIn) Fresh(now time.Time) SignIn {
	s.Epoch++
	s.UpdatedAt, s.ExpiresAt = now, now.Add(SignInTTL)
	return s
}

// Used returns the row after its link was used at now.
func (s SignIn) Used(now time.Time) SignIn {
	s.Epoch++
	s.UpdatedAt, s.ExpiresAt = now, now
	return s
}

// CheckLink returns nil if a link of that epoch can be used at now, and otherwise an error of kind [Conflict].
func (s SignIn) CheckLink(epoch int64, now time.Time) error {
	if epoch != s.Epoch || !now.Before(s.ExpiresAt) {
		return ErrDeadSignIn
	}
	return nil
}

// ErrDeadSignIn is the one answer for every link to sign in that cannot be used, of kind [Conflict].
var ErrDeadSignIn = Conflictf(
	"this link cannot be used: it works once and for %d minutes, and only the newest one does", int(SignInTTL/time.Minute))

// SignInPath returns the path, below the base URL, of a member's link to sign in. The token is derived from the row and
// is not stored.
func (s Secret) SignInPath(link SignIn) string {
	return SignInPath + s.SignLink(LinkSignIn, link.OrgID+"/"+link.ID, link.Epoch)
}

// ReadSignIn returns which row, and which epoch of it, the token of a link to sign in names; ok is false for every
// other string.
func (s Secret) ReadSignIn(token string) (orgID, id string, epoch int64, ok bool) {
	value, epoch, ok := s.ReadLink(LinkSignIn, token)
	orgID, id, found := strings.Cut(value, "/")
	return orgID, id, epoch, ok && found
}

// WelcomePath returns the path, below the base URL, of the link that makes the first organization of an empty database.
// It can be used until it expires, and only while there is no organization.
func (s Secret) WelcomePath(expires time.Time) string {
	return WelcomePath + s.SignLink(LinkWelcome, "", expires.Unix())
}

// Welcomes reports whether the token is that of a [Secret.WelcomePath] which did not expire before now.
func (s Secret) Welcomes(token string, now time.Time) bool {
	id, expires, ok := s.ReadLink(LinkWelcome, token)
	return ok && id == "" && now.Before(time.Unix(expires, 0))
}
