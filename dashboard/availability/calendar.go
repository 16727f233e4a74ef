package availability

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/fair"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/ports/calendar"
	"litmus/ports/outbound"
)

// A try of a calendar reads the busy times of the days to come, in this process and by the client of the workers. A
// workflow would put credentials of nobody's calendar into the database first.
const (
	tryTimeout  = 12 * time.Second // a page that is slower seems broken
	tryAhead    = 14 * 24 * time.Hour
	triesAtOnce = 4 // of this process
)

// Calendars is how calendars are tried and connected, and what that needs beside a site's pages.
type Calendars struct {
	// Outbound gives the client that tries a calendar before it is connected, by the private networks that the
	// organization names ([outbound.Clients.For]); nil: this process calls no calendars.
	Outbound func(networks []netip.Prefix) *http.Client
	TryFor   time.Duration // how long a try may take; zero: [tryTimeout]
	// Consents are the OAuth applications with which members connect calendars by consent, by provider (D16).
	Consents map[string]calendar.Application

	tries *fair.Slots
}

// owner is whose calendar a page is about: a person, or a room (P1), whose address is its id then.
type owner struct {
	timetable.Person
	ID   string // by which pages name them: a room's own, since it is nobody's name
	Pool string // the id of the room's pool; "" of a person
}

// ownerOf finds whose calendar the parameter or field person names, else that of who is signed in, if the visitor may
// manage it: that of a room if they may edit its pool.
func ownerOf(v *site.Visit, id string) (o owner, err error) {
	if strings.HasPrefix(id, roomIDs) {
		if err := v.May(access.ActionEditPools, access.Facts{}); err != nil {
			return o, err
		}
		room, pool, err := v.Store.Availability.Room(v.Context(), v.Org.ID, id)
		o.Person = timetable.Person{OrgID: v.Org.ID, Email: room.ID, Name: room.Name, TimeZone: room.TimeZone}
		o.ID, o.Pool = room.ID, pool.ID
		return o, err
	}
	if o.Person, err = person(v, id); err != nil {
		return o, err
	}
	o.ID = v.Store.Availability.PersonID(v.Org.ID, o.Email)
	return o, v.May(access.ActionConnectCalendar, v.OwnOf(o.Email))
}

// roomIDs is how the ids of rooms begin, which those of people do not.
const roomIDs = "room_"

// path is where the calendar is managed.
func (o owner) path() string { return site.Href(site.CalendarPath, "person", o.ID) }

// under is the page to which the calendar's belongs.
func (o owner) under(a site.Answer) site.Answer {
	if o.Pool != "" {
		return a.Under(site.PoolPath(o.Pool, "#rooms"), "Rooms")
	}
	return a.Under(site.AvailabilityPath, "Availability")
}

// connect connects the owner's calendar.
func (o owner) connect(v *site.Visit, a timetable.CalendarAccount) error {
	if o.Pool != "" {
		return v.Acts.Availability.ConnectRoom(v.Context(), v.By(), o.Email, a)
	}
	_, err := v.Acts.Availability.Connect(v.Context(), v.By(), o.Email, a)
	return err
}

// disconnect disconnects the owner's calendar.
func (o owner) disconnect(v *site.Visit) error {
	if o.Pool != "" {
		return v.Acts.Availability.DisconnectRoom(v.Context(), v.By(), o.Email)
	}
	return v.Acts.Availability.Disconnect(v.Context(), v.By(), o.Email)
}

// calendarView is the data of the page with a connected calendar (D16).
type calendarView struct {
	owner         owner
	PersonID, Who string
	Room          bool // it is a room's
	Own, May      bool
	Email, Origin string // of the calendar, for taking over; the origin is "" if nothing can be taken over
	Back          string
	Connection    *timetable.Connection // nil: none is connected
	Provider      string
	State, Badge  string
	Trouble       timetable.Trouble
	Copies        int // interviews to come that stand in it

	Typed  typedCalendar
	Result string            // of a try that succeeded
	Failed timetable.Trouble // of one that did not
	Words  string            // of the server, for whoever knows it
	Draft  string            // sealed: what was tried

	Consents []consentLink
	History  []site.ChangeLine
}

// typedCalendar is what the form held, without the password.
type typedCalendar struct{ Provider, URL, Username string }

// showCalendar serves a connected calendar: how it is, or how to connect one (D16).
func (s *Calendars) showCalendar(v *site.Visit) (site.Answer, error) {
	who, err := ownerOf(v, v.Query("person"))
	if err != nil {
		return site.Answer{}, err
	}
	c, err := s.calendarOf(v, who)
	if err != nil {
		return site.Answer{}, err
	}
	return calendarPage(v, c), nil
}

// calendarOf is the page of a calendar that the visitor may manage.
func (s *Calendars) calendarOf(v *site.Visit, who owner) (c calendarView, err error) {
	c = calendarView{owner: who, PersonID: who.ID, Who: models.NameOf(who.Name, who.Email), Room: who.Pool != "",
		Own: who.Email == v.Member.Email, May: true, Typed: typedCalendar{Provider: timetable.CalendarCalDAV}}
	if c.Consents, err = s.consentLinks(v, c.PersonID); err != nil {
		return c, err
	}
	connected, err := v.Store.Availability.CalendarOf(v.Context(), v.Org.ID, who.Email)
	if err != nil || connected == nil {
		return c, err
	}
	c.Connection, c.Copies = &connected.Connection, connected.Copies
	c.Provider = timetable.CalendarName(connected.Provider)
	state := site.CalendarStates[connected.State(v.Now)]
	c.State, c.Badge = state[0], state[1]
	c.Trouble = connected.TroubleAt(v.Now, v.Zone)
	if c.Email = who.Email; connected.Origin == models.OriginFile { // it is shown, and changed once it is taken over
		c.May, c.Origin, c.Back = false, connected.Origin, who.path()
	}
	c.History, err = v.HistoryOf(models.SubjectCalendar, connected.ID)
	return c, err
}

func calendarPage(v *site.Visit, c calendarView) site.Answer {
	heading := "Calendar of " + c.Who
	if c.Own {
		heading = "Your calendar"
	}
	return c.owner.under(v.Show("calendar", heading, c))
}

// listCalendars lists the connected calendars of the organization (D16).
func listCalendars(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionSeeAvailability, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	list, err := v.Store.Availability.Connections(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	type row struct {
		timetable.Connection
		Path, Who, Provider, State, Badge string
		Trouble                           timetable.Trouble
		Blocks                            int
	}
	team, err := v.Store.Team.Team(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	names := make(map[string]string, len(team))
	for _, m := range team {
		names[m.Email] = m.Name
	}
	rows := make([]row, len(list))
	for n, c := range list {
		state := site.CalendarStates[c.Connection.State(v.Now)]
		rows[n] = row{Connection: c.Connection, Path: v.ToCalendar(c.Connection.Email),
			Who:      cmp.Or(c.Room, models.NameOf(names[c.Connection.Email], c.Connection.Email)),
			Provider: timetable.CalendarName(c.Connection.Provider),
			State:    state[0], Badge: state[1], Trouble: c.Connection.TroubleAt(v.Now, v.Zone), Blocks: c.Blocks}
	}
	return v.Show("calendars", "Connected calendars", map[string]any{"Rows": rows}).
		Under(site.AvailabilityPath, "Availability"), nil
}

// connect tries the calendar of the form and connects it, unless it was only to be tried, or failed. After a failure it
// can be connected all the same: the worker that reads it may reach more than this process.
func (s *Calendars) connect(v *site.Visit) (site.Answer, error) {
	who, err := ownerOf(v, v.Field("person"))
	if err != nil {
		return site.Answer{}, err
	}
	page, err := s.calendarOf(v, who)
	if err != nil {
		return site.Answer{}, err
	}
	page.Typed = typedCalendar{v.Field("provider"), v.Field("url"), v.Field("username")}
	account, err := typedAccount(v, who.Email)
	if err != nil {
		return calendarPage(v, page).Refusing(err)
	}
	act := v.Field("act")
	if act != "anyway" {
		found, failure, err := s.try(v, who, account)
		if err != nil {
			return calendarPage(v, page).Refusing(err)
		}
		page.Draft = v.Store.Availability.SealDraft(v.Org.ID, who.Email, account)
		if failure != nil {
			page.Failed = timetable.CalendarTrouble(account.Provider, failure.Code, failure.Fate == outbound.Revoked)
			page.Words = strings.TrimSpace(failure.Code + " " + failure.Text)
			return calendarPage(v, page).
				Refusing(models.Unavailablef("%s", strings.TrimSuffix(page.Failed.Problem, ".")))
		}
		page.Result = fmt.Sprintf("It works: %s in the next two weeks.", models.Count(found, "busy time"))
		if act == "try" {
			return calendarPage(v, page), nil
		}
	}
	if err := who.connect(v, account); err != nil {
		return calendarPage(v, page).Refusing(err)
	}
	return site.RedirectNote(who.path(), "The calendar is connected, and is read at once."), nil
}

// typedAccount reads the account of the form. A password that was left empty is that of the try before, if nothing else
// was changed since.
func typedAccount(v *site.Visit, email string) (timetable.CalendarAccount, error) {
	a := timetable.CalendarAccount{Provider: v.Field("provider"), URL: v.Field("url"), Username: v.Field("username"),
		Password: v.Form.Get("password")}
	if a.Provider == timetable.CalendarICS {
		a.Username, a.Password = "", ""
		if rest, feed := strings.CutPrefix(a.URL, "webcal://"); feed {
			a.URL = "https://" + rest
		}
	}
	if draft := v.Form.Get("draft"); draft != "" && a.Password == "" {
		tried, err := v.Store.Availability.OpenDraft(v.Org.ID, email, draft)
		if err == nil && tried.Provider == a.Provider && tried.URL == a.URL && tried.Username == a.Username {
			a.Password = tried.Password
		}
	}
	if !a.Typed() {
		return a, models.Invalidf("choose CalDAV or a published address; other calendars are connected by consent")
	}
	if err := a.Check(); err != nil {
		return a, err
	}
	if refused, ok := errors.AsType[*outbound.Error](outbound.Check(a.URL)); ok {
		return a, models.InField("calendar address",
			models.Invalidf("the address is never called: %s", refused.Reason))
	}
	return a, nil
}

// try reads the calendar once. failure is why that did not work; err is a refusal to try.
func (s *Calendars) try(v *site.Visit, who owner,
	a timetable.CalendarAccount) (found int, failure *outbound.Failure, err error) {
	if s.Outbound == nil {
		return 0, &outbound.Failure{Fate: outbound.GiveUp, Code: a.Provider + "_connect",
			Text: "this process calls no calendars"}, nil
	}
	networks, err := v.Store.Availability.PrivateNetworks(v.Context(), v.Org.ID)
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithTimeout(v.Context(), cmp.Or(s.TryFor, tryTimeout))
	defer cancel()
	if err := s.tries.Acquire(ctx, v.Org.ID, false); err != nil {
		return 0, nil, models.Throttledf(time.Minute, "many calendars are being tried at once; try again in a minute")
	}
	defer s.tries.Release()
	p, err := calendar.New(a.Provider, calendar.Source{URL: a.URL, Username: a.Username, Password: a.Password,
		Email: who.Email, Zone: models.Location(who.ZoneIn(v.Org.TimeZone)), Room: who.Pool != ""},
		s.Outbound(networks))
	if err != nil {
		return 0, nil, models.Invalidf("%v", err)
	}
	busy, err := p.Busy(ctx, v.Now, v.Now.Add(tryAhead), "")
	if refused, ok := errors.AsType[*outbound.Failure](err); ok {
		return 0, refused, nil
	}
	return len(busy.Blocks), nil, err
}

// readCalendar has the calendar read at once.
func readCalendar(v *site.Visit) (site.Answer, error) {
	who, err := ownerOf(v, v.Field("person"))
	if err != nil {
		return site.Answer{}, err
	}
	c, err := v.Store.Availability.CalendarOf(v.Context(), v.Org.ID, who.Email)
	if err != nil {
		return site.Answer{}, err
	}
	if c == nil {
		return site.Answer{}, models.NotFoundf("%s has no connected calendar", cmp.Or(who.Name, who.Email))
	}
	if err := v.Acts.Availability.SyncNow(v.Context(), v.By(), c.ID); err != nil {
		return site.Answer{}, err
	}
	return site.RedirectNote(who.path(),
		"The calendar is read now. Load this page again in a moment to see how it went."), nil
}

// disconnect removes the calendar's account and what was read.
func (s *Calendars) disconnect(v *site.Visit) (site.Answer, error) {
	who, err := ownerOf(v, v.Field("person"))
	if err != nil {
		return site.Answer{}, err
	}
	if err := who.disconnect(v); err != nil {
		page, failed := s.calendarOf(v, who)
		if failed != nil {
			return site.Answer{}, failed
		}
		return calendarPage(v, page).Refusing(err)
	}
	return site.RedirectNote(who.path(),
		"The calendar is disconnected. Copies of interviews that stand in it stay there."), nil
}
