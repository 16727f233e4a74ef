package site

import (
	"litmus/models"
)

// Origin is what the template "origin" shows of a record that the organization file may keep (D24).
type Origin struct {
	Subject models.Subject
	ID      string
	File    bool
	Back    string // the address to return to after taking it over
}

// OriginOf is the data of the template "origin": of a record that the file keeps it says so, with the button "Take
// over", and of others nothing. back is the page that it stands on.
func OriginOf(subject, id, kept, back string) Origin {
	return Origin{models.Subject(subject), id, kept == models.OriginFile, back}
}
