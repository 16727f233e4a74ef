package inbox

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestInbox(t *testing.T) {
	t.Parallel()

	t.Run("is_friendly_when_empty", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		if got := get(t, c, "/dev/inbox", http.StatusOK).Body.String(); !strings.Contains(got, "No letters yet") {
			t.Errorf("got %s, want the text of an empty inbox", got)
		}
		if got, want := get(t, c, "/dev/inbox/messages.json", http.StatusOK).Body.String(), "[]\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})

	t.Run("shows_a_letter_with_its_invitation", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		sendLetter(t, c, "Interview confirmed — Zoë")
		path := "/dev/inbox/messages/" + messages(t, c, "")[0].ID
		list := get(t, c, "/dev/inbox", http.StatusOK).Body.String()
		for _, want := range []string{`href="` + path + `"`, "zoe@example.com, hidden@example.com",
			"Interview confirmed — Zoë", "21 Nov 07:00"} {
			if !strings.Contains(list, want) {
				t.Errorf("list: want %q in %s", want, list)
			}
		}
		page := get(t, c, path, http.StatusOK).Body.String()
		for _, want := range []string{
			"Acme Hiring", "Interview with Zoë, round 2", "Tue 1 Dec 2026, 15:00 – 16:00 UTC",
			"Zoë &lt;zoe@example.com&gt;",
			"REQUEST", "https://meet.example/room", "Plain body é", `src="` + path + `/html"`, path + "/raw",
			path + "/ics", "invite.ics",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("page: want %q in %s", want, page)
			}
		}
		if got := get(t, c, path+"/ics", http.StatusOK); got.Body.String() != invite ||
			!strings.HasPrefix(got.Header().Get("Content-Type"), "text/calendar") {
			t.Errorf("got %v %q, want the invitation as text/calendar", got.Header(), got.Body)
		}
	})

	t.Run("escapes_the_markup_of_letters", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		evil := `"><script>alert(1)</script><img src=x onerror=alert(1)>`
		sendRaw(t, c, "From: "+evil+"\r\nTo: "+evil+"\r\nReply-To: "+evil+"\r\nSubject: "+
			"=?utf-8?q?=22=3E=3Cscript=3Ealert=281=29=3C/script=3E=0D=0ABcc:_x?= "+evil+
			"\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n</pre>"+evil+
			"\r\n--b\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nMETHOD:"+evil+
			"\r\nBEGIN:VEVENT\r\nUID:"+evil+"\r\nDTSTAMP:20261120T100000Z\r\nDTSTART:20261201T150000Z\r\nSUMMARY:"+evil+
			"\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"+
			"--b\r\nContent-Type: image/png\r\nContent-Disposition: attachment; "+
			"filename=\"<script>x.png\"\r\n\r\nx\r\n--b--\r\n", "a@example.com")
		m := messages(t, c, "")[0]
		if strings.ContainsAny(m.Subject, "\r\n") {
			t.Errorf("subject: got %q, want one line", m.Subject)
		}
		for _, path := range []string{
			"/dev/inbox", "/dev/inbox?to=%22%3E%3Cscript%3E", "/dev/inbox/messages/" + m.ID,
		} {
			res := get(t, c, path, http.StatusOK)
			if got := regexp.MustCompile(`(?i)<(script|img)`).FindString(res.Body.String()); got != "" {
				t.Errorf("%s: got %s in %s", path, got, res.Body)
			}
			if got := res.Header().Get("Content-Security-Policy"); got != pagePolicy {
				t.Errorf("%s: got policy %q, want %q", path, got, pagePolicy)
			}
		}
	})

	t.Run("shows_the_html_of_letters_only_in_a_sandbox", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		sendRaw(t, c, "Subject: x\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script><p>letter</p>\r\n",
			"a@example.com")
		path := "/dev/inbox/messages/" + messages(t, c, "")[0].ID
		res := get(t, c, path+"/html", http.StatusOK)
		policy := res.Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "sandbox allow-popups ") || !strings.Contains(policy, "default-src 'none'") ||
			strings.Contains(policy, "allow-scripts") {
			t.Errorf("got policy %q, want a sandbox without scripts or requests", policy)
		}
		if got := get(t, c, path, http.StatusOK).Body.String(); strings.Contains(got, "<p>letter</p>") {
			t.Errorf("got the letter's markup in the page itself: %s", got)
		}
	})

	t.Run("pages_and_filters", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		const n = pageSize + 5
		for i := range n {
			sendRaw(t, c, fmt.Sprintf("Subject: letter %d\r\n\r\nbody\r\n", i),
				fmt.Sprintf("Person%d@example.com", i%2))
		}
		row := regexp.MustCompile(`class="letter"`)
		first := get(t, c, "/dev/inbox", http.StatusOK).Body.String()
		if got := len(row.FindAllString(first, -1)); got != pageSize {
			t.Errorf("first page: got %d letters, want %d", got, pageSize)
		}
		older := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(first)
		if older == nil {
			t.Fatalf("got no link to older letters in %s", first)
		}
		second := get(t, c, strings.ReplaceAll(older[1], "&amp;", "&"), http.StatusOK).Body.String()
		if got := len(row.FindAllString(second, -1)); got != n-pageSize || strings.Contains(second, `rel="next"`) {
			t.Errorf("second page: got %d letters, want the last %d", got, n-pageSize)
		}
		if got, want := subjects(messages(t, c, "?to=PERSON1@example.com&limit=2")),
			"letter 103,letter 101"; got != want {
			t.Errorf("filtered: got %s, want %s", got, want)
		}
		get(t, c, "/dev/inbox/messages.json?limit=x", http.StatusBadRequest)
	})

	t.Run("answers_404_for_unknown_messages", func(t *testing.T) {
		t.Parallel()
		c := openCatcher(t, "")
		sendRaw(t, c, "Subject: x\r\n\r\nbody\r\n", "a@example.com")
		get(t, c, "/dev/inbox/messages/"+messages(t, c, "")[0].ID+"/ics", http.StatusNotFound)
		for _, id := range []string{"0000000000000000", "..%2f..%2fetc%2fpasswd"} {
			for _, rest := range []string{"", "/raw", "/html", "/ics"} {
				get(t, c, "/dev/inbox/messages/"+id+rest, http.StatusNotFound)
			}
		}
	})
}
