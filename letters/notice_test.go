package letters

import (
	"fmt"
	"testing"
	"time"

	"litmus/models/timetable"
)

// broken returns a typical notice about a calendar that was read this morning.
func broken(kind Kind) Notice {
	n := Notice{
		Kind: kind, To: Party{"Ada Root", "ada@acme.example"}, Zone: "America/New_York", Organization: "Acme Robotics",
		From: "Acme Hiring <hiring@acme.example>", Stamp: time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC),
		MessageID: "cal_0193ab." + string(kind) + "@litmus.acme.example",
		Owner:     Party{"Ann Lee", "ann.lee@acme.example"}, Provider: "caldav", CalendarID: "cal_0193ab",
		BrokeAt: time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC),
	}
	if kind == CalendarBroken {
		n.Code, n.OfferedUntil = "caldav_503", time.Date(2031, 3, 4, 14, 55, 0, 0, time.UTC)
	} else {
		n.Stamp = time.Date(2031, 3, 3, 19, 20, 0, 0, time.UTC)
	}
	return n
}

func TestNotice(t *testing.T) {
	t.Parallel()
	for _, kind := range Notices {
		t.Run(fmt.Sprintf("writes the %s", kind), func(t *testing.T) {
			t.Parallel()
			if m := wantGolden(t, string(kind), broken(kind)); m.ICS != nil {
				t.Errorf("it has an event:\n%s", m.ICS)
			}
		})
	}
	for _, c := range []struct {
		name         string
		change       func(*Notice)
		says, denies []string
	}{
		{"says that the owner of a calendar that was never read is not offered",
			func(n *Notice) { n.OfferedUntil = time.Time{} }, []string{"Ann Lee is not offered to candidates"},
			[]string{"Until ", "0001"}},
		{"asks to connect a revoked calendar again", func(n *Notice) { n.Revoked, n.Code = true, "caldav_401" },
			[]string{"connect the calendar anew", "Error: caldav_401"}, []string{"server works"}},
		{"calls an owner without a name by their address", func(n *Notice) { n.Owner.Name = "" },
			[]string{"The calendar of ann.lee cannot be read", "Calendar of: ann.lee, ann.lee@acme.example"}, nil},
		{"shows the provider's display name", func(n *Notice) { n.Provider = "microsoft" },
			[]string{"Provider: Microsoft 365"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := broken(CalendarBroken)
			c.change(&n)
			wantWords(t, render(t, n), c.says, c.denies)
		})
	}
	wantRefused(t, func() Notice { return broken(CalendarBroken) }, map[string]func(*Notice){
		"a kind of another letter":     func(n *Notice) { n.Kind = Confirmation },
		"no owner":                     func(n *Notice) { n.Owner.Email = "" },
		"no Message-ID":                func(n *Notice) { n.MessageID = "" },
		"no instant at which it broke": func(n *Notice) { n.BrokeAt = time.Time{} },
		"no date":                      func(n *Notice) { n.Stamp = time.Time{} },
	})
}

// Every provider that the service knows has a name that people read.
func TestNotice_providers(t *testing.T) {
	t.Parallel()
	for _, provider := range timetable.CalendarProviders {
		if members.Providers[provider] == "" {
			t.Errorf("%s has no name in phrases/members.go", provider)
		}
	}
}
