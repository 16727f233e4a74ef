package availability

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/timetable"
	"litmus/ports/outbound"
)

// consentPath is where a provider sends the browser of somebody who agreed to have their calendar read, or did not. An
// operator registers it with the provider.
const consentPath = "/dashboard/calendar/consent"

// consentLasts is how long after the page with the link somebody may agree.
const consentLasts = time.Hour

// consent says whose calendar of which provider is to be connected. It travels through the provider as the state of the
// exchange, signed for the session that began it: whoever else comes with it is refused, and nothing is stored before
// somebody agrees.
type consent struct {
	Provider string    `json:"p"`
	Person   string    `json:"w"` // the pseudonym of pages, or the id of a room
	Until    time.Time `json:"u"`
	Nonce    string    `json:"n"`
}

// consentLink leads to a provider's page.
type consentLink struct{ Name, Address string }

// consentLinks returns a link for each provider that the operator registered an application with.
func (s *Calendars) consentLinks(v *site.Visit, personID string) (links []consentLink, err error) {
	for _, provider := range timetable.CalendarProviders {
		app, ok := s.Consents[provider]
		if !ok {
			continue
		}
		state, err := sealConsent(v, consent{Provider: provider, Person: personID,
			Until: v.Store.Now().Add(consentLasts), Nonce: rand.Text()})
		if err != nil {
			return nil, err
		}
		address, err := app.ConsentURL(provider, v.BaseURL+consentPath, state, verifier(v, state))
		if err != nil {
			return nil, err
		}
		links = append(links, consentLink{timetable.CalendarName(provider), address})
	}
	return links, nil
}

func sealConsent(v *site.Visit, c consent) (string, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	payload := base64.RawURLEncoding.EncodeToString(text)
	return payload + "." + consentSum(v, "state", payload), nil
}

// openConsent reads a state that was made for this session and is not too old.
func openConsent(v *site.Visit, state string) (c consent, err error) {
	payload, sum, _ := strings.Cut(state, ".")
	text, bad := base64.RawURLEncoding.DecodeString(payload)
	if bad != nil || !hmac.Equal([]byte(sum), []byte(consentSum(v, "state", payload))) ||
		json.Unmarshal(text, &c) != nil {
		return c, models.Invalidf("this answer of a calendar's provider belongs to no page of yours; connect the " +
			"calendar again from its page")
	}
	if v.Store.Now().After(c.Until) {
		return c, models.Invalidf("too much time went by since the page with the link; connect the calendar again")
	}
	return c, nil
}

// verifier is the secret of an exchange (RFC 7636): nobody knows it who has only the state.
func verifier(v *site.Visit, state string) string { return consentSum(v, "verifier", state) }

func consentSum(v *site.Visit, what, text string) string {
	m := hmac.New(sha256.New, v.Store.Secret().Derive("calendar consent "+what))
	m.Write([]byte(v.Session.ID + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil)) // 43 characters
}

// consentView is the data of the page on which an answer of a provider is confirmed.
type consentView struct {
	Provider, Who, State, Code, Back string
	Room                             bool // the calendar is a room's
}

// consented serves the page to which a provider sends the browser. It changes nothing: the calendar is connected by its
// form.
func (s *Calendars) consented(v *site.Visit) (site.Answer, error) {
	c, who, err := s.consentOf(v, v.Query("state"))
	if err != nil {
		return site.Answer{}, err
	}
	back := who.path()
	page := consentView{Provider: timetable.CalendarName(c.Provider), Who: models.NameOf(who.Name, who.Email),
		Room: who.Pool != "", State: v.Query("state"), Code: v.Query("code"), Back: back}
	a := v.Show("consent", "Connect a calendar of "+page.Provider, page)
	if page.Code == "" { // they said no
		return a.Under(back, "Calendar").Refusing(models.Conflictf("%s did not agree: nothing was connected",
			page.Provider))
	}
	return a.Under(back, "Calendar"), nil
}

// consentOf reads the state and finds whose calendar it is about, if the visitor may connect it.
func (s *Calendars) consentOf(v *site.Visit, state string) (c consent, who owner, err error) {
	if c, err = openConsent(v, state); err != nil {
		return c, who, err
	}
	if !slices.Contains(timetable.CalendarProviders, c.Provider) || s.Consents[c.Provider].ClientID == "" {
		return c, who, models.Invalidf("calendars of this provider cannot be connected by consent any more")
	}
	who, err = ownerOf(v, c.Person)
	return c, who, err
}

// connectConsented exchanges the provider's code for a refresh token and connects the calendar.
func (s *Calendars) connectConsented(v *site.Visit) (site.Answer, error) {
	state := v.Form.Get("state")
	c, who, err := s.consentOf(v, state)
	if err != nil {
		return site.Answer{}, err
	}
	app, back := s.Consents[c.Provider], who.path()
	page := consentView{Provider: timetable.CalendarName(c.Provider), Who: models.NameOf(who.Name, who.Email),
		Room: who.Pool != "", Back: back}
	refused := func(err error) (site.Answer, error) {
		return v.Show("consent", "Connect a calendar of "+page.Provider, page).Under(back, "Calendar").Refusing(err)
	}
	if s.Outbound == nil {
		return refused(models.Unavailablef("this process cannot call %s", page.Provider))
	}
	ctx, cancel := context.WithTimeout(v.Context(), tryTimeout)
	defer cancel()
	token, err := app.Exchange(ctx, c.Provider, v.BaseURL+consentPath, v.Form.Get("code"), verifier(v, state),
		s.Outbound(nil))
	if failure, ok := errors.AsType[*outbound.Failure](err); ok {
		v.Log.WarnContext(ctx, "calendar consent", "provider", c.Provider, "code", failure.Code)
		return refused(models.Unavailablef("%s did not give access; connect the calendar again", page.Provider))
	}
	if err != nil {
		return site.Answer{}, err
	}
	account := timetable.CalendarAccount{Provider: c.Provider, ClientID: app.ClientID, ClientSecret: app.ClientSecret,
		RefreshToken: token}
	if err := who.connect(v, account); err != nil {
		return refused(err)
	}
	return site.RedirectNote(back, "The calendar is connected, and is read at once."), nil
}
