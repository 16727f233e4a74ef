package cli

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"litmus/models/timetable"
)

func TestConsents(t *testing.T) { // D16
	t.Parallel()
	for name, c := range map[string]struct {
		config  config
		want    []string
		refused string
	}{
		"none": {config{}, nil, ""},
		"both": {config{GoogleClient: "g", GoogleSecret: "s", MicrosoftClient: "m", MicrosoftSecret: "t"},
			[]string{timetable.CalendarGoogle, timetable.CalendarMicrosoft}, ""},
		"no secret":     {config{GoogleClient: "g"}, nil, "LITMUS_GOOGLE_CLIENT_ID and LITMUS_GOOGLE_CLIENT_SECRET"},
		"a lone secret": {config{MicrosoftSecret: "hunter2"}, nil, "LITMUS_MICROSOFT_CLIENT_ID and "},
	} {
		got, err := c.config.consents()
		if c.refused != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.refused) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s: got %v", name, err)
			}
			continue
		}
		if providers := slices.Sorted(maps.Keys(got)); err != nil || !slices.Equal(providers, c.want) {
			t.Errorf("%s: got %v (%v), want %v", name, providers, err, c.want)
		}
	}
	x := newTerminal(t)
	x.env["LITMUS_GOOGLE_CLIENT_ID"] = "litmus"
	x.refused(exitUsage, "LITMUS_GOOGLE_CLIENT_ID and LITMUS_GOOGLE_CLIENT_SECRET go together: set both, or "+
		"neither", "api")
}
