package orgfile

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"litmus/models/timetable"
)

// secret stands for a credential. No error may show it.
const secret = "hunter2horse"

func TestParseKeepsCalendarSecrets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ calendar, want string }{
		{"{provider: caldav, url: 'https://d.example', username: u}",
			"calendar.password: the field is missing or empty; expected it, since provider caldav needs it"},
		{"{provider: caldav, username: u, password: " + secret + "}",
			"calendar.url: the field is missing or empty; expected it, since provider caldav needs it"},
		{"{provider: ics, url: 'feed://d.example/" + secret + "'}",
			"calendar.url: the address is not an absolute http or https URL"},
		{"{provider: caldav, url: 'https://u:" + secret + "@d.example', username: u, password: p}",
			"calendar.url: the address holds a user name or password; expected them in their own fields"},
		{"{provider: ics, url: 'https://d.example', password: " + secret + "}",
			"calendar.password: the field has no place in a calendar of provider ics; remove it (its fields are provider, url)"},
		{"{provider: google, client_id: i, refresh_token: " + secret + "}",
			"calendar.client_secret: the field is missing or empty; expected it, since provider google needs it"},
		{"{provider: " + secret + ", password: p}",
			"calendar.provider: unknown provider; expected caldav, google, ics or microsoft"},
		{"{provider: ics, url: 'https://d.example', pasword: " + secret + "}",
			"calendar.pasword: unknown field; did you mean password?"},
		{"{provider: ics, url: 'https://d.example', password:" + secret + "}",
			"calendar: a field with an unknown name; expected one of provider, url, username, password, client_id, client_secret, refresh_token (is a space missing after a colon?)"},
		{"{provider: caldav, url: 'https://d.example', username: u, password: *" + secret + "}",
			"an alias (a value that begins with *) stands here"},
		{"{provider: caldav, url: 'https://d.example', username: u, password: !a " + secret + "}",
			"calendar.password: a tag (a word that begins with !) stands here"},
		{"{provider: caldav, url: 'https://d.example', username: u, password: {" + secret + "}}",
			"calendar.password: a mapping of fields stands here; expected text"},
		{"{provider: caldav, url: 'https://d.example', username: u, password: \"" + secret + "\\0\"}",
			"calendar.password: the text holds a NUL character"},
		{"{provider: caldav, password: \"" + secret + "\\q\"}", "this is not YAML: found unknown escape character"},
		{"'caldav:" + secret + "'",
			"calendar: a single value stands here; expected a mapping with the fields provider"},
		{"{}", "calendar.provider: the field is missing or empty; expected caldav, google, ics or microsoft"},
	} {
		t.Run(c.calendar, func(t *testing.T) {
			t.Parallel()
			_, err := Parse("org.yaml", []byte(person("calendar: "+c.calendar)))
			if err == nil {
				t.Fatalf("the file was accepted; want %s", c.want)
			}
			if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "org.yaml:4: ") {
				t.Errorf("got %v, want line 4 and %s", err, c.want)
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error shows a credential: %v", err)
			}
		})
	}
}

func TestParseFeedAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://d.example/a.ics", "webcal://d.example/a.ics?token=x"} {
		if _, err := Parse("org.yaml", []byte(person("calendar: {provider: ics, url: '"+address+"'}"))); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Every provider that the service knows can be connected by a file.
func TestCalendarProviders(t *testing.T) {
	t.Parallel()
	want := slices.Sorted(slices.Values(timetable.CalendarProviders))
	if got := slices.Sorted(maps.Keys(calendarFields)); !slices.Equal(got, want) {
		t.Errorf("a file can name %v, want %v", got, want)
	}
}
