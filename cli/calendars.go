package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"
	"time"

	"litmus/store"
)

type calendarsCommand struct {
	List calendarsList `cmd:"" help:"List the connected calendars: person, provider, when they were read, the last error."`
	Sync calendarsSync `cmd:"" help:"Read a calendar's busy times at once."`
}

type calendarsList struct {
	Org  string `help:"Slug of the organization; all of them without it."`
	Data string `help:"Folder of litmus up."`
	JSON bool   `name:"json" help:"Print JSON."`
}

// listedCalendar is a connected calendar as `litmus calendars list --json` prints it. Credentials are never read for it.
type listedCalendar struct {
	ID           string  `json:"id"`
	Organization string  `json:"organization"`
	Person       string  `json:"person"`
	Provider     string  `json:"provider"`
	State        string  `json:"state"`   // waiting, ok, failing, broken, revoked
	Offered      bool    `json:"offered"` // the person can be: the busy times are known well enough (decision 71)
	LastSyncedAt *string `json:"last_synced_at"`
	KnownUntil   *string `json:"known_until"`
	BusyTimes    int     `json:"busy_times"`
	LastError    string  `json:"last_error"` // "" when there never was one
	LastErrorAt  *string `json:"last_error_at"`
	FailingSince *string `json:"failing_since"`
	Failures     int     `json:"failures"` // in a row
	NextSyncAt   *string `json:"next_sync_at"`
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
		org, err := s.Organization(a.ctx, cmd.Org)
		if err != nil {
			return err
		}
		orgID = org.ID
	}
	found, err := s.Connections(a.ctx, orgID)
	if err != nil {
		return err
	}
	out := []listedCalendar{}
	for _, c := range found {
		out = append(out, describeCalendar(c, s.Now()))
	}
	if cmd.JSON {
		e := json.NewEncoder(a.stdout)
		e.SetIndent("", "  ")
		return e.Encode(out)
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tORGANIZATION\tPERSON\tPROVIDER\tSTATE\tOFFERED\tLAST SYNCED\tFAILING SINCE\tNEXT SYNC\tLAST ERROR\tAT")
	for _, c := range out {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%t\t%s\t%s\t%s\t%s\t%s\n", c.ID, c.Organization, c.Person, c.Provider, c.State, c.Offered, textOr(c.LastSyncedAt, "never"),
			textOr(c.FailingSince, "-"), textOr(c.NextSyncAt, "at once"), textOr(&c.LastError, "-"), textOr(c.LastErrorAt, "-"))
	}
	return w.Flush()
}

func describeCalendar(c store.ListedConnection, now time.Time) listedCalendar {
	x := c.Connection
	out := listedCalendar{ID: x.ID, Organization: c.Organization, Person: x.Email, Provider: x.Provider, State: x.State(now), Offered: !x.Unknown(now),
		LastSyncedAt: instantText(x.SyncedAt), KnownUntil: instantText(x.SyncedUntil), BusyTimes: c.Blocks, LastError: x.Code, LastErrorAt: instantText(x.FailedAt),
		FailingSince: instantText(x.FailingSince), Failures: x.Failures, NextSyncAt: instantText(x.NextSyncAt), Workflow: "calendar/" + x.ID}
	if x.Detail != "" {
		out.LastError += ": " + x.Detail
	}
	return out
}

// textOr is the text, or another where there is none.
func textOr(s *string, none string) string {
	if s == nil || *s == "" {
		return none
	}
	return *s
}

type calendarsSync struct {
	ID   string `arg:"" help:"Id of the calendar, as calendars list prints it."`
	Data string `help:"Folder of litmus up."`
}

// Run has the calendar read by a running worker, whose relay finds it within about a second.
func (cmd *calendarsSync) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.SyncNow(a.ctx, cmd.ID); err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.stdout, "a worker reads it at once:", cmd.ID)
	return err
}
