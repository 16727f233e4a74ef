package calendar

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// answers is a server that a test scripts, and that records its requests.
type answers struct {
	*httptest.Server
	mu   sync.Mutex
	seen []*http.Request
}

func answering(t *testing.T, f func(w http.ResponseWriter, r *http.Request, body string)) *answers {
	t.Helper()
	a := &answers{}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		a.mu.Lock()
		a.seen = append(a.seen, r)
		a.mu.Unlock()
		f(w, r, string(b))
	}))
	t.Cleanup(a.Close)
	return a
}

func (a *answers) requests() []*http.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.seen
}

const calendarXML = `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"><D:response><D:href>/cal/</D:href>
<D:propstat><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype><S:getctag>1</S:getctag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>`

func multi(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(http.StatusMultiStatus)
	_, _ = io.WriteString(w, body)
}

// TestCalDAV_redirects checks that a PROPFIND remains one, and that the password is sent to no other server.
func TestCalDAV_redirects(t *testing.T) {
	t.Parallel()
	other := answering(t, func(w http.ResponseWriter, _ *http.Request, _ string) { multi(w, calendarXML) })
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1)
	for to, code := range map[string]string{
		"/cal/":              "",
		elsewhere + "/cal/":  "caldav_elsewhere",
		other.URL + "/cal/":  "caldav_elsewhere", // another port counts as another server
		"/loop":              "caldav_redirect",
		"file:///etc/passwd": "caldav_elsewhere",
	} {
		for _, status := range []int{301, 302, 307, 308} {
			front := answering(t, func(w http.ResponseWriter, r *http.Request, body string) {
				switch {
				case r.URL.Path == "/cal/" && r.Method == "PROPFIND" && strings.Contains(body, "calendar-home-set"):
					multi(w, calendarXML)
				case r.URL.Path == "/cal/" && r.Method == "REPORT":
					multi(w, `<multistatus xmlns="DAV:"/>`)
				default:
					if to != "" {
						w.Header().Set("Location", to)
					}
					w.WriteHeader(status)
				}
			})
			b, err := openDAV(t, front.URL+"/start").Busy(t.Context(), begin, begin.AddDate(0, 0, 1), "")
			if code == "" {
				if err != nil || len(b.Blocks) != 0 {
					t.Errorf("%d to %s: %v %v", status, to, b, explain(err))
				}
				continue
			}
			if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Code != code {
				t.Errorf("%d to %q: %s, want %s", status, to, explain(err), code)
			}
			if n := len(front.requests()); n > 6 {
				t.Errorf("%d requests", n)
			}
		}
	}
	if n := len(other.requests()); n != 0 {
		t.Errorf("%d requests with a password reached another server", n)
	}
}

// TestResolve checks which hosts get the account's password.
func TestResolve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base, to, want string // "" for an error
	}{
		{"https://cal.example.com/dav/", "/x/", "https://cal.example.com/x/"},
		{"https://cal.example.com/dav/", "x%20y/z%2Fa.ics", "https://cal.example.com/dav/x%20y/z%2Fa.ics"},
		{"https://cal.example.com/dav/", "https://CAL.example.com/x#frag", "https://CAL.example.com/x"},
		{"https://caldav.icloud.com/", "https://p34-caldav.icloud.com:443/1/calendars/",
			"https://p34-caldav.icloud.com:443/1/calendars/"},
		{"https://cal.example.com/", "https://cal.example.com:8443/", "https://cal.example.com:8443/"},
		{"https://cal.example.com/", "http://cal.example.com/", ""},
		{"http://cal.example.com/", "https://cal.example.com/", "https://cal.example.com/"},
		{"http://cal.example.com/", "https://p1.example.com/", ""},
		{"https://cal.example.com/", "https://example.org/", ""},
		{"https://10.0.0.1/", "https://11.0.0.1/", ""},
		{"https://cal.example.com/", "https://evil.example.org@cal.example.com/", "https://cal.example.com/"},
		{"https://cal.example.com/", "https://cal.example.com@evil.example.org/", ""},
		{"https://cal.example.com/", "//evil.example.org/", ""},
		{"https://cal.example.com/", "", ""},
	} {
		base, err := url.Parse(c.base)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if u, err := resolve(base, c.to); err == nil {
			got = u.String()
		}
		if got != c.want {
			t.Errorf("%s from %s: got %q, want %q", c.to, c.base, got, c.want)
		}
	}
}

// TestCalDAV_answers reads lists that are hostile, cut off or odd. None may hide busy time.
func TestCalDAV_answers(t *testing.T) {
	t.Parallel()
	event := calendarOf(eventOf("DTSTART:20310305T153000Z", "DURATION:PT1H"))
	response := func(inner string) string {
		return `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:response><D:href>/cal/1.ics</D:href>` + inner + `</D:response></D:multistatus>`
	}
	found := func(data string) string {
		return `<D:propstat><D:prop><D:getetag>"1"</D:getetag><C:calendar-data>` + data +
			`</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>`
	}
	good := response(found(event))
	for name, c := range map[string]struct {
		body string
		code string // "" if the event's block is expected, "none" for no block
	}{
		"a usual list":    {good, ""},
		"in CDATA":        {response(found("<![CDATA[" + event + "]]>")), ""},
		"a deleted event": {response(`<D:status>HTTP/1.1 404 Not Found</D:status>`), "none"},
		"cut off by the server": {strings.Replace(good, "</D:multistatus>",
			`<D:response><D:href>/cal/</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response></D:multistatus>`, 1), "caldav_507"},
		"cut off in the connection": {good[:len(good)-20], "caldav_garbage"},
		"cut off in an event":       {response(found(event[:len(event)-20])), "caldav_garbage"},
		"an event without data": {response(
			`<D:propstat><D:prop><D:getetag>"1"</D:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>`),
			"caldav_garbage"},
		"data that was not found": {response(strings.Replace(found(event), "200 OK", "403 Forbidden", 1)),
			"caldav_garbage"},
		"an address on another host": {strings.Replace(good, "/cal/1.ics", "https://evil.example/1.ics", 1),
			"caldav_elsewhere"},
		"an entity in an event": {`<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>` +
			strings.TrimPrefix(response(found(strings.Replace(event, "UID:u", "UID:&x;", 1))), `<?xml version="1.0"?>`),
			"caldav_garbage"},
		"very deep outside of a response": {`<D:multistatus xmlns:D="DAV:">` + strings.Repeat("<a>", fewer(1<<20)), "caldav_garbage"},
		"another namespace":               {`<multistatus xmlns="urn:x"/>`, "caldav_garbage"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, func(w http.ResponseWriter, r *http.Request, _ string) {
				if r.Method == "PROPFIND" {
					multi(w, calendarXML)
					return
				}
				multi(w, c.body)
			})
			begun := time.Now()
			b, err := openDAV(t, s.URL+"/cal/").Busy(t.Context(), begin, begin.AddDate(0, 0, 9), "")
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("took %s", took)
			}
			e, _ := errors.AsType[*outbound.Failure](err)
			switch {
			case c.code == "" && (err != nil || spell(b.Blocks) != "2031-03-05T15:30Z/16:30"),
				c.code == "none" && (err != nil || len(b.Blocks) > 0):
				t.Errorf("got %s %s", spell(b.Blocks), explain(err))
			case c.code != "" && c.code != "none" && (e == nil || e.Code != c.code):
				t.Errorf("got %s %s, want %s", spell(b.Blocks), explain(err), c.code)
			}
		})
	}
}
