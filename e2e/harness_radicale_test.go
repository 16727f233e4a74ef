package e2e

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Radicale is a running calendar server (Debian's package) with one account.
type Radicale struct {
	URL            string
	User, Password string
}

// StartRadicale runs a Radicale on a free loopback port until the test ends; a machine may lack it, CI may not.
func StartRadicale(t testing.TB) *Radicale {
	t.Helper()
	r := &Radicale{User: "quartz", Password: "correct-horse-battery"}
	dir := t.TempDir()
	users := filepath.Join(dir, "users")
	if err := os.WriteFile(users, []byte(r.User+":"+r.Password+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.URL = "http://" + startDaemon(t, "radicale", "radicale", "--config", "", "-H", "ADDRESS", "--auth-type",
		"htpasswd", "--auth-htpasswd-filename", users,
		"--auth-htpasswd-encryption", "plain", "--storage-filesystem-folder", filepath.Join(dir, "collections"))
	return r
}

// Calendar makes a calendar of the account and returns its URL.
func (r *Radicale) Calendar(t testing.TB, name string) string {
	t.Helper()
	at := r.URL + "/" + r.User + "/" + name + "/"
	r.do(t, "MKCALENDAR", at, "", http.StatusCreated)
	return at
}

// Put writes a meeting into a calendar, or moves it, as its owner does.
func (r *Radicale) Put(t testing.TB, calendar, uid string, from, to time.Time) {
	t.Helper()
	stamp := func(at time.Time) string { return at.UTC().Format("20060102T150405Z") }
	body := fmt.Sprintf(
		"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//e2e//EN\r\nBEGIN:VEVENT\r\nUID:%s\r\nDTSTAMP:%s\r\nDTSTART:%s\r\nDTEND:%s\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
		uid, stamp(machineNow()), stamp(from), stamp(to))
	r.do(t, http.MethodPut, calendar+uid+".ics", body, http.StatusCreated)
}

// Delete deletes a meeting.
func (r *Radicale) Delete(t testing.TB, calendar, uid string) {
	t.Helper()
	r.do(t, http.MethodDelete, calendar+uid+".ics", "", http.StatusOK)
}

func (r *Radicale) do(t testing.TB, method, url, body string, want int) (answer []byte) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth(r.User, r.Password)
	req.Header.Set("Content-Type", "text/calendar")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != want {
		t.Fatalf("%s %s: %s %s %v", method, url, resp.Status, answer, err)
	}
	return answer
}
