package effect

import (
	"cmp"
	"crypto/hmac"
	"encoding/base32"
	"slices"
	"strings"

	"litmus/models/keyring"
)

// CodeReturned is the code of a letter that a mail server accepted and sent back later: its mailbox is wrong, full or
// gone.
const CodeReturned = "mail_returned"

// MaxReturnTag is the most octets of a [Entry.ReturnTag].
const MaxReturnTag = 37 + 1 + 13

// ReturnTag names the letter in the address that mail servers send it back to, which only they and its recipient learn:
// the id of its subject, to find it by, and a MAC of its Message-ID, which nobody can guess. It has no upper case,
// since servers may change that, and 64 bits of the MAC, since a local part has 64 octets (RFC 5321 4.5.3.1.1).
func (e Entry) ReturnTag(secret keyring.Secret) string {
	mac := secret.MAC("return", 8, []byte(e.ProviderID))
	return e.subject() + "." + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac))
}

// HasReturnTag reports whether the tag is the letter's. It takes the same time for every other one.
func (e Entry) HasReturnTag(secret keyring.Secret, tag string) bool {
	return e.Letter() && e.ProviderID != "" && slices.ContainsFunc(secret.Each(), func(one keyring.Secret) bool {
		return hmac.Equal([]byte(e.ReturnTag(one)), []byte(tag))
	})
}

// ReturnSubject is the id of the subject in a tag, "" for what is none.
func ReturnSubject(tag string) string {
	return tag[:max(strings.LastIndex(tag, "."), 0)]
}

func (e Entry) subject() string {
	return cmp.Or(e.InterviewID, e.CandidateID, e.CalendarID, e.SignInID, e.NewsID, e.SubmissionID)
}
