package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/setup"
	"litmus/store"
)

// printBanner prints all addresses and how to book the first interview, in the first organization that was just
// applied, else the first one there is. exposed are the development tools that other machines can reach; data is the
// folder where everything is kept, "" if it is removed at the end.
func printBanner(a *app, s *store.Store, r readyLine, applied []setup.Setup, exposed []string, data string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nLitmus is ready.\n\n")
	if len(r.Organizations) == 0 {
		fmt.Fprintf(&b, "  Dashboard    %s\n               (there is no organization yet: the link makes one, within %d "+
			"minutes)\n", r.SignIn, int(access.SignInTTL/time.Minute))
	} else if r.SignIn != "" {
		another := "; `litmus signin` makes another"
		if data == "" { // which no other command finds
			another = ""
		}
		fmt.Fprintf(&b, "  Dashboard    %s\n               (the link signs in once, within %d minutes%s)\n", r.SignIn,
			int(access.SignInTTL/time.Minute), another)
	}
	fmt.Fprintf(&b, "  REST API     %s/api/v1\n", r.API)
	fmt.Fprintf(&b, "  Reference    %s/docs\n", r.API)
	if r.Inbox != "" {
		fmt.Fprintf(&b, "  Inbox        %s\n", r.Inbox)
	}
	if r.TestClock != "" {
		fmt.Fprintf(&b, "  Test clock   %s\n", r.TestClock)
		if data != "" { // no other command finds a database that is not kept
			fmt.Fprintln(&b, "               (`litmus clock advance 9d --org SLUG` moves it, too)")
		}
	}
	fmt.Fprintf(&b, "  Temporal UI  %s\n", r.TemporalUI)
	fmt.Fprintf(&b, "  Temporal     %s\n", r.Temporal)
	if len(exposed) > 0 {
		fmt.Fprintf(&b, "\nWARNING: --expose-dev: whoever reaches this machine can use %s without a password:\n"+
			"read candidates' letters with their links, and end workflows.\n", strings.Join(exposed, ", "))
	}
	if len(r.Organizations) > 0 {
		organizations := ranked(r.Organizations, applied)
		first := organizations[0]
		for n, o := range organizations {
			if n < 2 {
				fmt.Fprintln(&b)
			}
			fmt.Fprintf(&b, "  API key of %s (full access):\n  %s\n", o.Slug, o.Key)
		}
		example, err := bookingExample(a, s, first.Slug)
		if err != nil {
			return err
		}
		if example != "" {
			fmt.Fprintf(&b, "\nBook an interview, then look at the inbox and at the Temporal UI:\n\n"+
				"  curl -s -X POST %s/api/v1/interviews -w '\\n' \\\n"+
				"    -H 'Authorization: Bearer %s' \\\n"+
				"    -H 'Content-Type: application/json' \\\n"+
				"    -d '%s'\n",
				r.API, first.Key, example)
		}
	}
	kept := "its data is in " + data + ": started again, it goes on where it was"
	if data == "" {
		kept = "it keeps nothing"
	}
	fmt.Fprintf(&b, "\nCtrl-C stops it; %s.\n\n", kept)
	_, err := fmt.Fprint(a.stdout, b.String())
	return err
}

// ranked returns the organizations with those that were just applied first, since the user works on them.
func ranked(organizations []organizationKey, applied []setup.Setup) []organizationKey {
	organizations = slices.Clone(organizations)
	slices.SortStableFunc(organizations, func(x, y organizationKey) int {
		return rank(applied, x.Slug) - rank(applied, y.Slug)
	})
	return organizations
}

// rank returns the position of an organization among those just applied; all others come last.
func rank(applied []setup.Setup, slug string) int {
	if n := slices.IndexFunc(applied, func(s setup.Setup) bool { return s.Organization.Slug == slug }); n >= 0 {
		return n
	}
	return len(applied)
}

// bookingExample returns the body of a booking that works now: the first free slot of the first open posting, "" if
// there is none.
func bookingExample(a *app, s *store.Store, slug string) (string, error) {
	org, err := s.Team.Organization(a.ctx, slug)
	if err != nil {
		return "", err
	}
	roles, err := s.Pipelines.Roles(a.ctx, org.ID)
	if err != nil {
		return "", err
	}
	for _, r := range roles {
		if !r.Open() {
			continue
		}
		p, err := s.Pipelines.Pipeline(a.ctx, org.ID, r.ID)
		if err != nil {
			return "", err
		}
		for _, t := range p.Tracks {
			for _, round := range p.Rounds[t.ID] {
				if round.CheckBookable() != nil {
					continue
				}
				_, slots, err := s.Availability.Slots(a.ctx, org.ID, r.ID, round.ID, s.NowOf(org.ID).Add(time.Hour),
					nil)
				if err != nil {
					return "", err
				}
				if len(slots) == 0 {
					continue
				}
				body, err := json.Marshal(map[string]any{
					"posting_id":         r.ID,
					"round_id":           round.ID,
					"candidate_name":     "Robin Example",
					"candidate_email":    "robin." + s.Now().Format("150405") + "@candidate.example",
					"scheduled_start_at": models.FormatInstant(slots[0].StartAt),
					"interviewer_email":  slots[0].InterviewerEmails[0],
				})
				return string(body), err
			}
		}
	}
	return "", nil
}
