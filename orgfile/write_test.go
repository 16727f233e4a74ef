package orgfile

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"litmus/models/setup"
	"litmus/models/timetable"
)

// withoutCredentials is the setup as its exported file declares it.
func withoutCredentials(s setup.Setup) setup.Setup {
	s.Interviewers = slices.Clone(s.Interviewers)
	for n := range s.Interviewers {
		p := &s.Interviewers[n]
		p.CalendarKept, p.Calendar = p.CalendarKept || p.Calendar != nil, nil
	}
	return s
}

// written writes the setup and reads the file again.
func written(t *testing.T, s setup.Setup) (file string, again setup.Setup) {
	t.Helper()
	b, err := Write(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), parse(t, string(b))
}

func TestWrite(t *testing.T) { // D24
	t.Parallel()
	for _, name := range []string{"testdata/full.yaml", "testdata/acme.yaml", "../docs/example.yaml"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := withoutCredentials(parse(t, string(data)))
			file, got := written(t, want)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("the file\n%s\nis read as %+v\nwant %+v", file, got, want)
			}
			if twice, _ := written(t, got); twice != file {
				t.Errorf("written again it is\n%s\nwant\n%s", twice, file)
			}
		})
	}
}

// Of a connected calendar there is nothing but that there is one.
func TestWriteHoldsNoCredentials(t *testing.T) {
	t.Parallel()
	s := setup.Setup{Organization: setup.Organization{Slug: "a", Name: "A", Approved: true, TimeZone: "UTC"},
		Interviewers: []setup.Person{{Email: "a@a.example", Calendar: &timetable.CalendarAccount{
			Provider: "caldav", URL: "https://secret.example/1", Username: "secret2", Password: "secret3",
			ClientID: "secret4", ClientSecret: "secret5", RefreshToken: "secret6"}}}}
	file, got := written(t, s)
	if strings.Contains(file, "secret") || !strings.Contains(file, "calendar: kept # its credentials are not exported") {
		t.Errorf("the file is\n%s", file)
	}
	if !got.Interviewers[0].CalendarKept || got.Interviewers[0].Calendar != nil {
		t.Errorf("it is read as %+v", got.Interviewers[0])
	}
}

// Text that YAML would read as something else, or as other text, comes back as it was.
func TestWriteText(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"no", "null", "~", "0123", "1e3", "2031-03-03", "- a", "a: b", "# a", "a # b", "'a", `"a"`,
		"@a", "`a`", "{a}", "[a]", "*a", "&a", "!a", "%a", "| a", "> a", "a:", "Ünïcödé 日本語 🙂", "\u2028", "a\\b"} {
		setup := setup.Setup{Organization: setup.Organization{Slug: "a", Name: "A", Approved: true,
			TimeZone: "UTC"}, Assessments: []setup.Assessment{{Key: "k", Title: "T", DeliveryMode: "async",
			Instructions: s}}}
		for _, more := range []string{"", "\n", "\n\n", "\nb", "\n  b\n", " \n", "\t\n", "\r\nb", "\n\n\n  \nb\n "} {
			for _, before := range []string{"", " ", "\n", "\t"} {
				setup.Assessments[0].Instructions = before + s + more
				if file, got := written(t, setup); got.Assessments[0].Instructions != before+s+more {
					t.Errorf("%q is read as %q from\n%s", before+s+more, got.Assessments[0].Instructions, file)
				}
			}
		}
	}
}

func TestWriteRefusesWhatNoFileHolds(t *testing.T) {
	t.Parallel()
	s := full()
	s.Assessments[0].Instructions = strings.Repeat("word ", maxBytes/5)
	if _, err := Write(s); err == nil || !strings.Contains(err.Error(), "does not fit into a file") {
		t.Errorf("got %v, want that it is too large", err)
	}
	s = full()
	s.Postings[0].Key = "a/b"
	if _, err := Write(s); err == nil || !strings.Contains(err.Error(), "is not a key") {
		t.Errorf("got %v, want that a key is refused", err)
	}
}

// unwritten are fields that no exported file has: credentials, and what follows from other fields.
var unwritten = []string{
	"Setup.Interviewers.Calendar.", // credentials: `calendar: kept` stands there
}

// zeroIsSaid are fields whose default is not zero, so that the sample says zero.
var zeroIsSaid = []string{"Setup.Organization.Approved", "Setup.Organization.RescheduleMax"}

// TestEveryFieldIsWritten walks the fields of setup.Setup. The sample full() fills each of them, so a new field fails
// here until the sample has it, and in TestWrite until it is written (D24).
func TestEveryFieldIsWritten(t *testing.T) { // D24
	t.Parallel()
	filled := map[string]bool{}
	walk("Setup", reflect.ValueOf(full()), filled)
	if len(filled) < 70 {
		t.Errorf("only %d fields are seen", len(filled))
	}
	for field, full := range filled {
		if !full && !slices.ContainsFunc(unwritten, func(p string) bool { return strings.HasPrefix(field, p) }) {
			t.Errorf("%s is empty in full(): fill it in, read it in Parse and write it in Write", field)
		}
	}
}

// walk notes for each field below v whether it has a value somewhere.
func walk(path string, v reflect.Value, filled map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walk(path, v.Elem(), filled)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(path, v.Index(i), filled)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != reflect.TypeFor[setup.Setup]().PkgPath() {
			return // an instant or a network: one value
		}
		for i := range v.NumField() {
			name := path + "." + v.Type().Field(i).Name
			filled[name] = filled[name] || !v.Field(i).IsZero() || slices.Contains(zeroIsSaid, name)
			walk(name, v.Field(i), filled)
		}
	}
}
