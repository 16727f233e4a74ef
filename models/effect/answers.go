package effect

import (
	"crypto/hmac"
	"encoding/base32"
	"slices"
	"strings"

	"litmus/models"
	"litmus/models/keyring"
)

// AnswerTag names the one who answers an interview's invitation in the address that their calendar program answers to:
// the interview, to find it by, and a MAC over it and their address, which nobody can guess (P10). It is the same in
// each letter about the interview: programs take an update of an event from nobody but its organizer. It is made like
// [Entry.ReturnTag], of another key: who has seen somebody's event cannot say that their letters came back.
func AnswerTag(secret keyring.Secret, i models.Ref, email string) string {
	mac := secret.MAC("answer", 8, []byte(i.OrgID+"\x00"+i.ID+"\x00"+email))
	return i.ID + "." + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(mac))
}

// HasAnswerTag reports whether the tag is that of the person.
func HasAnswerTag(secret keyring.Secret, i models.Ref, email, tag string) bool {
	return slices.ContainsFunc(secret.Each(), func(one keyring.Secret) bool {
		return hmac.Equal([]byte(AnswerTag(one, i, email)), []byte(tag))
	})
}

// Invited reports whether an answer to an invitation of that sequence, by who interviews, is about the interview as it
// is now: such a letter was sent to them, and it told of the present start after the last announced change.
func Invited(i models.Interview, ledger []Entry, email string, sequence int64) bool {
	return slices.ContainsFunc(byTarget(ledger)[MailTarget(RoleInterviewer, email)], func(e Entry) bool {
		return e.Told() && e.Invitation && e.Kind != LetterCancellation && e.Revision == sequence &&
			e.Start.Equal(i.StartsAt) && e.Revision >= i.AnnounceRevision
	})
}
