package access

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/crc32"
	"io"
	"math/big"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// Scopes (§5). Those after SubmissionsRead are for tools; SandboxesWrite has none yet.
const (
	RolesRead        = "roles:read"
	InvitesWrite     = "invites:write"
	InterviewsRead   = "interviews:read"
	InterviewsWrite  = "interviews:write"
	SubmissionsRead  = "submissions:read"
	CandidatesRead   = "candidates:read"
	AssessmentsRead  = "assessments:read"
	AssessmentsWrite = "assessments:write"
	GradersRead      = "graders:read"
	GradersWrite     = "graders:write"
	SubmissionsWrite = "submissions:write"
	SandboxesWrite   = "sandboxes:write"
	ArchivesRead     = "archives:read"
)

// Scopes are all scopes that exist today, in the order of §5; the last eight have no REST endpoint. A key with full
// access gets a copy of this list.
var Scopes = []string{
	RolesRead, InvitesWrite, InterviewsRead, InterviewsWrite, SubmissionsRead,
	CandidatesRead, AssessmentsRead, AssessmentsWrite, GradersRead, GradersWrite, SubmissionsWrite,
	SandboxesWrite, ArchivesRead,
}

// Key is an API key as it is stored: its hash, never the key.
type Key struct {
	OrgID, ID, Name, Hash, LastFour string
	Scopes                          []string // nil: unrestricted, a legacy key
	CreatedAt                       time.Time
	LastUsedAt, RevokedAt           *time.Time
	Form                            string // id of the form that made it, see [models.NewFormID]; "" if none did (D21)
}

// Allows reports whether the key holds at least one of the scopes.
func (k Key) Allows(anyOf ...string) bool {
	if k.Scopes == nil {
		return true
	}
	return slices.ContainsFunc(anyOf, func(s string) bool { return slices.Contains(k.Scopes, s) })
}

// CheckScopes returns the scopes without duplicates in the order of [Scopes]. An empty list or an unknown scope is
// [models.Invalid] (§8).
func CheckScopes(scopes []string) ([]string, error) {
	if len(scopes) == 0 {
		return nil, models.Invalidf("a key needs at least one scope; known scopes: %s", strings.Join(Scopes, ", "))
	}
	for _, s := range scopes {
		if !slices.Contains(Scopes, s) {
			return nil, models.Invalidf("scope %s is unknown; known scopes: %s", models.Quote(s),
				strings.Join(Scopes, ", "))
		}
	}
	var out []string
	for _, s := range Scopes {
		if slices.Contains(scopes, s) {
			out = append(out, s)
		}
	}
	return out, nil
}

// DecideScopes returns the scopes that an edit gives to a key, checked by [CheckScopes]. shown are those that the form
// showed, nil for a legacy key. If they are the key's no longer, somebody else has edited them meanwhile:
// [models.Conflict], as for a key that is revoked (D21).
func DecideScopes(k Key, shown, wanted []string) ([]string, error) {
	scopes, err := CheckScopes(wanted)
	switch {
	case err != nil:
		return nil, err
	case k.RevokedAt != nil:
		return nil, models.Conflictf("the key was revoked, so its scopes cannot be changed")
	case (k.Scopes == nil) != (shown == nil) || !slices.Equal(k.Scopes, shown):
		now := "it is unrestricted"
		if k.Scopes != nil {
			now = "it has " + strings.Join(k.Scopes, ", ")
		}
		return nil, models.Conflictf("somebody else has changed the scopes of the key since this page was shown: now %s", now)
	}
	return scopes, nil
}

const (
	keyPrefix    = "litmus_sk_"
	keyRandom    = 43 // base62 characters, a little over 256 bits
	keyChecksum  = 6
	base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// NewKeySecret reads entropy from random and returns a key: litmus_sk_, 43 base62 characters, a 6-character checksum.
func NewKeySecret(random io.Reader) (string, error) {
	b := make([]byte, 0, keyRandom)
	one := make([]byte, 1)
	for len(b) < keyRandom {
		if _, err := io.ReadFull(random, one); err != nil {
			return "", err
		}
		if one[0] < 248 { // 248 = 4 * 62: every digit is equally likely
			b = append(b, base62Digits[one[0]%62])
		}
	}
	return keyPrefix + string(b) + keySum(string(b)), nil
}

// WellFormedKey reports whether s has the shape and the checksum of a key, so that a mistyped key costs no query.
func WellFormedKey(s string) bool {
	body, ok := strings.CutPrefix(s, keyPrefix)
	return ok && len(body) == keyRandom+keyChecksum && keySum(body[:keyRandom]) == body[keyRandom:]
}

func keySum(s string) string {
	n := new(big.Int).SetUint64(uint64(crc32.ChecksumIEEE([]byte(s))))
	t := n.Text(62)
	return strings.Repeat("0", keyChecksum-len(t)) + t
}

// HashKey returns what is stored of a key: hex SHA-256. A key has more than 256 random bits, so a fast hash is enough.
func HashKey(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// LastFour returns the last four characters of a key, which lists show.
func LastFour(secret string) string { return secret[max(0, len(secret)-4):] }
