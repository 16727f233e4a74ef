package store

import (
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// Prefixes of identifiers. Nobody parses an identifier, so a malformed one is an unknown one. Lists that order by them
// compare bytes, on PostgreSQL by the collation "C".
const (
	prefixOrganization = "org_"
	prefixPosting      = "post_"
	prefixTrack        = "trk_"
	prefixRound        = "rnd_"
	prefixGroup        = "grp_"
	prefixAssessment   = "asm_"
	prefixCandidate    = "cand_"
	prefixInterview    = "int_"
	prefixSubmission   = "sub_"
	prefixKey          = "key_"
	prefixAudit        = "aud_"
	prefixCalendar     = "cal_"
	prefixSession      = "ses_"
	prefixSignIn       = "sgn_"
)

// newID returns the prefix and a UUIDv7 in lower-case hex: opaque and ordered by time.
func newID(prefix string) string {
	id := uuid.Must(uuid.NewV7()) // fails only if there is no source of randomness
	return prefix + hex.EncodeToString(id[:])
}

// couldBeID reports whether s has the form of the results of [newID]. The audit keeps no other ids, since a caller may
// write an address into a path.
func couldBeID(s string) bool {
	kind, id, ok := strings.Cut(s, "_")
	b, err := hex.DecodeString(id)
	return ok && len(kind) <= 4 && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz") == "" && err == nil &&
		len(b) == 16 && strings.ToLower(id) == id
}
