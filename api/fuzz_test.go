package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"litmus/testdb/worlds"

	_ "modernc.org/sqlite"
)

const (
	ok, created                    = http.StatusOK, http.StatusCreated
	invalid, unauthorized, unknown = http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound
	notAllowed, conflict, tooLarge = http.StatusMethodNotAllowed, http.StatusConflict, http.StatusRequestEntityTooLarge
)

// FuzzBooking fuzzes the body of POST /interviews.
func FuzzBooking(f *testing.F) {
	a := worlds.NewArena(f)
	for _, s := range worlds.Oddities {
		f.Add(s)
	}
	booking := `{"posting_id":"$posting","round_id":"$round","candidate_email":"new@ours.example"`
	for _, s := range []string{
		`,"scheduled_start_at":"2032-06-01T10:00:00Z"}`,
		`,"candidate_name":"Zoë","interviewer_email":"$bram","meeting_link":"https://meet.example/x","time_zone":"Europe/Berlin","scheduled_start_at":"2032-06-01T10:00:00.5+02:00"}`,
		`,"scheduled_start_at":"2032-03-01T15:00:00Z","interviewer_email":"$ilse"}`,
		`,"scheduled_start_at":"2032-03-01T15:00:00Z"}`, `,"scheduled_start_at":"2031-03-03T11:30:00Z"}`,
		`,"externally_scheduled":true,"interviewer_email":"$ilse","meeting_link":"http://[::1]:80/"}`,
		`,"externally_scheduled":true}`, `,"replace_existing":true,"scheduled_start_at":"2032-06-01T10:00:00Z"}`,
		`,"candidate_id":"$candidate","replace_existing":true,"scheduled_start_at":"2032-06-01T10:00:00Z"}`,
		`,"round_id":"$long","scheduled_start_at":"2032-06-01T10:00:00Z"}`,
		`,"candidate_email":"a\u200bb@x.example","scheduled_start_at":"2032-06-01T10:00:00Z"}`,
		`,"candidate_email":"\u202Ea@x.example","candidate_name":"\u0000\u2028","scheduled_start_at":"2032-06-01T10:00:00Z"}`, `,"candidate_email":"\u0130\u212A@x.example","scheduled_start_at":"2032-06-01T10:00:00Z"}`,
		`,"scheduled_start_at":"2032-06-01T10:00:00Z","scheduled_start_at":null}`,
	} {
		f.Add(booking + s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		a.Try(t, "POST", "/interviews", a.Ours.Fill(body), created, invalid, unknown, conflict, tooLarge)
	})
}

// FuzzInvite fuzzes the body of POST /invites.
func FuzzInvite(f *testing.F) {
	a := worlds.NewArena(f)
	for _, s := range worlds.Oddities {
		f.Add(s)
	}
	for _, s := range []string{
		`"posting_id":"$posting"`, `"role_id":"$posting"`, `"role_id":"$cohort"`, `"posting_id":"$closed"`,
		`"posting_id":"$empty"`, `"posting_id":"","role_id":"$posting"`,
		`"posting_id":"$posting","candidate_email":"$cleo"`, `"posting_id":"$posting","candidate_name":"\u0000"`,
		`"posting_id":"$posting","candidate_name":null`, `"posting_id":"$posting","candidate_email":"a@\u2024x"`,
	} {
		f.Add(`{"candidate_email":"new@ours.example","candidate_name":"Neo Quillon",` + s + "}")
	}
	f.Fuzz(func(t *testing.T, body string) {
		a.Try(t, "POST", "/invites", a.Ours.Fill(body), ok, created, invalid, unknown, conflict, tooLarge)
	})
}

// FuzzChange fuzzes the bodies of the operations on what exists: PATCH of an interview, and the writes of availability.
func FuzzChange(f *testing.F) {
	a := worlds.NewArena(f)
	operations := []struct{ method, path string }{
		{"PATCH", "/interviews/$interview"}, {"PUT", "/postings/$posting/interviewers"},
		{"POST", "/postings/$posting/slots"}, {"DELETE", "/postings/$posting/slots"},
		{"PATCH", "/interviews/$canceled"}, {"PATCH", "/interviews/$pending"}, {"PATCH", "/interviews/$import"},
	}
	for n := range operations {
		worlds.AddOddities(f, n)
		for _, s := range []string{
			`{"interviewer_email":"$bram"}`, `{"interviewer_email":"$ilse"}`,
			`{"interviewer_email":"$petra","scheduled_start_at":null}`, `{"interviewer_email":"x@\u200f.example"}`,
			`{"a":1,"b":2,"c":3}`,
			`{"interviewers":[]}`,
			`{"interviewers":[{"email":"$bram","meeting_link":"https://meet.example/b","slots":["2032-03-01T15:30:00Z","2032-03-01T17:30:00+02:00"]},{"email":"$petra","slots":[]}]}`,
			`{"interviewers":[{"email":"$bram"},{"email":" $bram "}]}`, `{"interviewers":[null]}`,
			`{"interviewers":[{"email":"a@b.c","slots":[null]}]}`,
			`{"slots":[{"interviewer_email":"$bram","start_at":"2032-03-01T15:00:00Z"}]}`,
			`{"slots":[{"interviewer_email":"NEW@ours.example","start_at":"2032-03-01T15:00:00+14:00"},{"interviewer_email":"$petra","start_at":"2032-03-01T15:30:00Z"}]}`,
			`{"slots":[{"interviewer_email":"$bram","start_at":"2200-12-31T23:30:00Z"}]}`,
			`{"slots":[{}]}`, `{"slots":[[]]}`, `{"slots":[{"interviewer_email":"$bram"}]}`,
		} {
			f.Add(byte(n), s)
		}
	}
	f.Fuzz(func(t *testing.T, n byte, body string) {
		o := operations[int(n)%len(operations)]
		statuses := []int{ok, invalid, tooLarge}
		if o.method == "PATCH" {
			statuses = append(statuses, conflict)
		}
		a.Try(t, o.method, a.Ours.Fill(o.path), a.Ours.Fill(body), statuses...)
	})
}

// FuzzQuery fuzzes the query of every GET operation.
func FuzzQuery(f *testing.F) {
	a := worlds.NewArena(f)
	reads := []string{"/interviews", "/interviews/$import", "/postings/$posting/slots", "/roles",
		"/postings/$posting/pipeline", "/postings/$posting/interviewers", "/submissions/$submission"}
	for n := range reads {
		if n > 2 {
			f.Add(byte(n), "x=1&x=2&%zz")
			continue
		}
		for _, q := range []string{
			"", "limit=1", "limit=0", "limit=%2B7", "limit=100&cursor=$cursor",
			"limit=1&cursor=$cursor&include_canceled=0", "cursor=$cursor%0a", "cursor=AAAA",
			"candidate_email=%20CLEO@ours.example", "posting_id=$posting&round_id=$round",
			"posting_id=%00&round_id=%ff", "from=2032-01-01&to=2033-01-01T00:00:00+02:00",
			"limit=1&limit=1", "a=1;b=2", "%", "=&&&=", "from=2032-06-30T23:59:60Z",
			"include_canceled=true&include_canceled", "include=transcript,recording,notes", "include=,%20,notes ,",
			"include=video", "include=%ff",
			"round_id=$round", "round_id=$long&from=2032-03-01&to=2032-03-31",
		} {
			f.Add(byte(n), q)
		}
	}
	f.Fuzz(func(t *testing.T, n byte, query string) {
		n %= byte(len(reads))
		statuses := []int{ok, invalid}
		switch n {
		case 2:
			statuses = append(statuses, unknown) // the round
		case 3, 4, 5, 6:
			statuses = []int{ok} // they know no parameter
		}
		a.Try(t, "GET", a.Ours.Fill(reads[n])+"?"+target(a.Ours.Fill(query)), "", statuses...)
	})
}

// target percent-encodes what cannot stand in a request line.
func target(s string) string {
	var out strings.Builder
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == '#' || c >= utf8.RuneSelf || c == 0x7f {
			fmt.Fprintf(&out, "%%%02X", c)
		} else {
			out.WriteByte(c)
		}
	}
	return out.String()
}

// FuzzPath fuzzes method and path: the possible statuses are known, and nothing is ever redirected.
func FuzzPath(f *testing.F) {
	a := worlds.NewArena(f)
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"} {
		for _, path := range []string{
			"/roles", "/roles/", "//roles", "/interviews/$interview", "/interviews/$import/", "/interviews/%2F",
			"/interviews/%00", "/interviews/..", "/interviews/%2e%2e/roles", "/postings/$posting/pipeline",
			"/postings/%ff/slots",
			"/interviews%2F$interview", "?x", "/roles#x",
		} {
			f.Add(method, path)
		}
	}
	f.Fuzz(func(t *testing.T, method, path string) {
		if method == http.MethodConnect {
			t.Skip("a proxy's")
		}
		got := a.Try(t, method, target(a.Ours.Fill(path)), "", ok, invalid, unknown, notAllowed, conflict)
		if got.Header.Get("Location") != "" {
			t.Errorf("%s: a redirect to %q", got.About, got.Header.Get("Location"))
		}
		if (got.Status == notAllowed) != (got.Header.Get("Allow") != "") {
			t.Errorf("%s: status %d with Allow %q", got.About, got.Status, got.Header.Get("Allow"))
		}
	})
}

// FuzzCredentials fuzzes the Authorization header: only the valid key, with the scheme in any case, is accepted, and
// every other header gets the same refusal (§5).
func FuzzCredentials(f *testing.F) {
	a := worlds.NewArena(f)
	for _, s := range []string{"Bearer $key", "bearer  $key ", "BEARER\t$key", "Basic $key", "Bearer $key$key",
		"Bearer", "", "$key", "Bearer $key,Bearer $key", "Bearer litmus_sk_", "Bearer \xff", "Bearer $key\x00",
		"Bearer\u00a0$key", "Negotiate x"} {
		f.Add(s)
	}
	a.Ours.Rows["$key"] = a.Key
	a.Rest()
	f.Fuzz(func(t *testing.T, header string) {
		a.Enter(t)
		r := worlds.Request("GET", worlds.Prefix+"/roles", "", "Authorization", a.Ours.Fill(header))
		if r == nil || len(r.Header) != 1 {
			t.Skip("no HTTP request")
		}
		scheme, rest, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
		right := strings.EqualFold(scheme, "Bearer") && strings.TrimSpace(rest) == a.Key
		var got *worlds.Answer
		asked := a.Statements(func() { got = a.Serve(t, r) })
		switch {
		case right:
			got.Want(ok)
		case asked > 1:
			t.Errorf("%q: %d statements, want at most one", header, asked)
		default:
			if got.Want(unauthorized); got.Refusal() != "missing or invalid API key: send Authorization: Bearer "+
				"litmus_sk_…" || got.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%q: %q", header, got.Refusal())
			}
		}
	})
}
