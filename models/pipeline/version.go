package pipeline

import "litmus/models"

// CheckVersion returns a [models.Conflict] unless the version that a form showed is the stored one: somebody saved in
// between, and a save would undo theirs unseen (D17). what is the record in words, such as `posting "Backend"`.
func CheckVersion(what string, shown, stored int64) error {
	if shown == stored {
		return nil
	}
	return models.Conflictf("%s was changed meanwhile; compare what is saved with what you typed, and save again", what)
}

// CheckSame returns nil if a form that was sent twice says what the record that it made says. Else the form was changed
// after it was sent and is to make another record, so it needs another id: the error is a [models.Conflict]. what is
// the record in words.
func CheckSame(what string, same bool) error {
	if same {
		return nil
	}
	return models.Conflictf("this form has made %s already; save once more to make another one", what)
}
