package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/store/availability"
	"litmus/workflows"
)

type calendarsCommand struct {
	List calendarsList `cmd:"" help:"List the connected calendars: whose, provider, when they were read, the last error."`
	Sync calendarsSync `cmd:"" help:"Read a calendar's busy times at once."`
}

type calendarsList struct {
	Org string `help:"Slug of the organization; all of them without it."`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// listedCalendar is a connected calendar as `litmus calendars list --json` prints it. The command does not read the
// credentials.
type listedCalendar struct {
	ID           string  `json:"id"`
	Organization string  `json:"organization"`
	Person       string  `json:"person"` // "" of a room's
	Room         string  `json:"room"`   // its name; "" of a person's
	Provider     string  `json:"provider"`
	State        string  `json:"state"`   // waiting, ok, failing, broken, revoked
	Offered      bool    `json:"offered"` // false: too little is known to offer the person
	LastSyncedAt *string `json:"last_synced_at"`
	KnownUntil   *string `json:"known_until"`
	BusyTimes    int     `json:"busy_times"`
	LastError    string  `json:"last_error"` // "" if there never was one
	LastErrorAt  *string `json:"last_error_at"`
	FailingSince *string `json:"failing_since"`
	Failures     int     `json:"failures"`     // in a row
	NextSyncAt   *string `json:"next_sync_at"` // null: at once
	Workflow     string  `json:"workflow"`
}

// Run prints the calendars of one organization or of all.
func (cmd *calendarsList) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	orgID := ""
	if cmd.Org != "" {
		org, err := s.Team.Organization(a.ctx, cmd.Org)
		if err != nil {
			return err
		}
		orgID = org.ID
	}
	found, err := s.Availability.Connections(a.ctx, orgID)
	if err != nil {
		return err
	}
	orgs, err := s.Team.Organizations(a.ctx)
	if err != nil {
		return err
	}
	faces := map[string]clockface{}
	for _, o := range orgs {
		faces[o.Slug] = cmd.clockface(o.TimeZone)
	}
	out := []listedCalendar{}
	for _, c := range found {
		out = append(out, describeCalendar(c, s.NowOf(c.Connection.OrgID)))
	}
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "ID\tORGANIZATION\tOWNER\tPROVIDER\tSTATE\tOFFERED\tLAST SYNCED\tNEXT SYNC")
	for _, c := range out {
		face := faces[c.Organization]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%t\t%s\t%s\n",
			c.ID, c.Organization, c.Person+c.Room, c.Provider, c.State, c.Offered,
			face.second(c.LastSyncedAt, "never"), face.second(c.NextSyncAt, "at once"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, c := range out { // below the table, because providers' messages are long
		if c.LastError == "" {
			continue
		}
		face := faces[c.Organization]
		since := ", since then it went well"
		if c.FailingSince != nil {
			since = ", failing since " + face.second(c.FailingSince, "-")
		}
		fmt.Fprintf(a.stdout, "\n%s: last error at %s%s\n  %s\n", c.ID, face.second(c.LastErrorAt, "-"), since,
			c.LastError)
	}
	return nil
}

func describeCalendar(c availability.ListedConnection, now time.Time) listedCalendar {
	x := c.Connection
	out := listedCalendar{
		ID:           x.ID,
		Organization: c.Organization,
		Person:       x.Email,
		Room:         c.Room,
		Provider:     x.Provider,
		State:        x.State(now),
		Offered:      !x.Unknown(now),
		LastSyncedAt: instantText(x.SyncedAt),
		KnownUntil:   instantText(x.SyncedUntil),
		BusyTimes:    c.Blocks,
		LastError:    x.Code,
		LastErrorAt:  instantText(x.FailedAt),
		FailingSince: instantText(x.FailingSince),
		Failures:     x.Failures,
		NextSyncAt:   instantText(x.NextSyncAt),
		Workflow:     workflows.WorkflowID(models.EntityCalendar, x.ID),
	}
	if x.RoomID != "" {
		out.Person = ""
	}
	if x.Asked() {
		out.NextSyncAt = nil
	}
	if x.Detail != "" {
		out.LastError += ": " + x.Detail
	}
	return out
}

type calendarsSync struct {
	ID   string        `arg:"" help:"Id of the calendar, as calendars list prints it."`
	Wait time.Duration `default:"30s" help:"How long to wait for the outcome; 0s asks and does not wait."`
	dataFlag
	JSON bool `name:"json" help:"Print the calendar as JSON, as calendars list does."`
}

// Run asks for the calendar to be read and waits for the outcome. The relay of a running worker notices the request
// within about a second. It is an error if the calendar could not be read, or if no worker has read it in time.
func (cmd *calendarsSync) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	ref, err := s.Availability.CalendarRef(a.ctx, cmd.ID)
	if err != nil {
		return err
	}
	asked, err := s.Availability.SyncNow(a.ctx, byOperator, ref.OrgID, ref.ID)
	if err != nil {
		return err
	}
	if cmd.Wait <= 0 {
		_, err = fmt.Fprintln(a.stderr, "a running worker reads the calendar at once:", cmd.ID)
		return err
	}
	ctx, cancel := context.WithTimeout(a.ctx, cmd.Wait)
	defer cancel()
	c, err := awaitSync(ctx, s.Store, asked)
	switch {
	case a.ctx.Err() == nil && ctx.Err() != nil:
		return fmt.Errorf("no worker has read %s within %s; one that runs will (litmus ready tells whether one does)",
			cmd.ID, cmd.Wait)
	case err != nil:
		return err
	}
	out := describeCalendar(*c, s.NowOf(ref.OrgID))
	if cmd.JSON {
		if err := printJSON(a.stdout, out); err != nil {
			return err
		}
	}
	switch {
	case out.FailingSince != nil:
		return fmt.Errorf("%s could not be read: %s", cmd.ID, out.LastError)
	case !cmd.JSON:
		_, err = fmt.Fprintf(a.stdout, "%s is read: %d busy times are known until %s\n",
			cmd.ID, out.BusyTimes, textOr(out.KnownUntil, "-"))
	}
	return err
}

// awaitSync returns the calendar as soon as the requested reading has ended.
func awaitSync(ctx context.Context, s *store.Store, asked models.PendingWake) (*availability.ListedConnection, error) {
	for {
		found, err := s.Availability.Connections(ctx, asked.OrgID)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(found, func(c availability.ListedConnection) bool { return c.Connection.ID == asked.ID })
		switch {
		case at < 0:
			return nil, models.NotFoundf("calendar %s is no longer connected", models.Quote(asked.ID))
		case found[at].Connection.SyncedRevision >= asked.Revision:
			return &found[at], nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}
