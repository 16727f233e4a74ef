package calendar

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"

	"litmus/ports/outbound"
)

func init() {
	register("caldav", "Radicale", radicaleWorld)
	register("caldav", "Xandikos", xandikosWorld)
}

const (
	davUser, davPassword = "alice", "correct horse"
	davOwner             = "alice@litmus.example"
)

// needs returns the path of a program. A missing one skips the test, but fails it in CI.
func needs(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is not installed: apt-get install %s", program, program)
	}
	t.Skipf("%s is not installed", program)
	return ""
}

// daemon starts a program that listens on the port that replaces PORT in args, and waits until it does. The process
// ends with the test.
func daemon(t *testing.T, program string, args ...string) (address string) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short leaves out " + program)
	}
	program = needs(t, program)
	for range 5 { // another process may take the port before the program does
		l, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		address = l.Addr().String()
		_, port, _ := net.SplitHostPort(address)
		_ = l.Close()

		own := slices.Clone(args)
		for i, a := range own {
			own[i] = strings.ReplaceAll(a, "PORT", port)
		}
		var words bytes.Buffer
		cmd := exec.Command(program, own...)
		cmd.Stdout, cmd.Stderr = &words, &words
		cmd.Dir = t.TempDir()
		cmd.Env = append(os.Environ(), "HOME="+cmd.Dir, "GIT_CONFIG_GLOBAL=/dev/null")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		t.Cleanup(func() {
			_ = cmd.Process.Kill()
			<-ended
		})
		if listens(address, ended) {
			return address
		}
		_ = cmd.Process.Kill()
		<-ended
		t.Logf("%s did not listen: %s", program, words.String())
	}
	t.Fatalf("%s did not start", program)
	return ""
}

// listens waits until an address accepts connections, or the process has ended.
func listens(address string, ended <-chan struct{}) bool {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(60 * time.Second)
	for {
		c, err := net.DialTimeout("tcp4", address, time.Second)
		if err == nil {
			_ = c.Close()
			return true
		}
		select {
		case <-tick.C:
		case <-ended:
			return false
		case <-deadline:
			return false
		}
	}
}

// radicale starts a Radicale with an account and no calendar, and returns its URL.
func radicale(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	users := filepath.Join(dir, "users")
	if err := os.WriteFile(users, []byte(davUser+":"+davPassword+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return "http://" + daemon(t, "radicale", "--config", "", "-H", "127.0.0.1:PORT", "--auth-type", "htpasswd",
		"--auth-htpasswd-filename", users, "--auth-htpasswd-encryption", "plain",
		"--storage-filesystem-folder", filepath.Join(dir, "collections"))
}

// xandikos starts a Xandikos with a calendar, behind a proxy that checks the password, as is usual, and returns its
// URL.
func xandikos(t *testing.T) string {
	t.Helper()
	address := daemon(t, "xandikos", "-d", t.TempDir(), "-l", "127.0.0.1", "-p", "PORT", "--current-user-principal",
		"/alice/", "--defaults")
	front := httptest.NewServer(guarded(httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: address})))
	t.Cleanup(front.Close)
	return front.URL
}

// guarded requires the account's password.
func guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u, p, ok := r.BasicAuth(); !ok || u != davUser || p != davPassword {
			w.Header().Set("WWW-Authenticate", `Basic realm="calendars"`)
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	})
}

func radicaleWorld(t *testing.T) *world {
	base := radicale(t)
	collection := base + "/alice/work/"
	if status, body := raw(t, "MKCALENDAR", collection, nil, ""); status != http.StatusCreated {
		t.Fatalf("MKCALENDAR: %d %s", status, body)
	}
	return davWorld(collection, collection)
}

func xandikosWorld(t *testing.T) *world {
	base := xandikos(t)
	return davWorld(base+"/alice/", base+"/alice/calendars/calendar/") // discovered from the principal
}

// davWorld looks at a collection by plain HTTP and with go-ical's parser, so that it shares no code with the driver.
func davWorld(source, collection string) *world {
	w := &world{
		source: Source{URL: source, Username: davUser, Password: davPassword, Email: davOwner},
		client: &http.Client{},
		// If nothing exists, the event cannot be called deleted.
		fates: map[string]fate{"delete 404": {Fate: outbound.GiveUp}, "delete 410": {Fate: outbound.GiveUp}},
	}
	w.count = func(t *testing.T, uid string) int { return len(davFind(t, collection, uid)) }
	w.read = func(t *testing.T, uid string) kept { return davRead(t, davOne(t, collection, uid)) }
	w.edit = func(t *testing.T, uid, summary string) {
		href := davOne(t, collection, uid)
		c := davGet(t, href)
		c.Events()[0].Props.SetText(ical.PropSummary, summary)
		davPut(t, href, c)
	}
	w.remove = func(t *testing.T, uid string) {
		if status, body := raw(t, http.MethodDelete, davOne(t, collection, uid), nil, ""); status/100 != 2 {
			t.Fatalf("DELETE: %d %s", status, body)
		}
	}
	change := func(t *testing.T, uid string, do func(ical.Event)) {
		href := davOne(t, collection, uid)
		c := davGet(t, href)
		do(c.Events()[0])
		davPut(t, href, c)
	}
	w.move = func(t *testing.T, uid string, start time.Time) {
		change(t, uid, func(e ical.Event) {
			e.Props.SetDateTime(ical.PropDateTimeStart, start)
			e.Props.SetDateTime(ical.PropDateTimeEnd, start.Add(time.Hour))
		})
	}
	w.answer = func(t *testing.T, uid, response string) {
		change(t, uid, func(e ical.Event) {
			e.Props.Del(ical.PropAttendee)
			p := ical.NewProp(ical.PropAttendee)
			p.Value = "mailto:" + davOwner
			p.Params.Set(ical.ParamParticipationStatus, strings.ToUpper(response))
			e.Props.Add(p)
		})
	}
	w.meet = func(t *testing.T, m weekly) {
		zone := m.Start.Location()
		event := eventOf("DTSTART;TZID="+m.Zone+":"+m.Start.Format("20060102T150405"), "DURATION:PT1H",
			"SUMMARY:stand-up", "RRULE:FREQ=WEEKLY;COUNT="+strconv.Itoa(m.Count))
		text := calendarOf(zoneText(zone.String(), zone), strings.Replace(event, "UID:u", "UID:"+m.UID, 1))
		davStore(t, collection+url.PathEscape(strings.ReplaceAll(m.UID, "/", "-"))+".ics", text)
	}
	return w
}

// raw sends a request like the owner's own program.
func raw(t *testing.T, method, address string, header http.Header, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		r.Header[k] = v
	}
	r.SetBasicAuth(davUser, davPassword)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func davGet(t *testing.T, href string) *ical.Calendar {
	t.Helper()
	status, body := raw(t, http.MethodGet, href, nil, "")
	if status != http.StatusOK {
		t.Fatalf("GET %s: %d %s", href, status, body)
	}
	c, err := ical.NewDecoder(strings.NewReader(body)).Decode()
	if err != nil {
		t.Fatalf("%v in %q", err, body)
	}
	return c
}

func davPut(t *testing.T, href string, c *ical.Calendar) {
	t.Helper()
	var b bytes.Buffer
	if err := ical.NewEncoder(&b).Encode(c); err != nil {
		t.Fatal(err)
	}
	davStore(t, href, b.String())
}

func davStore(t *testing.T, href, text string) {
	t.Helper()
	if status, body := raw(t, http.MethodPut, href, http.Header{"Content-Type": {"text/calendar"}},
		text); status/100 != 2 {
		t.Fatalf("PUT: %d %s\n%s", status, body, text)
	}
}

var hrefs = regexp.MustCompile(`<(?:\w+:)?href>([^<]+\.ics)</`)

// davFind returns the URLs of the objects with a UID.
func davFind(t *testing.T, collection, uid string) []string {
	t.Helper()
	status, body := raw(t, "PROPFIND", collection, http.Header{"Depth": {"1"}, "Content-Type": {"application/xml"}},
		`<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>`)
	if status != http.StatusMultiStatus {
		t.Fatalf("PROPFIND: %d %s", status, body)
	}
	base, err := url.Parse(collection)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
		at, err := base.Parse(m[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range davGet(t, at.String()).Events() {
			if u, _ := e.Props.Text(ical.PropUID); u == uid {
				found = append(found, at.String())
			}
		}
	}
	return found
}

func davOne(t *testing.T, collection, uid string) string {
	t.Helper()
	found := davFind(t, collection, uid)
	if len(found) != 1 {
		t.Fatalf("%d objects have the UID %s", len(found), uid)
	}
	return found[0]
}

func davRead(t *testing.T, href string) kept {
	t.Helper()
	c := davGet(t, href)
	if m := c.Props.Get(ical.PropMethod); m != nil {
		t.Errorf("the object has METHOD:%s, which RFC 4791 4.1 forbids", m.Value)
	}
	e := c.Events()[0]
	if e.Props.Get(ical.PropAttendee) != nil || e.Props.Get(ical.PropOrganizer) != nil {
		t.Error("the copy has attendees or an organizer")
	}
	text := func(name string) string {
		s, err := e.Props.Text(name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	when := func(name string) time.Time {
		p := e.Props.Get(name)
		if p == nil || !strings.HasSuffix(p.Value, "Z") {
			t.Fatalf("%s is not in UTC: %+v", name, p)
		}
		at, err := p.DateTime(nil)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	k := kept{UID: text(ical.PropUID), Start: when(ical.PropDateTimeStart), End: when(ical.PropDateTimeEnd),
		Summary: text(ical.PropSummary), Text: text(ical.PropDescription), Location: text(ical.PropLocation)}
	if _, err := fmt.Sscan(e.Props.Get(ical.PropSequence).Value, &k.Sequence); err != nil {
		t.Fatal(err)
	}
	if stamp := when(ical.PropDateTimeStamp); !stamp.Equal(begin.AddDate(0, -1, k.Sequence)) {
		t.Errorf("DTSTAMP %s is not the time of the interview's last change", stamp)
	}
	return k
}
