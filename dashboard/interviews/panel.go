package interviews

import (
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// seatLine is somebody of an interview's panel, as its page shows them.
type seatLine struct {
	models.Seated
	Name   string
	Leads  bool
	You    bool   // whoever looks at it chose them, if somebody did by hand
	Answer string // in words, "" for none
	Swap   string // where the seat is given to somebody else, "" for who may not
}

// answerWords say what somebody answered, where that was read and when.
func answerWords(v *site.Visit, i models.Interview, email string) string {
	a := i.AnswerOf(email)
	if a == nil {
		return ""
	}
	by := answeredBy[a.By]
	if i.RoomOf(email) != nil {
		by = " in its calendar"
	}
	return string(a.Response) + by + ", " + site.WhenText(a.At, v.Zone)
}

var answeredBy = map[models.AnswerSource]string{models.AnsweredInCalendar: " in their calendar",
	models.AnsweredByLink: " by the link of their letter", models.AnsweredByMail: " by mail"}

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
	switch {
	case l.Leads:
		words[0] = "leads the interview"
	case l.Trains == models.PoolReverseShadow:
		words[0] = "in training, leads this time"
	}
	if l.Seat != "" {
		words = append(words, "seat "+models.Quote(l.Seat))
	}
	if l.Optional {
		words = append(words, "optional")
	}
	switch {
	case l.Why == models.ChosenByHand && l.You:
		words = append(words, "chosen by you")
	case l.Why == models.ChosenByHand:
		words = append(words, "chosen by hand")
	case l.Why != "":
		words = append(words, "was chosen: "+l.Why)
	}
	if l.Answer != "" {
		words = append(words, l.Answer)
	}
	if l.Missed {
		words = append(words, "did not come")
	}
	return strings.Join(words, "; ")
}
