package testdb

import (
	"net/netip"
	"testing"
	"time"

	"litmus/models/setup"
	"litmus/models/timetable"
)

// sample returns the same organization each time, with nothing shared between two of them.
func sample() setup.Setup {
	at, score := time.Date(2027, 1, 4, 9, 0, 0, 0, time.UTC), 0.0
	return setup.Setup{
		Organization: setup.Organization{Slug: "acme", Admins: []string{"a", "b"},
			MemberNames:          map[string]string{"a": "Ann", "b": "Bob", "c": "Cy", "d": "Dee"},
			Brand:                setup.Brand{Logo: []byte{0, 1}},
			AllowPrivateNetworks: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}},
		Interviewers: []setup.Person{{Email: "a", Calendar: &timetable.CalendarAccount{URL: "https://c.example"}}},
		Absences:     []setup.Absence{{Email: "a"}},
		Postings: []setup.Posting{{Key: "p", CreatedAt: &at,
			Tracks:       []setup.Track{{Key: "t", Steps: []setup.Step{{Key: "s"}, {Key: "u"}}}},
			Interviewers: []setup.PostingInterviewer{{Email: "a", Slots: []time.Time{at}}}}},
		Submissions: []setup.Submission{{Key: "x", Score: &score}},
	}
}

// TestFingerprint: values that are made alike have the same fingerprint, and any difference makes another one.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	type named []string
	values := map[string]any{
		"a slice": []string{"a", "b"}, "another type": named{"a", "b"}, "one string": []string{"ab"},
		"a blank": []string{"a b"}, "quotes": []string{`a""b`}, "another cut": []string{"", "ab"}, "none": []string{},
		"nil": []string(nil), "no text": []string{"\xff"}, "its sign": []string{"\uFFFD"},
		"its escape": []string{`\xff`},
		"nested":     [][]string{{"a"}, {"b"}}, "nested otherwise": [][]string{{"a", "b"}, {}}, "an array": [1]int{11},
		"two numbers": []int{1, 1}, "one number": []int{11}, "durations": []time.Duration{1, 1}, "true": []bool{true},
		"a zero": []*int{new(int)}, "no pointer": []*int{nil}, "fraction": []float64{0.1},
		"nearly": []float64{0.1 + 2e-17},
		"keys":   map[string]string{"a": "b"}, "swapped": map[string]string{"b": "a"}, "empty map": map[string]string{},
	}
	for name, change := range map[string]func(*setup.Setup){
		"setup": func(*setup.Setup) {},
		"other slice": func(s *setup.Setup) {
			s.Organization.Recruiters, s.Organization.Admins = s.Organization.Admins, nil
		},
		"map":     func(s *setup.Setup) { s.Organization.MemberNames["d"] = "Di" },
		"nil map": func(s *setup.Setup) { s.Organization.MemberNames = nil },
		"bytes":   func(s *setup.Setup) { s.Organization.Brand.Logo[1] = 2 },
		"prefix of v6": func(s *setup.Setup) {
			s.Organization.AllowPrivateNetworks[0] = netip.MustParsePrefix("a00::/8")
		},
		"pointer":     func(s *setup.Setup) { s.Interviewers[0].Calendar.URL = "https://d.example" },
		"nil pointer": func(s *setup.Setup) { s.Interviewers[0].Calendar = nil },
		"instant":     func(s *setup.Setup) { *s.Postings[0].CreatedAt = s.Postings[0].CreatedAt.Add(1) },
		"zone": func(s *setup.Setup) {
			s.Postings[0].Interviewers[0].Slots[0] = s.Postings[0].CreatedAt.In(time.FixedZone("Z", 0))
		},
		"other score": func(s *setup.Setup) {
			s.Submissions[0].Score, s.Submissions[0].NativeScore = nil, s.Submissions[0].Score
		},
	} {
		s := sample()
		change(&s)
		values[name] = s
	}
	seen := map[fingerprint]string{}
	for name, value := range values {
		if other, twice := seen[fingerprintOf(value)]; twice {
			t.Errorf("%q and %q have the same fingerprint", name, other)
		}
		seen[fingerprintOf(value)] = name
	}
	for range 10 {
		if name := seen[fingerprintOf(sample())]; name != "setup" {
			t.Fatalf("the same setup has the fingerprint of %q", name)
		}
	}
}
