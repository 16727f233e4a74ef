package api_test

import (
	"fmt"
	"strings"
	"testing"

	"litmus/testdb"
)

const mebibyte = 1 << 20 // the largest body

// TestPathological sends inputs that are known to make programs slow or crash. Each must be answered as the contract
// says, within [worlds.Patience], and a refusal must change nothing.
func TestPathological(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	full := func(before, piece, after string) string { // fills a mebibyte as nearly as possible
		return before + strings.Repeat(piece, (mebibyte-len(before)-len(after))/len(piece)) + after
	}
	keys := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	type input struct {
		what, body string
		status     int
		word       string // that the error must contain
	}
	book := func(changes string) string { return booking(changes) }

	bodies := []input{ // of every operation that takes one
		{"nested lists, 100,000 deep", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
			400, "JSON"},
		{"nested objects, 100,000 deep", strings.Repeat(`{"a":`, 100_000) + "1" +
			strings.Repeat("}", 100_000), 400, "JSON"},
		{"an unknown field, 100,000 deep", `{"x":` + strings.Repeat("[", 100_000) +
			strings.Repeat("]", 100_000) + "}", 400, "JSON"},
		{"a million commas", "{" + strings.Repeat(",", 1_000_000) + "}", 400, "JSON"},
		{"a million spaces", strings.Repeat(" ", 1_000_000), 400, "empty"},
		{"a mebibyte and one", full("{", " ", "}") + " ", 413, "1048576"},
		{"a mebibyte of a string", full(`"`, "x", `"`), 400, "object"},
		{"a number of a million digits", full("", "9", ""), 400, ""},
		{"invalid UTF-8 at the end", full(`{"x":"`, "x", "\xff\"}"), 400, "UTF-8"},
		{"invalid UTF-8 all over", full(`{"x":"`, "\xc3\x28", "\"}"), 400, "UTF-8"},
		{"half a surrogate pair, 170,000 times", full(`{"x":"`, `\ud800`, `"}`), 400, ""},
		{"a byte order mark", "\ufeff{}", 400, "JSON"},
	}
	operations := []struct{ method, path string }{{"POST", "/interviews"}, {"PATCH", "/interviews/$interview"},
		{"PUT", "/postings/$posting/interviewers"}, {"POST", "/postings/$posting/slots"},
		{"DELETE", "/postings/$posting/slots"}, {"POST", "/invites"}}
	fields := []struct { // of one operation
		method, path string
		input
	}{
		{"POST", "/interviews", input{"100,000 unknown fields",
			book(keys(70_000, `"k%d":0,`) + `"z":0`), 201, ""}},
		{"POST", "/interviews", input{"an id of a megabyte",
			book(`"posting_id":"` + strings.Repeat("x", 1_000_000) + `"`), 404, "posting_id"}},
		{"POST", "/interviews", input{"a name of control characters alone",
			book(`"candidate_email":"fresh@ours.example","candidate_name":"` + strings.Repeat(`\u0007`, 150_000) +
				`"`), 201, ""}},
		{"POST", "/interviews", input{"a fraction of a million digits",
			book(`"scheduled_start_at":"2032-06-01T10:00:00.` + strings.Repeat("0", 1_000_000) + `Z"`), 201, ""}},

		{"PUT", "/postings/$cohort/interviewers",
			input{"300,000 entries", full(`{"interviewers":[`, "{},", "{}]}"), 400, "200"}},
		{"PUT", "/postings/$cohort/interviewers", input{"200 with an odd last", `{"interviewers":[` +
			keys(199, `{"email":"p%d@x.example"},`) + `{"email":"p0@X.example"}]}`, 400, "twice"}},
		{"PUT", "/postings/$cohort/interviewers",
			input{"40,000 slots of one", `{"interviewers":[{"email":"a@x.example","slots":[` +
				strings.Repeat(`"2032-06-01T10:00:00Z",`, 40_000) + `"2032-06-01T10:00:00Z"]}]}`, 400, "1000"}},
		{"PUT", "/postings/$cohort/interviewers",
			input{"all that is allowed", `{"interviewers":[` +
				keys(199, `{"email":"p%d@x.example","slots":[`+strings.Repeat(`"2032-06-01T10:00:00Z",`, 4)+
					`"2032-06-02T10:00:00Z"]},`) + `{"email":"q@x.example"}]}`, 200, ""}},
		{"POST", "/postings/$posting/slots", input{"260,000 nulls",
			full(`{"slots":[`, "null,", "null]}"), 400, "slots"}},
		{"POST", "/postings/$posting/slots", input{"14,000 slots",
			`{"slots":[` + strings.Repeat(`{"interviewer_email":"$bram","start_at":"2032-06-01T10:00:00Z"},`, 10_000) +
				`{}]}`, 400, "1000"}},
		{"POST", "/postings/$posting/slots", input{"1,000 people",
			`{"slots":[` + keys(999, `{"interviewer_email":"p%d@x.example","start_at":"2032-06-01T10:00:00Z"},`) +
				`{"interviewer_email":"q@x.example","start_at":"2032-06-01T10:00:00Z"}]}`, 400, "200"}},
		{"POST", "/postings/$posting/slots", input{"before the year 1, by its offset",
			`{"slots":[{"interviewer_email":"$bram","start_at":"0001-01-01T00:00:00+14:00"}]}`, 400, "start_at"}},
	}
	queries := []input{ // body is the path with its query
		{"from before the year 0, by its offset",
			"/interviews?from=0000-01-01T00:00:00%2B14:00&limit=1", 200, ""},
		{"to after the year 9999, by its offset",
			"/interviews?to=9999-12-31T23:59:59-14:00&limit=1", 200, ""},
		{"a fraction of 100,000 digits", "/interviews?limit=1&from=2032-06-01T10:00:00." +
			strings.Repeat("0", 100_000) + "Z", 200, ""},
		{"invalid UTF-8 among digits", "/interviews?from=" + strings.Repeat("0", 71) +
			strings.Repeat("%CD", 10), 400, "from"},
		{"a hundred bytes of invalid UTF-8", "/interviews?limit=" + strings.Repeat("%ff", 100),
			400, "limit"},
		{"a huge limit", "/interviews?limit=9223372036854775808", 400, "limit"},
		{"a cursor of a million bytes", "/interviews?cursor=" + strings.Repeat("A", 1_000_000),
			400, "cursor"},
		{"an id of NULs", "/interviews?round_id=" + strings.Repeat("%00", 300_000), 200, ""},
		{"an id of invalid UTF-8", "/interviews?round_id=" + strings.Repeat("%ff", 300_000), 200, ""},
		{"a parameter 5,000 times", "/interviews?" + strings.Repeat("from=2032-01-01&", 5_000),
			400, "from"},
		{"a million ampersands", "/interviews?" + strings.Repeat("&", 1_000_000), 400, "query"},
		{"100,000 unknown parameters", "/interviews?" + keys(100_000, "k%d&"), 400, "query"},
		{"an artifact 70,000 times", "/interviews/$import?include=" +
			strings.Repeat("notes,", 70_000), 200, ""},
		{"an id of a million bytes in the path", "/interviews/" + strings.Repeat("x", 1_000_000), 404,
			"not found"},
		{"a million slashes at the end", "/roles" + strings.Repeat("/", 1_000_000), 200, ""},
		{"a path of invalid UTF-8", "/" + strings.Repeat("0", 71) + strings.Repeat("%CD", 10), 404,
			"no such endpoint"},
		{"all times that there are",
			"/postings/$posting/slots?round_id=$round&from=0000-01-01&to=9999-12-31", 200, ""},
	}

	testdb.Each(t, func(t *testing.T, url string) {
		w := open(t, url)
		before := w.Everything(w.Ours)
		settle := func(about string) { // checks the refusals since the last success
			t.Helper()
			if after := w.Everything(w.Ours); after != before {
				t.Errorf("one of what was refused before %s changed something", about)
			}
		}
		check := func(method, path string, c input) {
			t.Helper()
			about := fmt.Sprintf("%s, to %s %.60s", c.what, method, path)
			if c.status < 400 && method != "GET" {
				settle(about)
			}
			body := c.body
			if method == "GET" {
				body = ""
			}
			a := w.Do(method, w.Ours.Fill(path), w.Ours.Fill(body), w.Key)
			switch {
			case a.Status != c.status:
				t.Errorf("%s: %d, want %d\n%.500s", about, a.Status, c.status, a.Body)
			case c.status >= 400 && !strings.Contains(a.Refusal(), c.word):
				t.Errorf("%s: error %q, want %q in it", about, a.Refusal(), c.word)
			}
			if a.Status < 400 && method != "GET" {
				before = w.Everything(w.Ours)
			}
		}
		if strings.HasPrefix(url, "sqlite:") { // these bodies are refused before the database is asked, so one database is enough
			for _, o := range operations {
				for _, c := range bodies {
					check(o.method, o.path, c)
				}
			}
		}
		for _, c := range fields {
			check(c.method, c.path, c.input)
		}
		for _, c := range queries {
			check("GET", c.body, c)
		}
		settle("the end")
	})
}
