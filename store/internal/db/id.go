package db

import (
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// Prefixes of identifiers. Nobody parses an identifier, so a malformed one is an unknown one. Lists that order by them
// compare bytes, on PostgreSQL by the collation "C".
const (
	PrefixOrganization = "org_"
	PrefixPosting      = "post_"
	PrefixTrack        = "trk_"
	PrefixRound        = "rnd_"
	PrefixGroup        = "grp_"
	PrefixAssessment   = "asm_"
	PrefixCandidate    = "cand_"
	PrefixInterview    = "int_"
	PrefixSubmission   = "sub_"
	PrefixKey          = "key_"
	PrefixAudit        = "aud_"
	PrefixCalendar     = "cal_"
	PrefixSession      = "ses_"
	PrefixSignIn       = "sgn_"
	PrefixNews         = "new_"
	PrefixPicture      = "pic_"
	PrefixDatabase     = "db_"
	PrefixFile         = "fil_"
)

// NewID returns the prefix and a UUIDv7 in lower-case hex: opaque and ordered by time.
func NewID(prefix string) string {
	id := uuid.Must(uuid.NewV7()) // fails only if there is no source of randomness
	return prefix + hex.EncodeToString(id[:])
}

// CouldBeID reports whether s has the form of the results of [NewID]. The audit keeps no other ids, since a caller may
// write an address into a path.
func CouldBeID(s string) bool {
	kind, id, ok := strings.Cut(s, "_")
	b, err := hex.DecodeString(id)
	return ok && len(kind) <= 4 && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz") == "" && err == nil &&
		len(b) == 16 && strings.ToLower(id) == id
}
