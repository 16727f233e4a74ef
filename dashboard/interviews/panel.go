package interviews

import (
	"strings"

	"litmus/models"
)

// seatLine is somebody of an interview's panel, as its page shows them.
type seatLine struct {
	models.Seated
	Name  string
	Leads bool
}

// roleWords name the roles of a seat.
var roleWords = map[string]string{models.SeatInterviewer: "interviewer", models.SeatShadow: "in training, sits in",
	models.SeatObserver: "observer", models.SeatRoom: "room"}

// Place says which seat it is, as the label of who takes it.
func (l seatLine) Place() string {
	words := roleWords[l.Role]
	if l.Leads {
		words = "leads the interview"
	}
	if l.Seat != "" {
		words = l.Seat + ", " + words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// Words say which seat it is, and why they were chosen for it.
func (l seatLine) Words() string {
	words := []string{roleWords[l.Role]}
	if l.Leads {
		words[0] = "leads the interview"
	}
	if l.Seat != "" {
		words = append(words, "seat "+models.Quote(l.Seat))
	}
	if l.Optional {
		words = append(words, "optional")
	}
	if l.Why != "" {
		words = append(words, "was chosen: "+l.Why)
	}
	if l.Response != "" {
		words = append(words, l.Response)
	}
	return strings.Join(words, "; ")
}
