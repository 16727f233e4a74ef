package db

import (
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"litmus/models"
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
	PrefixPool         = "pool_"
	PrefixRoom         = "room_"
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

// CheckFormID refuses an id for a new record that is not one of the results of [NewID] with the prefix.
func CheckFormID(prefix, id string) error {
	if strings.HasPrefix(id, prefix) && CouldBeID(id) {
		return nil
	}
	return ErrIncomplete
}

// ErrIncomplete says that a form lacks what its page put into it.
var ErrIncomplete = models.Invalidf("the form is incomplete; load its page again and fill it in once more")

// TakenKeys reads the keys of the records that tx selects.
func TakenKeys(tx *gorm.DB) (taken func(key string) bool, err error) {
	var keys []string
	if err := tx.Pluck("key", &keys).Error; err != nil {
		return nil, Wrap("read keys", err)
	}
	known := map[string]bool{}
	for _, k := range keys {
		known[k] = true
	}
	return func(key string) bool { return known[key] }, nil
}
