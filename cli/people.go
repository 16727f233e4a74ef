package cli

import (
	"fmt"
	"slices"

	"litmus/models/timetable"
)

type peopleCommand struct {
	List peopleList `cmd:"" help:"List who interviews, or could: zone, where their free times come from, calendar."`
}

type peopleList struct {
	Org          string `help:"Slug of the organization." required:""`
	Posting      string `help:"Id of a posting: only those who interview for it."`
	Availability string `help:"Only those with these free times: painted or personal." enum:",painted,personal" default:""`
	After        string `help:"Goes on after this address." placeholder:"EMAIL"`
	Limit        int    `help:"At most that many." default:"100"`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// listedPerson is a person as `litmus people list --json` prints them.
type listedPerson struct {
	Email             string  `json:"email"`
	Name              string  `json:"name"`                // "" if none is known
	TimeZone          string  `json:"time_zone"`           // of their hours
	Availability      string  `json:"availability_source"` // painted or personal
	WorkingHours      bool    `json:"has_working_hours"`   // of their own
	CalendarConnected bool    `json:"calendar_connected"`
	Origin            *string `json:"origin"` // file or dashboard; null: nothing of them is stored
}

// Run prints the people by email. If they are more than the limit, it says on standard error where the list goes on.
func (cmd *peopleList) Run(a *app) error {
	if cmd.Limit < 1 {
		return usagef("--limit %d must be at least 1", cmd.Limit)
	}
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	var only []timetable.PostingInterviewer
	if cmd.Posting != "" {
		if only, err = s.Availability.Interviewers(a.ctx, org.ID, cmd.Posting); err != nil {
			return err
		}
	}
	people, err := s.Availability.People(a.ctx, org.ID)
	if err != nil {
		return err
	}
	out := []listedPerson{}
	for _, p := range people {
		source := timetable.PostingInterviewer{Personal: p.Personal()}.AvailabilitySource()
		if p.Email <= cmd.After || cmd.Availability != "" && cmd.Availability != source ||
			cmd.Posting != "" && !slices.ContainsFunc(only, func(i timetable.PostingInterviewer) bool {
				return i.Email == p.Email
			}) {
			continue
		}
		out = append(out, listedPerson{p.Email, p.Name, p.ZoneIn(org.TimeZone), source, p.WorkingHours != nil,
			p.CalendarConnected, given(p.Origin)})
	}
	if len(out) > cmd.Limit {
		out = out[:cmd.Limit]
		fmt.Fprintf(a.stderr, "more follow: --after %s goes on with them, a larger --limit adds them\n",
			out[cmd.Limit-1].Email)
	}
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	w := columns(a.stdout)
	fmt.Fprintln(w, "EMAIL\tNAME\tTIME ZONE\tAVAILABILITY\tCALENDAR\tORIGIN")
	for _, p := range out {
		calendar := "-"
		if p.CalendarConnected {
			calendar = "connected"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Email, textOr(&p.Name, "-"), p.TimeZone, p.Availability, calendar,
			textOr(p.Origin, "-"))
	}
	return w.Flush()
}
