package interviews

import (
	"net/http"
	"net/url"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// begunBooking is what an address says of a booking beside whom it is for, as a half hour of the week does, or an
// interview that was dropped on one (D11). People are named by pseudonyms, since no address of a page has an email.
type begunBooking struct {
	At, With, Posting string // the start, the interviewer, and the posting whose rounds are offered; "" for none
	Back              string // the week from which it was begun
	When, Who         string // the first two in words

	email string
}

// begin reads the address: [models.NotFound] for somebody who is nobody here.
func begin(v *site.Visit) (b begunBooking, err error) {
	b = begunBooking{At: v.Query("at"), With: v.Query("with"), Posting: v.Query("posting"), Back: weekBefore(v)}
	if at, err := time.Parse(time.RFC3339, b.At); err == nil {
		b.When = site.WhenText(at, v.Zone)
	}
	if b.With != "" {
		p, err := v.Store.Availability.PersonBy(v.Context(), v.Org.ID, b.With)
		if err != nil {
			return b, err
		}
		b.email, b.Who = p.Email, models.NameOf(p.Name, p.Email)
	}
	return b, nil
}

// Pick is the start with the interviewer, as the grid of times has them.
func (b begunBooking) Pick() string { return b.At + " " + b.email }

// times asks when, or shows what the booking at the start would send. Nothing is booked by it.
func (b begunBooking) times(v *site.Visit, c chosenBooking, f bookingForm) (site.Answer, error) {
	if b.At == "" {
		return askWhen(v, c, f, nil)
	}
	if f.Pick = b.Pick(); c.paneled() && (c.Replaces == nil || b.email == "") {
		f.Pick = c.pickFor(b.At, b.email)
	}
	order, err := readOrder(v, c, f)
	if err != nil {
		return askWhenAgain(v, c, f, err)
	}
	return preview(v, c, f, order)
}

// weekBefore is the address of the week from which somebody came, as the page or its form says, "" for none.
func weekBefore(v *site.Visit) string {
	back := v.Query("back")
	if v.Method == http.MethodPost {
		back = v.Field("back")
	} else if back == "" {
		back = v.Referer()
	}
	u, err := url.Parse(back)
	if err != nil || u.Path != site.WeekPath {
		return ""
	}
	return site.Within(u.RequestURI())
}
